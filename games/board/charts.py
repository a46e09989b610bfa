"""Line charts: values in, the coordinates of a drawing out (jinja/games/board/chart.html). Lines differ by their dashes and have
their names at their ends, so nobody needs the colours; a table beside each has its figures."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from games.names import words

Values = Sequence[float | None]


@dataclass(frozen=True, slots=True)
class Frame:
    """A drawing, the room around its lines, and how far apart names have to stand."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    apart: int = 13

    @property
    def floor(self) -> int:
        return self.height - self.bottom

    @property
    def end(self) -> int:
        return self.width - self.right


PANEL = Frame(340, 150, 26, 92, 8, 16)
"""Beside a board, and for a chart among others."""


@dataclass(frozen=True, slots=True)
class Series:
    """What one line shows; None where it has no value. `look` is its class, `end` what stands at its end if that is not its whole
    name."""

    look: str
    name: str
    values: Values
    end: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """`path` are the points of a polyline; `said` is the name with the last value, for those who cannot see the drawing."""

    look: str
    path: str
    said: str
    end: str
    x: float
    y: float
    label_y: float


@dataclass(frozen=True, slots=True)
class Chart:
    """`across` are marks of the horizontal axis, `up` those of the vertical one, with its lines."""

    frame: Frame
    lines: tuple[Line, ...]
    across: tuple[Mark, ...]
    up: tuple[Mark, ...]
    dots: tuple[tuple[float, float], ...] = ()

    @property
    def says(self) -> str:
        return ", ".join(line.said for line in self.lines)


def chart(
    series: Sequence[Series],
    marks: Iterable[tuple[float, str]],
    *,
    frame: Frame = PANEL,
    least: float | None = 0,
    most: float = 0,
    dots: Values = (),
    written: Callable[[float], str] = lambda value: words.figure(round(value)),
) -> Chart:
    """`marks` are places among the values and what stands there below the axis, `dots` values that bear one, by place. The vertical
    axis holds all values, `least` and `most`; with `least` None it begins near the lowest value."""
    found = [value for one in series for value in one.values if value is not None]
    step, bottom, top = scale(min(found if least is None else [least, *found]), max([most, *found]))
    across = (frame.end - frame.left) / max(len(series[0].values) - 1, 1)

    def x(place: float) -> float:
        return round(frame.left + place * across, 1)

    def y(value: float) -> float:
        return round(frame.floor - (frame.floor - frame.top) * (value - bottom) / (top - bottom), 1)

    ticks = range(round((top - bottom) / step) + 1)
    return Chart(
        frame,
        _apart([_line(one, x, y, written) for one in series], frame),
        tuple(Mark(x(place), text) for place, text in marks),
        tuple(Mark(y(bottom + tick * step), written(bottom + tick * step)) for tick in ticks),
        tuple((x(place), y(value)) for place, value in enumerate(dots) if value is not None),
    )


MOST_TICKS = 6


def scale(lowest: float, highest: float) -> tuple[float, float, float]:
    """The distance of the lines of an axis, the lowest and the highest of them: around the values, and few enough to be read."""
    step, size = 1.0, 1
    while True:
        for step in (size * 1.0, size * 2.0, size * 5.0):
            bottom, top = lowest // step * step, -(-highest // step) * step
            top += step if top == bottom else 0
            if (top - bottom) / step < MOST_TICKS:
                return step, bottom, top
        size *= 10


def _line(
    one: Series, x: Callable[[float], float], y: Callable[[float], float], written: Callable[[float], str]
) -> Line:
    known = [(place, value) for place, value in enumerate(one.values) if value is not None]
    corners = [
        (x(place), y(value)) for place, value in (known[bend] for bend in _bends([value for _at, value in known]))
    ]
    path = " ".join(f"{across},{up}" for across, up in corners) if len(known) > 1 else ""
    if not known:
        return Line(one.look, "", one.name, "", 0, 0, 0)
    reached, (last_x, last_y) = written(known[-1][1]), corners[-1]
    end = f"{one.end or one.name} {reached}".strip()
    return Line(one.look, path, f"{one.name} {reached}".strip(), end, last_x, last_y, last_y)


def _bends(values: Sequence[float]) -> list[int]:
    """Both ends of a line, and every place where it was or becomes another number: between them it runs level."""
    last = len(values) - 1
    return [
        place
        for place, number in enumerate(values)
        if place in (0, last) or not values[place - 1] == number == values[place + 1]
    ]


def _apart(lines: list[Line], frame: Frame) -> tuple[Line, ...]:
    """What stands at the ends of the lines, apart from each other, and all of it in the drawing."""
    from_below = sorted(lines, key=lambda line: -line.label_y)
    heights, lowest = [], float("inf")
    for line in from_below:
        lowest = min(line.label_y, lowest - frame.apart)
        heights.append(lowest)
    highest = float(frame.top)
    for place in reversed(range(len(heights))):
        heights[place] = max(heights[place], highest)
        highest = heights[place] + frame.apart
    placed = {id(line): replace(line, label_y=round(y, 1)) for line, y in zip(from_below, heights, strict=True)}
    return tuple(placed[id(line)] for line in lines)
