"""What a director may expect of a tournament before it starts: figures for numbers of players, and what follows, in words.

A Swiss is played ahead with results by lot, a round-robin laid out, a knockout played through with every match to its last
game, all by the functions that make the rounds of a tournament.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbiter.errors import PlanError
from arbiter.formats.double_elimination import Part
from arbiter.formats.groups import groups
from arbiter.pairing.dutch.legal import Bearing, reach
from arbiter.pairing.rows import Forecast, forecast_pairs, forecast_tables
from arbiter.progression.courses import following
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Swiss, fields, fitted, reason_against
from arbiter.progression.situation import Counted, NextRound, Seated, Situation
from arbiter.progression.swiss import all_rounds
from arbiter.results import Ending, GameResult, OutcomeKind, SeatOutcome
from games.options.table_words import span_words, usual_length
from tournaments.lifecycle.words import stage_words
from tournaments.models import Tournament

USUAL = (8, 12, 16, 24)
"""Numbers of players to look at while nobody knows how many will come."""

MOST_AHEAD = 108
"""With more players a tournament of as many is played ahead as leave the same rest: then sizes and byes are alike."""
SAME_REST = 60
MOST_IN_PAIRS = 64
"""With more players a knockout in pairs is that of half as many and a match before it, and in a round-robin every two more
are two more rounds."""
ROUNDS_AHEAD = 56
"""Rounds of all tournaments played ahead together: with many rounds fewer are played, so that none takes much longer."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What a tournament with this many players would be like. `rounds`: the most there can be without draws,
    including deciding games of matches; `sizes`: tables of the first round by size; `games`: games in the first
    stage of a player who is never out; `repeats`: rematches at least; `usual` and `longest`: how long it takes
    if games take their usual time, or rounds all of theirs; `ahead`: the simulated Swiss."""

    players: int
    rounds: int
    sizes: tuple[tuple[int, int], ...]
    byes: int
    games: int
    repeats: int
    longest: timedelta
    usual: timedelta
    ahead: Forecast | None = None


def expected(plan: Plan, players: int, game: timedelta) -> Expected | None:
    """None where so few cannot play it. `game` is how long one usually takes."""
    if reason_against(plan, players) is not None:
        return None
    stages = [_course(one, many) for one, many in _fields(plan, players)]
    form, first = plan.stages[0], stages[0]
    meetings = first.games * (max(first.sizes) - 1)
    repeats = 0
    if isinstance(form, Swiss | RoundRobin) and not (plan.in_pairs and isinstance(form, RoundRobin)):
        others = players - 1 if not isinstance(form, RoundRobin) else -(-players // form.groups) - 1
        repeats = max(0, meetings - others)
    rounds = sum(one.rounds for one in stages)
    at_once = isinstance(form, RoundRobin) and form.at_once
    in_a_row = rounds - (first.rounds - 1 if at_once else 0)
    resting = 0 if at_once else players - sum(first.sizes)
    ahead = played_ahead(plan, players)
    return Expected(
        players=players,
        rounds=rounds,
        sizes=tuple(sorted(((size, first.sizes.count(size)) for size in set(first.sizes)), reverse=True)),
        byes=ahead.byes if ahead else resting,
        games=first.games,
        repeats=repeats,
        longest=in_a_row * _round_time(plan) + (in_a_row - 1) * plan.between,
        usual=in_a_row * min(game, _round_time(plan)) + (in_a_row - 1) * plan.between,
        ahead=ahead,
    )


@lru_cache(maxsize=128)
def played_ahead(plan: Plan, players: int) -> Forecast | None:
    """The rounds of a Swiss played ahead, some tenths of a second at most, kept by the process; None for other forms."""
    stage = plan.stages[0]
    if not isinstance(stage, Swiss):
        return None
    if players > MOST_AHEAD:
        players = MOST_AHEAD - SAME_REST + 1 + (players - (MOST_AHEAD - SAME_REST + 1)) % SAME_REST
    samples = max(1, ROUNDS_AHEAD // stage.rounds)
    if plan.sizes is None:
        return forecast_pairs(players, stage.rounds, most_samples=samples)
    return forecast_tables(players, stage.rounds, plan.sizes, most_samples=samples)


def numbers(plan: Plan, entrants: int, most: int | None) -> list[int]:
    """For how many players to look: those who are there and the most there can be, else some usual numbers."""
    known = {number for number in (entrants, most) if number and number >= plan.least}
    return sorted(known | ({*USUAL} if entrants < plan.least else set()))


def _round_time(plan: Plan) -> timedelta:
    return plan.round_time + (plan.closing.extension or timedelta(0))


def _fields(plan: Plan, players: int) -> Iterator[tuple[Plan, int]]:
    for stage, number in fields(plan, players):
        yield replace(plan, stages=(Swiss(1) if isinstance(stage, FinalTables) else stage,)), number


class _Course(NamedTuple):
    """How a stage goes: its rounds, the sizes of the tables of its first one, and what who is never out plays."""

    rounds: int
    sizes: tuple[int, ...]
    games: int


@lru_cache(maxsize=256)
def _course(plan: Plan, players: int) -> _Course:
    """Of a plan with one stage. Raises a TournamentError where so few cannot play it."""
    stage = plan.stages[0]
    if isinstance(stage, Swiss):
        sizes = (2,) * (players // 2) if plan.sizes is None else plan.sizes.of(players)
        return _Course(stage.rounds, tuple(sizes), stage.rounds)
    everybody = tuple(range(1, players + 1))
    situation = Situation(plan, everybody, frozenset(everybody), seed=0)
    if isinstance(stage, RoundRobin) and plan.in_pairs and players > stage.groups * MOST_IN_PAIRS:
        parted = groups(everybody, stage.groups)
        most = max(map(len, parted))
        fewer = MOST_IN_PAIRS - most % 2
        one, more = _course(replace(plan, stages=(replace(stage, groups=1),)), fewer), (most - fewer) * stage.legs
        sizes = (2,) * sum(len(members) // 2 for members in parted)
        return _Course(one.rounds + more, sizes, one.games + more)
    if isinstance(stage, Knockout) and plan.in_pairs and players > MOST_IN_PAIRS:
        seated = tuple(2 for table in following(situation)[0].tables if table.leg == 1)
        match, others = _course(replace(plan, stages=(Knockout(stage.best_of),)), 2), _course(plan, -(-players // 2))
        more = 2 if stage.double else 1  # a match of the winners, and with it or after it one or two of the losers
        return _Course(more * match.rounds + others.rounds, seated, more * match.games + others.games)
    rounds = all_rounds(situation) if isinstance(stage, RoundRobin) else tuple(_played_through(situation))
    played = Counter(player for one in rounds for table in one.tables for player in table.players)
    sizes = tuple(len(table.players) for table in rounds[0].tables if table.leg == 1) if rounds else ()
    return _Course(len(rounds), sizes, max(played.values(), default=0))


def _played_through(situation: Situation) -> Iterator[NextRound]:
    """The rounds of a knockout in which every match goes to its last game, which the better seed wins, as every table."""
    while made := following(situation):
        yield made[0]
        number = situation.done + 1
        counted = tuple(
            Counted(number, place, _result(table, best_of_last=_is_of_best(table)), table.group, table.leg)
            for place, table in enumerate(made[0].tables, start=1)
        )
        situation = replace(situation, done=number, counted=(*situation.counted, *counted))


def _is_of_best(table: Seated) -> bool:
    """Whether the better seed wins the game: the last one of each match but of a grand final, which is then played again."""
    return (table.leg % 2 == 1) is not (table.group == Part.FINAL)


def _result(table: Seated, *, best_of_last: bool) -> GameResult:
    """The better seed first, or last; the others in order."""
    order = sorted(table.players, reverse=not best_of_last)
    outcomes = (
        SeatOutcome(player, seat, 1 + order.index(player), None, OutcomeKind.PLAYED)
        for seat, player in enumerate(table.players)
    )
    return GameResult(0, Ending.SCORED, tuple(outcomes))


def outlook(tournament: Tournament, entrants: int) -> dict[str, Any]:
    """With as many players as may come, a line for each number, and what follows from them. `is_swiss`: its rounds were played
    ahead. `in_pairs`: its tables have one size. The tournament need not be saved."""
    plan = tournament.plan
    size = 2 if plan.sizes is None else plan.sizes.preferred
    game = usual_length(tournament.clock.pace, size, sets=tournament.options_for(size).sets)
    found = (_expected(plan, number, game) for number in numbers(plan, entrants, tournament.most_entrants))
    lines = [one for one in found if one is not None]
    is_swiss = isinstance(plan.stages[0], Swiss)
    said = (words for one in lines for words in (*_fitting(one, plan), *_of(one, plan)))
    return {"lines": lines, "says": [*_times(plan, game), *said], "is_swiss": is_swiss, "in_pairs": plan.in_pairs}


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
    values = {"game": span_words(game), "round": span_words(plan.round_time)}
    if game > plan.round_time:
        told = _(
            "A game at this pace usually takes about %(game)s, but a round lasts %(round)s. Choose a faster "
            "pace or longer rounds."
        )
        yield told % values
    else:
        yield _("A game at this pace usually takes about %(game)s; a round lasts %(round)s.") % values


def _of(one: Expected, plan: Plan) -> Iterator[str]:
    if one.ahead is None:
        return
    values = {"players": one.players, "again": one.ahead.first_repeat, "unruly": one.ahead.first_unruly}
    if one.ahead.players != one.players:
        told = _("%(players)s players: simulated with %(fewer)s players, with as many other table sizes and byes.")
        yield told % {**values, "fewer": one.ahead.players}
    form = plan.stages[0]
    field = reach(one.players, form.rounds) if plan.in_pairs and isinstance(form, Swiss) else None
    if field and field.bearing is Bearing.IMPOSSIBLE:
        told = _(
            "%(players)s players: %(rounds)s need rematches. Choose a round-robin instead: everyone meets once "
            "in %(robin)s."
        )
        yield told % {**values, "rounds": _rounds(one.rounds), "robin": _rounds(field.round_robin)}
    elif plan.in_pairs and one.ahead.first_unruly is not None:
        told = _(
            "%(players)s players: the Dutch System may find no legal pairing for round %(unruly)s. It then "
            "breaks as few rules as possible. Better: %(rounds)s or a round-robin."
        )
        yield told % {**values, "rounds": _rounds(one.ahead.first_unruly - 1)}
    elif field and field.bearing is not Bearing.SAFE:
        told = _(
            "%(players)s players: after %(rounds)s the Dutch System may find no legal pairing, although the "
            "simulation found one."
        )
        yield told % {**values, "rounds": _rounds(field.safe)}
    elif one.ahead.first_repeat is not None:
        told = _("%(players)s players: rematches from round %(again)s. There are none with %(rounds)s.")
        yield told % {**values, "rounds": _rounds(one.ahead.first_repeat - 1)}


def _rounds(count: int) -> str:
    return ngettext("%(count)s round", "%(count)s rounds", count) % {"count": count}
