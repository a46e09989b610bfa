"""Schedules at tables of 3 to 5, with how even they are and how even they could be; and the season of one group, at tables or
in pairs.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from arbiter.errors import ImpossibleSchedule, ScheduleSizeError
from arbiter.schedules import designs
from arbiter.schedules.bounds import (
    Tables,
    bound,
    bound_of_two_legs,
    impossible,
    meeting_spread,
    meetings,
    seat_counts,
    seat_spread,
)
from arbiter.schedules.designs import StoredSchedule, berger, bye_number, double_berger, read_entries, seated
from arbiter.sentences import Sentence

DATA = Path(__file__).resolve().parent / "data"
FIELDS = range(5, 17)
TABLE_SIZES = range(3, 6)
GAMES = range(1, 16)


class Proof(Enum):
    OPTIMAL = "proved optimal"
    BEST_KNOWN = "best known"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class Schedule:
    """Tables of players by number from 1 in the order of their seats; all may be played at once.

    `games` is what each player plays in one leg; the second of two `legs`, with other opponents as even as can be, follows
    the first in `tables`. `meetings` and `seats` are spreads in games: the most of any pair less the fewest, the worst
    player's most frequent seat less the rarest. No schedule has a spread of meetings below `bound`, for `reason`.
    """

    players: int
    table: int
    games: int
    legs: int
    tables: Tables
    meetings: int
    bound: int
    reason: Sentence
    seats: int

    @property
    def proof(self) -> Proof:
        return Proof.OPTIMAL if self.meetings == self.bound else Proof.BEST_KNOWN


def schedule(players: int, table: int, games: int, legs: int = 1) -> Schedule:
    """The schedule for these sizes: a design of closed form where there is one, else the best found by search.

    Raises ScheduleSizeError outside what is offered (as many players as a table has, or 5 to 16; tables of 3 to 5, 1 to
    15 games a leg; besides the designs), ImpossibleSchedule with the reason when no schedule has these numbers.
    """
    if reason := impossible(players, table, games):
        raise ImpossibleSchedule("{reason}.", reason=reason)
    first = _design(players, table, games)
    if first is None or (legs == 2 and (players, games) in _entries(table) and meeting_spread(players, first)):
        entry = _entry(players, table, games)
        first, second = seated(entry.first), entry.second
    else:
        second = first
    tables = first if legs == 1 else _both(first, second, games)
    known = bound(players, table, games) if legs == 1 else bound_of_two_legs(players, table, games)
    return Schedule(
        players,
        table,
        games,
        legs,
        tables,
        meeting_spread(players, tables),
        known.spread,
        known.reason,
        seat_spread(players, tables),
    )


def sizes_offered() -> Iterator[tuple[int, int, int]]:
    """Every (players, table, games) of the searched range, the impossible ones too."""
    for table in TABLE_SIZES:
        for players in FIELDS:
            for games in GAMES:
                yield players, table, games


def _design(players: int, table: int, games: int) -> Tables | None:
    if players == table and table in TABLE_SIZES and games in GAMES:
        return designs.everybody(players, games)
    if players == table + 1 and games == table:
        return designs.everybody_but_one(players)
    if games == table and (tables := designs.cyclic(players, table)):
        return tables
    order = designs.order_of(players, table)
    return seated(designs.lines(order)) if order and games == order + 1 else None


def _both(first: Tables, second: Tables, games: int) -> Tables:
    """Both legs. The same tables again are seated the other way round if seats are even already, else all anew."""
    if first == second and games % len(first[0]) == 0:
        return (*first, *(table[::-1] for table in second))
    return seated((*first, *second))


def _entry(players: int, table: int, games: int) -> StoredSchedule:
    entry = _entries(table).get((players, games)) if table in TABLE_SIZES else None
    if entry is None:
        raise ScheduleSizeError(
            "No schedule is available for {players} players at tables of {table} with {games} games. "
            "Available: one table, or {first} to {last} players at tables of {smallest} to {largest} with up "
            "to {most} games.",
            players=players,
            table=table,
            games=games,
            first=FIELDS[0],
            last=FIELDS[-1],
            smallest=TABLE_SIZES[0],
            largest=TABLE_SIZES[-1],
            most=GAMES[-1],
        )
    return entry


@cache
def _entries(table: int) -> dict[tuple[int, int], StoredSchedule]:
    if table not in TABLE_SIZES:
        return {}
    return {(entry.players, entry.games): entry for entry in read_entries(DATA / f"tables-of-{table}.txt")}


PAIR = 2
"""Players of a table in a league of pairs."""

GROUP_SIZES = range(5, 11)
"""Players of a group: below five a season says little, above ten a schedule of few games leaves many pairs out."""


@dataclass(frozen=True, slots=True)
class Quality:
    """What a schedule gives to everybody, each as the least and the most of any player or pair."""

    players: int
    table: int  # players of each table
    tables: int  # how many there are in all
    games: tuple[int, int]
    meetings: tuple[int, int]  # of each pair
    seats: tuple[int, int]  # how often anybody sits in any one seat


def group_tables(players: int, table: int, games: int | None = None, legs: int = 1) -> Tables:
    """The tables of a group by number from 1, all of them together; pairs are tables of two, white first.

    In pairs everybody meets everybody once, or in two legs twice. At tables everybody plays `games` a leg, as many as a
    table has seats unless said otherwise, so that seats come out even. Errors as `catalogue.schedule` has them.
    """
    if table == PAIR:
        if games not in (None, players - 1):
            raise ScheduleSizeError(
                "In pairs everyone plays everyone: {wanted} games per leg, not {games}.",
                wanted=players - 1,
                games=games or 0,
            )
        rounds = berger(players) if legs == 1 else double_berger(players)
        return tuple(pair for pairs in rounds for pair in pairs if bye_number(players) not in pair)
    return schedule(players, table, table if games is None else games, legs).tables


def quality(players: int, tables: Tables) -> Quality:
    """The measured quality of any tables of players 1 to `players`, counted from the tables themselves."""
    seats = seat_counts(players, tables)
    games, met = [sum(row) for row in seats.values()], meetings(players, tables).values()
    sat = [times for row in seats.values() for times in row]
    size = max(map(len, tables), default=0)
    return Quality(players, size, len(tables), _range(games), _range(met), _range(sat))


def qualities() -> Iterator[Quality]:
    """The groups that leagues have, each with the schedule it gets: pairs, then tables of 3, 4 and 5."""
    for table in (PAIR, *TABLE_SIZES):
        for players in GROUP_SIZES:
            yield quality(players, group_tables(players, table))


def rows() -> Iterator[str]:
    yield "| players | tables of | tables | games each | each pair meets | each seat |"
    yield "|---|---|---|---|---|---|"
    for one in qualities():
        ranges = " | ".join(map(_shown, (one.games, one.meetings, one.seats)))
        yield f"| {one.players} | {one.table} | {one.tables} | {ranges} |"


def _range(counts: Collection[int]) -> tuple[int, int]:
    return min(counts, default=0), max(counts, default=0)


def _shown(least_and_most: tuple[int, int]) -> str:
    least, most = least_and_most
    return f"{least}" if least == most else f"{least} to {most}"
