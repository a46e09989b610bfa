"""What a schedule is judged by: how often each pair meets and how often each player sits in each seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from arbiter.errors import BrokenSchedule

Table = tuple[int, ...]
"""The players of one game by number, from 1, in the order of their seats."""

Tables = tuple[Table, ...]


def meetings(players: int, tables: Iterable[Table]) -> dict[tuple[int, int], int]:
    """How often each pair of players sits at the same table; a pair is (lower, higher) and every pair is listed."""
    met = dict.fromkeys(combinations(range(1, players + 1), 2), 0)
    for table in tables:
        for pair in combinations(sorted(table), 2):
            met[pair] += 1
    return met


def meeting_spread(players: int, tables: Iterable[Table]) -> int:
    """The most meetings of any pair less the fewest of any pair; 0 when all pairs meet equally often."""
    counts = meetings(players, tables).values()
    return max(counts) - min(counts)


def seat_counts(players: int, tables: Sequence[Table]) -> dict[int, tuple[int, ...]]:
    """How often each player sits in the first, second, … seat."""
    seats = max(map(len, tables), default=0)
    counts = {player: [0] * seats for player in range(1, players + 1)}
    for table in tables:
        for seat, player in enumerate(table):
            counts[player][seat] += 1
    return {player: tuple(row) for player, row in counts.items()}


def seat_spread(players: int, tables: Sequence[Table]) -> int:
    """The worst player's most frequent seat less the same player's rarest seat, in games."""
    return max((max(row) - min(row) for row in seat_counts(players, tables).values() if row), default=0)


def check(players: int, games: int, tables: Iterable[Table]) -> None:
    """Raise BrokenSchedule unless nobody sits twice at a table and everybody plays `games` games."""
    played: Counter[int] = Counter()
    for table in tables:
        if len(set(table)) != len(table):
            raise BrokenSchedule("A player sits twice at table {table}.", table=table)
        if not all(1 <= player <= players for player in table):
            raise BrokenSchedule("Table {table} seats a player outside 1 to {players}.", table=table, players=players)
        played.update(table)
    for player in range(1, players + 1):
        if played[player] != games:
            raise BrokenSchedule(
                "Player {player} plays {played} games instead of {games}.",
                player=player,
                played=played[player],
                games=games,
            )
