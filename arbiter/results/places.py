"""The one rule from a game to places: whose result each seat is, in what order they stand, and what pairing, standings and
ratings read of it.

1. A seat that a bot held from the start is nobody's; the people are placed among themselves.
2. Who stayed stands by the places of a scored game, else by VP and then by what parts equal VP; in a game that broke off
   all who stayed are level.
3. Who was late when a round closed by forfeit stands behind them, all such level.
4. Who left stands last of all; of several the later one before the earlier, those of one ply level. A tournament may say
   instead that the seat counts for him as a bot or a substitute went on with it (`Rule`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from arbiter.errors import GameError
from arbiter.formats.duplicate import Played
from arbiter.formats.knockout import Outcome as OutcomeOfTable
from arbiter.pairing.rows import Pair
from arbiter.pairing.rows import Sat as Row
from arbiter.pairing.tables.field import match_points
from arbiter.ratings import games as rated
from arbiter.results.games import Ending, Game, Left, Sat, Tenure
from arbiter.standings.tables.tournament import Seat, Table


class Leavers(Enum):
    """What the seat of somebody counts who left it and whom no person replaced."""

    LAST = "last"
    AS_PLAYED_ON = "as-played-on"  # as the bot finished it


class Substitutes(Enum):
    """Whose result the seat is that a person took over."""

    ENTRANT = "entrant"  # of who was paired; the substitute lent a hand
    SUBSTITUTE = "substitute"  # of the substitute, who takes the place in the tournament
    NOBODY = "nobody"  # the leaver is last, the substitute gets nothing


@dataclass(frozen=True, slots=True)
class Rule:
    """What a tournament says of seats that changed hands."""

    leavers: Leavers = Leavers.LAST
    substitutes: Substitutes = Substitutes.ENTRANT


class Part(Enum):
    """How a seat came to its place, for who reads the result."""

    PLAYED = "played"
    PLAYED_ON = "played-on"  # a bot finished it, and that counts
    SUBSTITUTED = "substituted"
    LATE = "late"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One entrant's result: the place among the people, shared places alike, and the VP; None where they do not count."""

    entrant: int
    seat: int
    place: int
    vp: int | None
    part: Part


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game in the order of its seats; seats of bots have none."""

    number: int
    ending: Ending
    outcomes: tuple[Outcome, ...]

    def share(self, entrant: int) -> Fraction:
        """Match points: the share of opponents beaten, ties half (`pairing.tables.points`)."""
        places = [outcome.place for outcome in self.outcomes]
        found = [outcome.entrant for outcome in self.outcomes].index(entrant)
        return match_points(places)[found]


def result_of(game: Game, rule: Rule = Rule()) -> Result:
    """The result of a game by the tournament's rule. Raises GameError when fewer than two people sat in it."""
    counted = [
        (seat, sat, *_holder(sat, rule)) for seat, sat in enumerate(game.seats) if sat.tenures[0].player is not None
    ]
    if len(counted) < 2:
        raise GameError("Game {game} had fewer than two human players, so it has no result.", game=game.number)
    parts = [_part(game, sat, part) for _, sat, _, part, _ in counted]
    keys = [_key(game, sat, part, ply) for (_, sat, _, _, ply), part in zip(counted, parts, strict=True)]
    return Result(
        game.number,
        game.ending,
        tuple(
            Outcome(entrant, seat, place, None if part in (Part.LEFT, Part.LATE) else sat.vp, part)
            for (seat, sat, entrant, _, _), part, place in zip(counted, parts, ranked(keys), strict=True)
        ),
    )


