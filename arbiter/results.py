"""A finished game as it counts: closing a round by the tournament's rule, the one rule from a game to places, and what
pairing, standings and ratings read of it.

1. A seat that a bot held from the start is nobody's; the people are placed among themselves.
2. Those who stayed stand by the places of a scored game, else by VP and then by what parts equal VP; in a game that broke
   off all who stayed are level.
3. Those who were late when a round closed by forfeit stand behind them, all level.
4. Those who left stand last; of several the later one before the earlier, those of one ply level. A tournament may say
   instead that the seat counts for them as a bot or a substitute went on with it (`Rule`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from fractions import Fraction

from arbiter.errors import FormatError, GameError
from arbiter.formats.duplicate import PlayedDeal
from arbiter.pairing.rows import Pair
from arbiter.pairing.rows import Sat as Row
from arbiter.pairing.tables.field import match_points
from arbiter.standings.tables import FinishedTable, TableSeat


class Ending(Enum):
    SCORED = "scored"  # by the rules of the game, with the final scoring
    BROKEN_OFF = "broken-off"  # too few were left to play on: who stayed is level
    ADJUDICATED = "adjudicated"  # played out by a bot from where it stood when the round closed
    POINTS = "points"  # the round closed: the points so far decide
    FORFEITED = "forfeited"  # the round closed: who was late is last, the points so far decide among the others


@dataclass(frozen=True, slots=True)
class Left:
    """When a holder gave up the seat (by ply, and by rounds completed then), and whether they resigned."""

    ply: int
    rounds: int
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class Tenure:
    """A player who held a seat (None: a bot), and how they left it; the last one of a seat may still be there."""

    player: int | None
    left: Left | None = None


@dataclass(frozen=True, slots=True)
class Sat:
    """A seat: its tenures in turn, its VP and what parts equal VP (rubles), its place if the game was scored, and
    whether the round waited for it when it closed."""

    tenures: tuple[Tenure, ...]
    vp: int
    tie: int = 0
    place: int | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """A game of two to five seats that counts; `rounds` are those completed."""

    number: int
    seats: tuple[Sat, ...]
    rounds: int
    ending: Ending

    def __post_init__(self) -> None:
        if not 2 <= len(self.seats) <= 5:
            raise GameError("Game {game} has {seats} seats; it needs 2 to 5.", game=self.number, seats=len(self.seats))
        people: list[int] = []
        for seat, sat in enumerate(self.seats):
            if not sat.tenures:
                raise GameError("Game {game}: seat {seat} was never taken.", game=self.number, seat=seat)
            if any(tenure.left is None for tenure in sat.tenures[:-1]):
                raise GameError(
                    "Game {game}: seat {seat} changed players although nobody had left it.", game=self.number, seat=seat
                )
            if (sat.place is not None) is not (self.ending is Ending.SCORED):
                raise GameError(
                    "Game {game}: every seat of a scored game needs a place; other games have none.", game=self.number
                )
            people += {tenure.player for tenure in sat.tenures if tenure.player is not None}
        if len(set(people)) != len(people):
            raise GameError("Game {game}: one player held two seats.", game=self.number)

    @property
    def gone(self) -> tuple[int, ...]:
        """Players who dropped out: they lost their seats without resigning, or were late when the round closed by forfeit."""
        found = []
        for sat in self.seats:
            last = {tenure.player: tenure for tenure in sat.tenures if tenure.player is not None}
            found += [player for player, tenure in last.items() if tenure.left and not tenure.left.resigned]
            if self.ending is Ending.FORFEITED and sat.late:
                found += [player for player, tenure in last.items() if tenure.left is None]
        return tuple(found)


ENDINGS = {"adjudicate": Ending.ADJUDICATED, "points": Ending.POINTS, "forfeit": Ending.FORFEITED}


class Unfinished(Enum):
    """How a game counts that is not over when its round closes."""

    ADJUDICATE = "adjudicate"  # a bot plays it out from where it stands; not rated
    POINTS = "points"  # the points so far
    FORFEIT = "forfeit"  # who is late is last, the others by the points so far


@dataclass(frozen=True, slots=True)
class Closing:
    """The rule: by how much a round is extended once, if at all, and what becomes of games not over then."""

    then: Unfinished = Unfinished.POINTS
    extension: timedelta | None = None

    def __post_init__(self) -> None:
        if self.extension is not None and self.extension <= timedelta(0):
            raise FormatError("The extension of a round must be longer than zero, or left out.")


class DeadlineStep(Enum):
    CLOSE = "close"  # every game is over
    EXTEND = "extend"
    PLAY_OUT = "play-out"  # the games named are played out by a bot first
    COUNT = "count"  # the games named count as they stand


@dataclass(frozen=True, slots=True)
class AtDeadline:
    """The step, the games it concerns, and with an extension by how much."""

    step: DeadlineStep
    games: tuple[int, ...] = ()
    by: timedelta | None = None


def at_deadline(rule: Closing, running: Sequence[int], *, was_extended: bool) -> AtDeadline:
    """What the rule says when the deadline of a round comes and these games, by number, are still running."""
    games = tuple(sorted(running))
    if not games:
        return AtDeadline(DeadlineStep.CLOSE)
    if rule.extension is not None and not was_extended:
        return AtDeadline(DeadlineStep.EXTEND, games, rule.extension)
    return AtDeadline(DeadlineStep.PLAY_OUT if rule.then is Unfinished.ADJUDICATE else DeadlineStep.COUNT, games)


class Leavers(Enum):
    LAST = "last"
    AS_PLAYED_ON = "as-played-on"  # as the bot finished it


class Substitutes(Enum):
    ENTRANT = "entrant"  # of who was paired; the substitute lent a hand
    SUBSTITUTE = "substitute"  # of the substitute, who takes the place in the tournament
    NOBODY = "nobody"  # the leaver is last, the substitute gets nothing


@dataclass(frozen=True, slots=True)
class Rule:
    leavers: Leavers = Leavers.LAST
    substitutes: Substitutes = Substitutes.ENTRANT


class OutcomeKind(Enum):
    PLAYED = "played"
    PLAYED_ON = "played-on"  # a bot finished it, and that counts
    SUBSTITUTED = "substituted"
    LATE = "late"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """One entrant's result: the place among the people, shared places alike, and the VP; None where they do not count."""

    entrant: int
    seat: int
    place: int
    vp: int | None
    part: OutcomeKind


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game in the order of its seats; seats of bots have none."""

    number: int
    ending: Ending
    outcomes: tuple[SeatOutcome, ...]

    def share(self, entrant: int) -> Fraction:
        """Match points: the share of opponents beaten, ties half (`pairing.tables.points`)."""
        places = [outcome.place for outcome in self.outcomes]
        found = [outcome.entrant for outcome in self.outcomes].index(entrant)
        return match_points(places)[found]


def result_of(game: Game, rule: Rule = Rule()) -> GameResult:
    """The result of a game by the tournament's rule. Raises GameError when fewer than two people sat in it."""
    counted = [
        (seat, sat, *_holder(sat, rule)) for seat, sat in enumerate(game.seats) if sat.tenures[0].player is not None
    ]
    if len(counted) < 2:
        raise GameError("Game {game} had fewer than two human players, so it has no result.", game=game.number)
    parts = [_part(game, sat, part) for _, sat, _, part, _ in counted]
    keys = [_key(game, sat, part, ply) for (_, sat, _, _, ply), part in zip(counted, parts, strict=True)]
    return GameResult(
        game.number,
        game.ending,
        tuple(
            SeatOutcome(entrant, seat, place, None if part in (OutcomeKind.LEFT, OutcomeKind.LATE) else sat.vp, part)
            for (seat, sat, entrant, _, _), part, place in zip(counted, parts, ranked(keys), strict=True)
        ),
    )


