"""Withdrawal from a round-robin, and what a late entry brings along.

Before half of his games are over all his results are annulled: the others of a table keep their game as one among
themselves, and what has not begun is played without him. Later the results stand, and what has not begun is lost by
forfeit. A game that runs goes on, and counts by the same rule.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from arbiter.errors import FormatError, ResultError, TooLate


@dataclass(frozen=True, slots=True)
class LateEntry:
    """How long one may enter, and what each round missed gives.

    `until` is the last round into which somebody may enter; `points` are given for each of the first `most` rounds
    missed, nothing for more (None: for all).
    """

    until: int
    points: Fraction = Fraction(0)
    most: int | None = None

    def __post_init__(self) -> None:
        if self.until < 1 or self.points < 0 or (self.most is not None and self.most < 0):
            raise FormatError(
                "Late entry until round {until} with {points} points is invalid. Use round 1 or later and 0 or "
                "more points.",
                until=self.until,
                points=str(self.points),
            )


def late_points(rule: LateEntry, first_round: int) -> tuple[Fraction, ...]:
    """The points for every round missed by who enters in `first_round`, one a round. Raises TooLate after the last."""
    if not 1 <= first_round <= rule.until:
        raise TooLate(
            "Late entry is open until round {until}, not in round {round}.", until=rule.until, round=first_round
        )
    counted = first_round - 1 if rule.most is None else min(rule.most, first_round - 1)
    return (rule.points,) * counted + (Fraction(0),) * (first_round - 1 - counted)


Table = tuple[int, ...]


class Withdrawal(Enum):
    """What becomes of the games of a player who gives up."""

    ANNUL = "annul"  # less than half is over: all results of the player are annulled
    KEEP = "keep"  # half or more is over: results stand, the player is last without points in the rest


def withdrawal(finished: int, games: int) -> Withdrawal:
    """Which rule applies after `finished` of the player's `games`. Raises ResultError for impossible numbers."""
    if not 0 <= finished <= games or games < 1:
        raise ResultError("{finished} finished games out of {games} is not possible.", finished=finished, games=games)
    return Withdrawal.ANNUL if 2 * finished < games else Withdrawal.KEEP


class Fate(Enum):
    """What becomes of a game."""

    SMALLER = "smaller"  # not over yet: it counts, and where it has not begun is played, without him
    FREE = "free"  # not over yet, and nobody but one is left: it counts for nobody
    AMONG_THEMSELVES = "among-themselves"  # over: the others keep it as a game among themselves
    ANNULLED = "annulled"  # over: with one other only, so nothing is left of it
    STANDS = "stands"
    FORFEITED = "forfeited"  # not begun yet: he is last without points


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Which rule applies, and the fate of each of his games by its number among all tables."""

    rule: Withdrawal
    games: tuple[tuple[int, Fate], ...]

    def count(self, fate: Fate) -> int:
        """How many of his games have it."""
        return sum(found is fate for _, found in self.games)


def withdraw(tables: Sequence[Table], player: int, finished: Collection[int]) -> Withdrawn:
    """What becomes of the games of a player who gives up, `finished` being the numbers of tables that are over.

    Raises ResultError for somebody who plays nowhere, and for games that are not there.
    """
    own = [number for number, table in enumerate(tables) if player in table]
    if not own:
        raise ResultError("Player {player} is not at any table.", player=player)
    if strange := set(finished) - set(range(len(tables))):
        raise ResultError("Table {table} does not exist; table numbers start at 0.", table=min(strange))
    rule = withdrawal(sum(number in finished for number in own), len(own))
    return Withdrawn(rule, tuple((number, _fate(rule, len(tables[number]), number in finished)) for number in own))


def _fate(rule: Withdrawal, size: int, is_finished: bool) -> Fate:
    if rule is Withdrawal.KEEP:
        return Fate.STANDS if is_finished else Fate.FORFEITED
    if is_finished:
        return Fate.AMONG_THEMSELVES if size > 2 else Fate.ANNULLED
    return Fate.SMALLER if size > 2 else Fate.FREE


def among_themselves(places: Sequence[int], gone: Collection[int]) -> tuple[int | None, ...]:
    """The places of a table without the seats in `gone`: who came second of four behind a winner who is annulled is
    first of three. None for those who are gone. Points are those of a table of so many as are left."""
    if unknown := set(gone) - set(range(len(places))):
        raise ResultError("Seat {seat} does not exist at a table of {size}.", seat=min(unknown), size=len(places))
    left = [place for seat, place in enumerate(places) if seat not in gone]
    return tuple(
        None if seat in gone else 1 + sum(other < place for other in left) for seat, place in enumerate(places)
    )
