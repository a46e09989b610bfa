"""Paths on whole coordinates: half as many bytes, and nobody sees half of a 512th of an icon.

    >>> whole("M10.4 10.4c.3.3.3.3.3 4.2z")
    'M10 10c1 1 1 1 1 5z'

Points are rounded where they lie, not step by step, so that no error adds up on the way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

TAKES = {
    "m": "xy",
    "l": "xy",
    "h": "x",
    "v": "y",
    "c": "xyxyxy",
    "s": "xyxy",
    "q": "xyxy",
    "t": "xy",
    "a": "rrrffxy",
    "z": "",
}
"""What the figures after each letter are: coordinates, radii and angle, flags."""
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


def whole(path: str) -> str:
    """The same path, each of its points at the nearest whole place, as steps from point to point."""
    at, start = [0.0, 0.0], [0.0, 0.0]  # where the path is
    stood, began = [0, 0], [0, 0]  # and where it is drawn
    written: list[str] = []
    before = ""
    for letter, figures in steps(path):
        low = letter.lower()
        if low == "z":
            at, stood = list(start), list(began)
            written.append("z")
            before = "z"
            continue
        told, point, drawn = [], list(at), list(stood)
        for kind, figure in zip(TAKES[low], figures, strict=True):
            if kind in "xy":
                axis = "xy".index(kind)
                point[axis] = figure + (at[axis] if letter == low else 0)
                drawn[axis] = round(point[axis])
                told.append(drawn[axis] - stood[axis] if low != "m" else drawn[axis])
            else:
                told.append(round(figure) if kind == "f" else round(figure, 1))
        at, stood = point, drawn
        shown = "M" if low == "m" else low
        if low == "m":
            start, began = list(at), list(stood)
        written.append(("" if shown == before else shown) + _figures(told))
        if shown == before and not written[-1].startswith("-"):
            written[-1] = f" {written[-1]}"
        before = "l" if shown == "M" else shown
        if shown == "M":
            before = ""
    return "".join(written)


def _figures(told: list[float]) -> str:
    text = ""
    for figure in told:
        one = f"{figure:g}"
        text += one if not text or one.startswith("-") else f" {one}"
    return text


def in_drawing(text: str) -> str:
    """All paths of a drawing."""
    return re.sub(r'(?<= d=")[^"]*(?=")', lambda found: whole(found[0]), text)