def ranked(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Places from keys, the smallest first, equal ones sharing: 1, 2, 2, 4."""
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def _holder(sat: Sat, rule: Rule) -> tuple[int, OutcomeKind, int]:
    """Whose result the seat is, how it came about, and at which ply it was left (0 where it does not matter)."""
    first, last = sat.tenures[0], sat.tenures[-1]
    people = [tenure for tenure in sat.tenures if tenure.player is not None]
    entrant = first.player or 0
    final = people[-1]
    if final.player != entrant and rule.substitutes is Substitutes.NOBODY:
        own = next(tenure for tenure in reversed(people) if tenure.player == entrant)
        return entrant, OutcomeKind.LEFT, own.left.ply if own.left else 0
    if rule.substitutes is Substitutes.SUBSTITUTE:
        entrant = final.player or 0
    if final is last and last.left is None:
        is_own = final.player == entrant
        return entrant, OutcomeKind.PLAYED if is_own else OutcomeKind.SUBSTITUTED, 0
    if rule.leavers is Leavers.AS_PLAYED_ON:
        return entrant, OutcomeKind.PLAYED_ON, 0
    return entrant, OutcomeKind.LEFT, final.left.ply if final.left else 0


def _part(game: Game, sat: Sat, part: OutcomeKind) -> OutcomeKind:
    is_late = game.ending is Ending.FORFEITED and sat.late and part is not OutcomeKind.LEFT
    return OutcomeKind.LATE if is_late else part


def _key(game: Game, sat: Sat, part: OutcomeKind, ply: int) -> tuple[int, ...]:
    """What sorts the seats: who stayed, who was late, who left."""
    if part is OutcomeKind.LEFT:
        return 2, -ply
    if part is OutcomeKind.LATE:
        return (1,)
    if sat.place is not None:
        return 0, sat.place
    return (0,) if game.ending is Ending.BROKEN_OFF else (0, -sat.vp, -sat.tie)


WIN, DRAW = 10, 5
"""Tenths of a point for a game of two."""


def for_standings(result: GameResult, round_number: int) -> FinishedTable:
    return FinishedTable(round_number, tuple(TableSeat(one.entrant, one.place, one.vp) for one in result.outcomes))


def for_pairing(result: GameResult, round_number: int) -> Row:
    """The row from which the next round at tables is paired."""
    return Row(
        round_number,
        tuple(one.entrant for one in result.outcomes),
        tuple(one.place for one in result.outcomes),
    )


def for_pairs(result: GameResult, round_number: int, *, played: bool) -> Pair:
    """The row from which the next round in pairs is paired. A game of which no round was completed before it was
    forfeited or left is no meeting: it was not `played`."""
    white, black = _two(result)
    points = (DRAW, DRAW) if white.place == black.place else (WIN, 0) if white.place < black.place else (0, WIN)
    return Pair(round_number, white.entrant, black.entrant, *points, played=played)


def winner(result: GameResult) -> int | None:
    """The winner of a game for two; None if it was drawn. Raises GameError for another number of players."""
    one, other = _two(result)
    if one.place == other.place:
        return None
    return one.entrant if one.place < other.place else other.entrant


def for_duplicate(result: GameResult, deal: int) -> PlayedDeal:
    """The game of a deal at a table of entrants; a seat that was left, or waited for when the round closed, has no points."""
    return PlayedDeal(
        deal, tuple(one.entrant for one in result.outcomes), tuple(max(0, one.vp or 0) for one in result.outcomes)
    )


def _two(result: GameResult) -> tuple[SeatOutcome, SeatOutcome]:
    if len(result.outcomes) != 2:
        raise GameError("Game {game} is not a game between two people.", game=result.number)
    one, other = result.outcomes
    return one, other
