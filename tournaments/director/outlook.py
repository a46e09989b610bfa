"""What a director may expect of his tournament, in words: a line for each number of players, and what he should think of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbiter.errors import PlanError
from arbiter.pairing.dutch.legal import Bearing, Reach, reach
from arbiter.progression.feasibility import fitted
from arbiter.progression.plan import Plan, Swiss
from games.options.table_words import usual_length
from tournaments.director.expectations import Expected, expected, numbers
from tournaments.lifecycle.describing import days_words, stage_words
from tournaments.lifecycle.options import options_of
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Outlook:
    """`lines` by numbers of players, `says` what follows from them. `is_swiss`: its rounds were played ahead. `in_pairs`: its
    tables have one size."""

    lines: list[Expected]
    says: list[str]
    is_swiss: bool
    in_pairs: bool


def outlook(tournament: Tournament, entrants: int) -> Outlook:
    """With as many players as may come. The tournament need not be saved."""
    plan = tournament.plan
    size = 2 if plan.sizes is None else plan.sizes.preferred
    game = usual_length(tournament.clock, size, sets=options_of(tournament, size).sets)
    found = (_expected(plan, number, game) for number in numbers(plan, entrants, tournament.most_entrants))
    lines = [one for one in found if one is not None]
    is_swiss = isinstance(plan.stages[0], Swiss)
    said = (words for one in lines for words in (*_fitting(one, plan), *_of(one, plan)))
    return Outlook(lines, [*_times(plan, game), *said], is_swiss, plan.in_pairs)


def _expected(plan: Plan, players: int, game: timedelta) -> Expected | None:
    try:
        return expected(fitted(plan, players), players, game)
    except PlanError:
        return None


def _fitting(one: Expected, plan: Plan) -> Iterator[str]:
    """That a round-robin will have other groups or games than stated, where so many players ask for it."""
    fits = fitted(plan, one.players)
    if fits != plan:
        told = _("%(players)s players: the settings do not fit this number and become: %(what)s.")
        yield told % {"players": one.players, "what": stage_words(fits.stages[0], fits)}


def _times(plan: Plan, game: timedelta) -> Iterator[str]:
    values = {"game": days_words(game), "round": days_words(plan.round_time)}
    if game > plan.round_time:
        told = _(
            "A game at this pace usually takes about %(game)s, but a round lasts %(round)s. Choose a faster "
            "pace or longer rounds."
        )
        yield told % values
    else:
        yield _("A game at this pace usually takes about %(game)s; a round lasts %(round)s.") % values


def _of(one: Expected, plan: Plan) -> Iterator[str]:
    """What to think of with so many players."""
    if one.ahead is None:
        return
    values = {"players": one.players, "again": one.ahead.first_repeat, "unruly": one.ahead.first_unruly}
    if one.ahead.players != one.players:
        told = _("%(players)s players: simulated with %(fewer)s players, with as many other table sizes and byes.")
        yield told % {**values, "fewer": one.ahead.players}
    if plan.in_pairs and one.ahead.first_unruly is not None:
        told = _(
            "%(players)s players: the Dutch System may find no legal pairing for round %(unruly)s. It then "
            "breaks as few rules as possible. Better: %(rounds)s or a round-robin."
        )
        yield told % {**values, "rounds": _rounds(one.ahead.first_unruly - 1)}
    elif (field := _field(plan, one.players)) and field.bearing is not Bearing.SAFE:
        told = _(
            "%(players)s players: after %(rounds)s the Dutch System may find no legal pairing, although the "
            "simulation found one."
        )
        yield told % {**values, "rounds": _rounds(field.safe)}
    elif one.ahead.first_repeat is not None:
        told = _("%(players)s players: rematches from round %(again)s. There are none with %(rounds)s.")
        yield told % {**values, "rounds": _rounds(one.ahead.first_repeat - 1)}


def _field(plan: Plan, players: int) -> Reach | None:
    """What a Swiss in pairs can bear."""
    form = plan.stages[0]
    return reach(players, form.rounds) if plan.in_pairs and isinstance(form, Swiss) else None


def _rounds(count: int) -> str:
    return ngettext("%(count)s round", "%(count)s rounds", count) % {"count": count}
