"""Withdrawal from a round-robin, in pairs or at tables: what becomes of every game of who gives up, and of the others.

Before the first game of somebody the games are as if he had never been there, unless somebody takes the place. Before
half of them all his results are annulled: the others of a table that is over keep their game as one among themselves.
Later the results stand, and what he has not played is lost by forfeit.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum

from tournaments.errors import ResultError
from tournaments.formats.seasons import Withdrawal, withdrawal

Table = tuple[int, ...]


class Fate(Enum):
    """What becomes of a game."""

    REPLACED = "replaced"  # somebody of the waiting list sits there
    SMALLER = "smaller"  # not played yet: it is played without him
    FREE = "free"  # not played yet, and nobody but one is left: a free round
    AMONG_THEMSELVES = "among-themselves"  # played: the others keep it as a game among themselves
    ANNULLED = "annulled"  # played: with one other only, so nothing is left of it
    STANDS = "stands"
    FORFEITED = "forfeited"  # not played yet: he is last without points


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Which rule applies, and the fate of each of his games by its number among all tables."""

    rule: Withdrawal
    games: tuple[tuple[int, Fate], ...]


def withdraw(tables: Sequence[Table], player: int, finished: Collection[int], *, replaced: bool = False) -> Withdrawn:
    """What becomes of the games of a player who gives up, `finished` being the numbers of tables that are over.

    `replaced` says that somebody takes the place, which only works before the first game. Raises ResultError for
    somebody who plays nowhere, for games that are not there, and for a replacement that comes too late.
    """
    own = [number for number, table in enumerate(tables) if player in table]
    if not own:
        raise ResultError("Player {player} plays at none of the tables.", player=player)
    if strange := set(finished) - set(range(len(tables))):
        raise ResultError("There is no table {table}; they are numbered from 0.", table=min(strange))
    rule = withdrawal(sum(number in finished for number in own), len(own))
    if replaced and rule is not Withdrawal.REPLACE:
        raise ResultError("Player {player} has played; the place cannot be given away any more.", player=player)
    games = tuple((number, _fate(rule, len(tables[number]), number in finished, replaced)) for number in own)
    return Withdrawn(rule, games)


def _fate(rule: Withdrawal, size: int, is_finished: bool, is_replaced: bool) -> Fate:
    if is_replaced:
        return Fate.REPLACED
    if rule is Withdrawal.KEEP:
        return Fate.STANDS if is_finished else Fate.FORFEITED
    if is_finished:
        return Fate.AMONG_THEMSELVES if size > 2 else Fate.ANNULLED
    return Fate.SMALLER if size > 2 else Fate.FREE


def among_themselves(places: Sequence[int], gone: Collection[int]) -> tuple[int | None, ...]:
    """The places of a table without the seats in `gone`: who came second of four behind a winner who is annulled is
    first of three. None for those who are gone. Points are those of a table of so many as are left."""
    if unknown := set(gone) - set(range(len(places))):
        raise ResultError("There is no seat {seat} at a table of {size}.", seat=min(unknown), size=len(places))
    left = [place for seat, place in enumerate(places) if seat not in gone]
    return tuple(
        None if seat in gone else 1 + sum(other < place for other in left) for seat, place in enumerate(places)
    )
