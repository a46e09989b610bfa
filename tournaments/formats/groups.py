"""Groups with finals: players dealt to groups by seed, the best of each group to a knockout or to final tables."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.errors import FieldSizeError
from tournaments.formats.knockout import Match, first_round
from tournaments.formats.tables_knockout import Table, seeded_tables


def groups(seeds: Sequence[int], count: int) -> tuple[Table, ...]:
    """Groups of nearly equal size and strength, by a serpentine over the seeds; see `seeded_tables`."""
    return seeded_tables(seeds, count)


def qualified(standings: Sequence[Sequence[int]], per_group: int) -> tuple[int, ...]:
    """The first `per_group` of each group as seeds of the finals: all winners, then all seconds, and so on.

    `standings` are the groups' players from the first place down, ties broken. Within a rank the order of the groups
    stands. Raises FieldSizeError when a group has too few players.
    """
    for number, group in enumerate(standings, start=1):
        if len(group) < per_group:
            raise FieldSizeError(f"Group {number} has {len(group)} players, {per_group} were to go on.")
    return tuple(group[rank] for rank in range(per_group) for group in standings)


def knockout_finals(standings: Sequence[Sequence[int]], per_group: int) -> tuple[Match, ...]:
    """The first round of the finals: winners are seeded, and where it can be no two of a group meet again at once."""
    home = {player: number for number, group in enumerate(standings) for player in group}
    return first_round(qualified(standings, per_group), home)


def final_tables(standings: Sequence[Sequence[int]], per_group: int, tables: int) -> tuple[Table, ...]:
    """Final tables among those who qualified: ranks dealt one after another, each to the table with fewest of its group.

    Every rank goes once round the tables before it comes to one again, so winners are spread as evenly as can be.
    """
    seeds = qualified(standings, per_group)
    if tables < 1 or len(seeds) < 2 * tables:
        raise FieldSizeError(f"{len(seeds)} players do not fill {tables} final tables of at least two.")
    home = {player: number for number, group in enumerate(standings) for player in group}
    dealt: list[list[int]] = [[] for _ in range(tables)]
    for player in seeds:
        fewest = min(map(len, dealt))
        open_tables = [table for table in dealt if len(table) == fewest]
        min(open_tables, key=lambda table: sum(home[other] == home[player] for other in table)).append(player)
    return tuple(map(tuple, dealt))
