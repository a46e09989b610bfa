"""The table that a run prints: medians over the rounds, ratios round by round.

CPU is read from the kernel's clocks of the server's processes and their children; driver and database are not in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import mean, median

from .kinds import FLOORS, Kind
from .rounds import Figures

HEAD = (
    f"{'request':46}{'CPU ms':>8}{'spread':>14}{'ratio':>8}{'aim':>6}{'hit':>7}{'new':>7}{'first ms':>10}{'stmts':>7}"
    f"{'db ms':>7}{'bytes':>10}"
)
LEGEND = (
    "CPU ms: of the server for a request, games in turn with moves since; median of the rounds, with least and most.",
    "ratio: that over the floor of the same round; hit: the same for a few unchanged games; new: for games that the process",
    "has not seen. first: the first of its kind since the process began. stmts: as PostgreSQL counts them, with BEGIN and",
    "COMMIT; db ms: executing them, not part of CPU ms. bytes: of the body without compression.",
)


def lines(figures: Mapping[Kind, Figures]) -> Iterator[str]:
    """The whole table, line by line."""
    floors = {floor.key: figures[floor].by_round("turn") for floor in FLOORS}
    yield HEAD
    for kind, found in figures.items():
        if found.columns["turn"]:
            yield _line(kind, found, floors[kind.floor])
    yield from LEGEND


def _line(kind: Kind, found: Figures, floor: Mapping[int, float]) -> str:
    cpu, first, samples = found.by_round("turn"), found.by_round("first"), found.samples("turn")
    spread = f"{min(cpu.values()):.1f}-{max(cpu.values()):.1f}"
    statements = [one.statements for one in samples if one.statements is not None]
    database = [one.database for one in samples if one.database is not None]
    return (
        f"{kind.name:46}{median(cpu.values()):8.1f}{spread:>14}{_ratio(cpu, floor):>8}{kind.ratio or '-':>6}"
        f"{_ratio(found.by_round('hit'), floor):>7}{_ratio(found.by_round('new'), floor):>7}"
        f"{(f'{median(first.values()):.0f}' if first else '-'):>10}"
        f"{(f'{median(statements):.1f}' if statements else '-'):>7}{(f'{median(database):.1f}' if database else '-'):>7}"
        f"{mean(one.bytes for one in samples):10,.0f}"
    )


def _ratio(cpu: Mapping[int, float], floor: Mapping[int, float]) -> str:
    return f"{median(cpu[number] / floor[number] for number in cpu):.2f}" if cpu else "-"
