"""What a tournament has decided, in the reader's words: its form, its tables, its rounds, what happens at their end."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbiter.pairing.tables.field import Sizes
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Stage, Swiss
from arbiter.results import Closing, Unfinished
from games.options.table_words import option_words, pace_words, selection_words
from tournaments.models import Tournament


def form_words(plan: Plan) -> str:
    """Its stages in one phrase: `Swiss system, 4 rounds; then final tables of the best 4`."""
    first, *later = [stage_words(stage, plan) for stage in plan.stages]
    return "; ".join([first, *(_("then %(stage)s") % {"stage": stage} for stage in later)])


def stage_words(stage: Stage, plan: Plan) -> str:
    """One stage in a phrase."""
    if isinstance(stage, Swiss):
        return ngettext("Swiss system, %(count)s round", "Swiss system, %(count)s rounds", stage.rounds) % {
            "count": stage.rounds
        }
    if isinstance(stage, RoundRobin):
        return _round_robin(stage, plan)
    if isinstance(stage, FinalTables):
        return _("final tables for the top %(each)s") % {"each": stage.from_each}
    if plan.in_pairs:
        return _("knockout, best of %(games)s") % {"games": stage.best_of}
    return _knockout_at_tables(stage)


def _round_robin(stage: RoundRobin, plan: Plan) -> str:
    if not plan.in_pairs:
        words = ngettext(
            "round-robin, %(count)s game each with varied opponents",
            "round-robin, %(count)s games each with varied opponents",
            stage.games,
        ) % {"count": stage.games * stage.legs}
    else:
        words = _("double round-robin") if stage.legs == 2 else _("round-robin")
    if stage.groups > 1:
        words = _("%(groups)s groups, each: %(form)s") % {"groups": stage.groups, "form": words}
    return _("%(form)s, all rounds at once") % {"form": words} if stage.at_once else words


def _knockout_at_tables(stage: Knockout) -> str:
    return ngettext(
        "knockout, the best of each table advances",
        "knockout, the best %(count)s of each table advance",
        stage.per_table,
    ) % {"count": stage.per_table}


def size_words(sizes: Sizes | None) -> str:
    """`in pairs`, `at tables of 4`, or `at tables of 4, or of 3 where it must be`."""
    if sizes is None:
        return _("two-player games")
    if sizes.last_two:
        return _("%(tables)s; the last two play on as a pair") % {"tables": size_words(replace(sizes, last_two=False))}
    others = sorted(sizes.allowed - {sizes.preferred})
    if not others:
        return _("tables of %(size)s") % {"size": sizes.preferred}
    return _("tables of %(size)s, or %(others)s if needed") % {
        "size": sizes.preferred,
        "others": _(" or ").join(map(str, others)),
    }


def days_words(span: timedelta) -> str:
    """A span of days, or of hours below two days."""
    hours = round(span.total_seconds() / 3600)
    if hours < 48:
        return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}
    return ngettext("%(count)s day", "%(count)s days", round(hours / 24)) % {"count": round(hours / 24)}


def times_words(count: int) -> str:
    """`never`, `once`, `twice`, `3 times`."""
    return {0: _("never"), 1: _("once"), 2: _("twice")}.get(count) or _("%(times)s times") % {"times": count}


def closing_words(closing: Closing) -> str:
    """What happens to games that still run when the time of a round is over."""
    then = {
        Unfinished.ADJUDICATE: _("bots finish unfinished games, which are not rated"),
        Unfinished.POINTS: _("unfinished games score by current points"),
        Unfinished.FORFEIT: _("in unfinished games the late player comes last; the others rank by current points"),
    }[closing.then]
    if closing.extension is None:
        return then
    return _("unfinished rounds are extended once by %(time)s; after that, %(rule)s") % {
        "time": days_words(closing.extension),
        "rule": then,
    }


def share_words(share: Fraction) -> str:
    """What a bye gives, as a part of a win."""
    if share == 0:
        return _("nothing")
    if share == 1:
        return _("a full win")
    if share == Fraction(1, 2):
        return _("half a win")
    return _("%(share)s of a win") % {"share": share}


def game_words(tournament: Tournament) -> str:
    """Edition, sets, what is unusual, and the pace: what one game of it is like."""
    words = [*_selection(tournament), pace_words(tournament.clock)]
    return ", ".join([*words, rated_words(tournament)])


def played_words(tournament: Tournament) -> str:
    """The same without the pace."""
    return ", ".join([*_selection(tournament), rated_words(tournament)])


def clock_words(tournament: Tournament) -> str:
    """The pace alone."""
    return pace_words(tournament.clock)


def rated_words(tournament: Tournament) -> str:
    return _("rated") if tournament.is_rated else _("unrated")


def _selection(tournament: Tournament) -> list[str]:
    plan = tournament.plan
    options = tournament.options_for(2 if plan.sizes is None else plan.sizes.preferred)
    return [selection_words(options), *option_words(options)]
