"""The table that a run prints: medians over the rounds, ratios round by round.

| column | meaning |
|---|---|
| CPU ms | CPU of the server's processes per request, median of the rounds, with the least and the most |
| ratio | that over the floor: the bare page, for a move the bare move; without `Accept-Encoding` |
| cold | games that this process has not seen |
| first | the first such request of a new process |
| stmts | as PostgreSQL counts them (`pg_stat_statements`), with BEGIN and COMMIT |
| tests | as `assertNumQueries` counts them, also on SQLite |
| db ms | time in which the database executed statements; not part of CPU ms |
| bytes | of the body without compression |
| gzip, +ms | bytes of a compressed answer, and how much more CPU it costs; `-` where none is sent |

CPU is read from the kernel's clocks of the server's processes and their children; driver and database are not in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import mean, median

from .driver import Sample
from .kinds import FLOORS, Kind
from .rounds import Figures

HEAD = (
    f"{'request':41}{'CPU ms':>8}{'spread':>14}{'ratio':>8}{'aim':>6}{'cold':>8}{'first':>8}"
    f"{'stmts':>8}{'tests':>7}{'aim':>5}{'db ms':>8}{'bytes':>10}{'gzip':>9}{'+ms':>7}"
)
LEGEND = (
    "CPU ms: of the server, a request, median of the rounds, with the least and the most. ratio: over the floor of the same round.",
    "cold: of games that the process has not seen. first: the first of its kind in a new process.",
    "stmts: as PostgreSQL counts them, with BEGIN and COMMIT. tests: as assertNumQueries counts them.",
    "db ms: executing in the database. gzip, +ms: bytes for a browser that takes compressed answers, and what that costs more.",
)


def lines(figures: Mapping[Kind, Figures], counted: Mapping[str, int]) -> Iterator[str]:
    """The whole table, line by line."""
    floors = {floor.key: _by_round(figures[floor]) for floor in FLOORS}
    yield HEAD
    for kind, found in figures.items():
        if found.warm:
            yield _line(kind, found, floors[kind.floor], counted.get(kind.key) if kind.server == "site" else None)
    yield from growth(figures)
    yield from LEGEND


def _by_round(figures: Figures) -> dict[int, float]:
    return {number: sample.cpu for number, sample in figures.warm.items()}


def _line(kind: Kind, found: Figures, floor: Mapping[int, float], counted: int | None) -> str:
    warm = list(found.warm.values())
    cpu = [sample.cpu for sample in warm]
    ratio = median(sample.cpu / floor[number] for number, sample in found.warm.items())
    spread = f"{min(cpu):.1f}-{max(cpu):.1f}"
    statements = [sample.statements for sample in warm if sample.statements is not None]
    database = [sample.database for sample in warm if sample.database is not None]
    squeezed = list(found.compressed.values())
    more = [sample.cpu - found.warm[number].cpu for number, sample in found.compressed.items()]
    return (
        f"{kind.name:41}{median(cpu):8.1f}{spread:>14}{ratio:8.2f}{_text(kind.ratio):>6}"
        f"{_median(found.cold):>8}{_median(found.first):>8}"
        f"{_text(round(median(statements), 1) if statements else None):>8}{_text(counted):>7}{_text(kind.statements):>5}"
        f"{(f'{median(database):.2f}' if database else '-'):>8}{mean(sample.bytes for sample in warm):10,.0f}"
        f"{(f'{mean(sample.bytes for sample in squeezed):,.0f}' if squeezed else '-'):>9}"
        f"{(f'{median(more):.1f}' if more else '-'):>7}"
    )


def _median(samples: Mapping[int, Sample]) -> str:
    return f"{median(sample.cpu for sample in samples.values()):.1f}" if samples else "-"


def _text(number: float | None) -> str:
    return "-" if number is None else f"{number:g}"


def growth(figures: Mapping[Kind, Figures]) -> Iterator[str]:
    """How cost grows with the length of a game and with the number of games."""
    found = {(kind.server, kind.key): one for kind, one in figures.items() if one.warm}
    early, late = found.get(("site", "base-20")), found.get(("site", "base-345"))
    if early and late:
        warm, cold = (_times(getattr(late, name), getattr(early, name)) for name in ("warm", "cold"))
        yield f"game page at move 345 over move 20: warm {warm:.2f} (aim 1.5), cold {cold:.2f} (aim 2)"
    for server, key in found:
        if server == "small" and (many := found.get(("site", key))):
            times = _times(many.warm, found[server, key].warm)
            yield f"{key} with ten times the games: {times:.2f} times the CPU (aim 1)"


def _times(more: Mapping[int, Sample], less: Mapping[int, Sample]) -> float:
    return median(sample.cpu / less[number].cpu for number, sample in more.items())
