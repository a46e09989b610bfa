"""The season of one group, at tables or in pairs, and its measured quality: how often who meets whom and sits where."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from arbiter.errors import ScheduleSizeError
from arbiter.schedules.bounds import Tables, meetings, seat_counts
from arbiter.schedules.catalogue import TABLE_SIZES, Legs, schedule
from arbiter.schedules.designs import berger, bye_number, double_berger

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

    @property
    def is_perfect(self) -> bool:
        """Whether all pairs meet equally often and everybody sits in every seat equally often."""
        return all(least == most for least, most in (self.games, self.meetings, self.seats))


def group_tables(players: int, table: int, games: int | None = None, legs: Legs = Legs.SINGLE) -> Tables:
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
        rounds = berger(players) if legs is Legs.SINGLE else double_berger(players)
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
    """The same as the rows of a table in Markdown."""
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
