"""The history of a rating as a drawing: where each point and line lies. The template draws it; a table has the same figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.rated.changes import whole
from tournaments.rated.records import RatingEntry

WIDTH, HEIGHT = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 44, 58, 14, 30
STEPS = (10, 20, 50, 100, 200, 500)
MOST_LINES = 6
MOST_DOTS = 60
"""Beyond so many games dots would run into each other."""


@dataclass(frozen=True, slots=True)
class Point:
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Gridline:
    """A rating with its height."""

    value: int
    y: str


@dataclass(frozen=True, slots=True)
class Chart:
    """`provisional` and `settled` are the points of two lines, as SVG writes them; the first one is dashed."""

    width: int
    height: int
    left: int
    right: int
    grid: Sequence[Gridline]
    provisional: str
    settled: str
    dots: Sequence[Point]
    last: Point
    value: int
    lowest: int
    highest: int
    since: datetime
    until: datetime
    games: int


def chart_of(entries: Sequence[RatingEntry]) -> Chart | None:
    """The chart of a history, oldest first; None for none. Games stand at even distances: what counts is which, not when."""
    if not entries:
        return None
    values = [entries[0].value_before, *(entry.value for entry in entries)]
    step, bottom, top = _scale(min(values), max(values))

    def y(value: float) -> str:
        return f"{TOP + (HEIGHT - TOP - BOTTOM) * (top - value) / (top - bottom):.1f}"

    across = (WIDTH - LEFT - RIGHT) / len(entries)
    points = [Point(f"{LEFT + number * across:.1f}", y(value)) for number, value in enumerate(values)]
    firm = next((number for number, entry in enumerate(entries) if not entry.is_provisional), len(entries))
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        grid=[Gridline(value, y(value)) for value in range(bottom, top + 1, step)],
        provisional=_line(points[: firm + 1]),
        settled=_line(points[firm:]),
        dots=points[1:] if len(entries) <= MOST_DOTS else (),
        last=points[-1],
        value=whole(values[-1]),
        lowest=whole(min(values)),
        highest=whole(max(values)),
        since=entries[0].at,
        until=entries[-1].at,
        games=len(entries),
    )


def _line(points: Sequence[Point]) -> str:
    """Nothing for a single point, which is no line."""
    return " ".join(f"{point.x},{point.y}" for point in points) if len(points) > 1 else ""


def _scale(lowest: float, highest: float) -> tuple[int, int, int]:
    """The distance of the lines, and the lowest and highest of them: around the values, and few enough to be read."""
    for step in STEPS:
        bottom, top = int(lowest // step) * step, -int(-highest // step) * step
        if top == bottom:
            top += step
        if (top - bottom) // step < MOST_LINES:
            return step, bottom, top
    return step, bottom, top
