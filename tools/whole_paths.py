"""Paths on whole coordinates: half as many bytes, and nobody sees half of a 256th of an icon.

    >>> whole("M10.4 10.4c.3.3.3.3.3 4.2z")
    'M10 10c1 1 1 1 1 5z'
    >>> whole("M10 10l20 0l0 4z", scale=0.5)
    'M5 5h10v2z'

Points are rounded where they lie, not step by step, so that no error adds up on the way. What is no step any more is left out,
and each step has the letter that needs the fewest figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

TAKES = {
    "m": "xy",
    "l": "xy",
    "h": "x",
    "v": "y",
    "c": "xyxyxy",
    "s": "xyxy",
    "q": "xyxy",
    "t": "xy",
    "a": "rraffxy",
    "z": "",
}
"""What the figures after each letter are: coordinates, radii, an angle, flags."""
LETTER = re.compile(r"[\s,]*([a-zA-Z])")
FIGURE = re.compile(r"[\s,]*(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)")
FLAG = re.compile(r"[\s,]*([01])")


def steps(path: str) -> Iterator[tuple[str, list[float]]]:
    """Each letter with one round of its figures."""
    place, letter = 0, ""
    while path[place:].strip(" ,\n"):
        if found := LETTER.match(path, place):
            letter, place = found[1], found.end()
        elif letter in "mM":
            letter = "l" if letter == "m" else "L"
        figures = []
        for kind in TAKES[letter.lower()]:
            found = (FLAG if kind == "f" else FIGURE).match(path, place)
            if not found:
                raise ValueError(f"no figure at {place} of {path!r}")
            figures.append(float(found[1]))
            place = found.end()
        yield letter, figures


def whole(path: str, *, scale: float = 1) -> str:
    """The same path, drawn `scale` times as large, each of its points at the nearest whole place, as steps from point to point."""
    at, start = [0.0, 0.0], [0.0, 0.0]  # where the path is
    stood, began = [0, 0], [0, 0]  # and where it is drawn
    handle: list[float] | None = None  # of a curve before, its second one
    pen = _Pen()
    for letter, figures in steps(path):
        low = letter.lower()
        if low == "z":
            at, stood, handle = list(start), list(began), None
            pen.close()
            continue
        if low == "s":  # said whole, for what lies before it may be left out
            mirrored = [2 * here - there for here, there in zip(at, handle or at, strict=True)]
            if letter == low:
                mirrored = [there - here for here, there in zip(at, mirrored, strict=True)]
            letter, low, figures = ("c" if letter == low else "C"), "c", [*mirrored, *figures]
        told, point, drawn = [], list(at), list(stood)
        handle = _second(figures, at if letter == low else [0, 0]) if low == "c" else None
        for kind, figure in zip(TAKES[low], figures, strict=True):
            if kind in "xy":
                axis = "xy".index(kind)
                point[axis] = figure + (at[axis] if letter == low else 0)
                drawn[axis] = round(point[axis] * scale)
                told.append(drawn[axis] - stood[axis])
            else:
                told.append(round(figure) if kind == "f" else round(figure * (scale if kind == "r" else 1), 1))
        if low == "m":
            start, began = list(point), list(drawn)
            pen.move(drawn, told)
        elif low in "lhv":
            pen.line(drawn[0] - stood[0], drawn[1] - stood[1])
        elif low == "c":
            pen.curve(told)
        else:
            pen.step(low, told)
        at, stood = point, drawn
    return pen.text


def _second(figures: Sequence[float], origin: Sequence[float]) -> list[float]:
    """Where the second handle of a curve lies."""
    return [figures[2] + origin[0], figures[3] + origin[1]]


class _Pen:
    """Writes steps, each as short as it can be said."""

    def __init__(self) -> None:
        self.text = ""
        self._letter = ""
        self._mirrored: tuple[float, float] = (0, 0)
        """Where `s` would begin to bend: the last curve's second handle on the other side."""

    def move(self, place: Sequence[float], told: Sequence[float]) -> None:
        absolute, relative = "M" + _figures(place), "m" + _figures(told)
        self.text += relative if self.text and len(relative) < len(absolute) else absolute
        self._letter, self._mirrored = "", (0, 0)

    def close(self) -> None:
        self.text += "z"
        self._letter, self._mirrored = "", (0, 0)

    def line(self, x: float, y: float) -> None:
        if x and y:
            self.step("l", [x, y])
        elif x:
            self.step("h", [x])
        elif y:
            self.step("v", [y])

    def curve(self, told: Sequence[float]) -> None:
        x1, y1, x2, y2, x, y = told
        if (x1, y1) == (0, 0) and (x2, y2) == (x, y):
            self.line(x, y)
        elif (x1, y1) == self._mirrored:
            self.step("s", told[2:])
        else:
            self.step("c", told)

    def step(self, letter: str, told: Sequence[float]) -> None:
        figures = _figures(told)
        if letter == self._letter:
            self.text += figures if figures.startswith("-") else f" {figures}"
        else:
            self.text += letter + figures
        self._letter = letter
        self._mirrored = (told[-2] - told[-4], told[-1] - told[-3]) if letter in "cs" else (0, 0)


def _figures(told: Sequence[float]) -> str:
    text = ""
    for figure in told:
        one = f"{figure:g}"
        text += one if not text or one.startswith("-") else f" {one}"
    return text


def in_drawing(text: str, *, scale: float = 1) -> str:
    """All paths of a drawing."""
    return re.sub(r'(?<= d=")[^"]*(?=")', lambda found: whole(found[0], scale=scale), text)