def ranked(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Places from keys, the smallest first, equal ones sharing: 1, 2, 2, 4."""
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def _holder(sat: Sat, rule: Rule) -> tuple[int, Part, int]:
    """Whose result the seat is, how it came about, and at which ply it was left (0 where it does not matter)."""
    first, last = sat.tenures[0], sat.tenures[-1]
    people = [tenure for tenure in sat.tenures if tenure.player is not None]
    entrant = first.player or 0
    final = people[-1]
    if final.player != entrant and rule.substitutes is Substitutes.NOBODY:
        own = next(tenure for tenure in reversed(people) if tenure.player == entrant)
        return entrant, Part.LEFT, own.left.ply if own.left else 0
    if rule.substitutes is Substitutes.SUBSTITUTE:
        entrant = final.player or 0
    if final is last and last.left is None:
        is_own = final.player == entrant
        return entrant, Part.PLAYED if is_own else Part.SUBSTITUTED, 0
    if rule.leavers is Leavers.AS_PLAYED_ON:
        return entrant, Part.PLAYED_ON, 0
    return entrant, Part.LEFT, final.left.ply if final.left else 0


def _part(game: Game, sat: Sat, part: Part) -> Part:
    is_late = game.ending is Ending.FORFEITED and sat.late and part is not Part.LEFT
    return Part.LATE if is_late else part


def _key(game: Game, sat: Sat, part: Part, ply: int) -> tuple[int, ...]:
    """What sorts the seats: who stayed, who was late, who left."""
    if part is Part.LEFT:
        return 2, -ply
    if part is Part.LATE:
        return (1,)
    if sat.place is not None:
        return 0, sat.place
    return (0,) if game.ending is Ending.BROKEN_OFF else (0, -sat.vp, -sat.tie)


WIN, DRAW = 10, 5
"""Tenths of a point for a game of two."""

RATED = {Ending.SCORED: rated.Ending.SCORED, Ending.BROKEN_OFF: rated.Ending.BROKEN_OFF}
"""Only what people played to its end, or left, says something of their strength."""


def for_standings(result: Result, round_number: int) -> Table:
    """The table as standings reckon with it."""
    return Table(round_number, tuple(Seat(one.entrant, one.place, one.vp) for one in result.outcomes))


def for_pairing(result: Result, round_number: int) -> Row:
    """The row from which the next round at tables is paired."""
    return Row(
        round_number,
        tuple(one.entrant for one in result.outcomes),
        tuple(one.place for one in result.outcomes),
    )


def for_pairs(result: Result, round_number: int, *, played: bool) -> Pair:
    """The row from which the next round in pairs is paired. A game of which no round was completed before it was
    forfeited or left is no meeting: it was not `played`."""
    white, black = _two(result)
    points = (DRAW, DRAW) if white.place == black.place else (WIN, 0) if white.place < black.place else (0, WIN)
    return Pair(round_number, white.entrant, black.entrant, *points, played=played)


def winner(result: Result) -> int | None:
    """Who won a game of a knockout for two; None when it was drawn."""
    one, other = _two(result)
    if one.place == other.place:
        return None
    return one.entrant if one.place < other.place else other.entrant


def for_knockout(result: Result) -> OutcomeOfTable:
    """The table of a knockout."""
    return OutcomeOfTable({one.entrant: one.place for one in result.outcomes})


def for_duplicate(result: Result, deal: int) -> Played:
    """The game of a deal at a table of entrants; a seat that was left, or waited for when the round closed, has no points."""
    return Played(
        deal, tuple(one.entrant for one in result.outcomes), tuple(max(0, one.vp or 0) for one in result.outcomes)
    )


def for_ratings(game: Game, *, at: int, variant: str, speed: str, is_casual: bool = False) -> rated.FinishedGame:
    """The game as ratings judge it, by their own rule of who answers for a seat. One that was adjudicated, counted by
    points so far or forfeited when its round closed is not rated: nobody played it to its end."""
    ending = RATED.get(game.ending)
    if ending is None:
        ending, is_casual = rated.Ending.BROKEN_OFF, True
    seats = tuple(_rated_seat(sat) for sat in game.seats)
    return rated.FinishedGame(at, game.number, seats, game.rounds, ending, variant, speed, is_casual)


def _rated_seat(sat: Sat) -> rated.Seat:
    """A seat with its leavings; who came back to his own seat has not left it."""
    if sat.tenures[0].player is None:
        return rated.Seat(None, sat.place)
    people: list[Tenure] = []
    for tenure in sat.tenures:
        if tenure.player is not None and people and people[-1].player == tenure.player:
            people[-1] = tenure
        elif tenure.player is not None:
            people.append(tenure)
    leaving: rated.Leaving | None = None
    for number in reversed(range(len(people))):
        left = people[number].left
        following = people[number + 1].player if number + 1 < len(people) else None
        leaving = None if left is None else _leaving(left, following, leaving)
    return rated.Seat(people[0].player, sat.place, leaving)


def _leaving(left: Left, substitute: int | None, then: rated.Leaving | None) -> rated.Leaving:
    reason = rated.Exit.TIMED_OUT if left.timed_out else rated.Exit.RESIGNED
    return rated.Leaving(left.ply, left.rounds, reason, substitute, then)


def _two(result: Result) -> tuple[Outcome, Outcome]:
    if len(result.outcomes) != 2:
        raise GameError("Game {game} is not a game between two people.", game=result.number)
    one, other = result.outcomes
    return one, other
