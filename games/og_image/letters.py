"""Text on a picture, with the fonts and colours of the site. FreeType reads the very files that browsers get."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from django.conf import settings
from PIL import ImageFont
from PIL.ImageDraw import ImageDraw

STATIC: Path = settings.BASE_DIR / "static"
DOTS = "…"


@dataclass(frozen=True, slots=True)
class Ink:
    """How a text is written: a family of `tokens.css`, the size in pixels, the weight where the font has several."""

    family: str
    size: int
    weight: int = 400

    def smaller(self, size: int) -> Ink:
        return Ink(self.family, size, self.weight)


@dataclass(frozen=True, slots=True)
class Face:
    """A file and the letters that it has."""

    family: str
    path: Path
    ranges: tuple[tuple[int, int], ...]

    def has(self, sign: str) -> bool:
        return any(first <= ord(sign) <= last for first, last in self.ranges)


@lru_cache(maxsize=1)
def _sheet() -> str:
    return (STATIC / "css" / "tokens.css").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def colours() -> dict[str, str]:
    """The tokens of the light look, by their names."""
    light = _sheet().partition("@media")[0]
    return dict(re.findall(r"--([a-z0-9-]+): (#[0-9A-F]{6})", light))


@lru_cache(maxsize=1)
def faces() -> tuple[Face, ...]:
    """What the sheet declares, in its order."""
    found = []
    for block in re.findall(r"@font-face \{(.*?)\}", _sheet(), re.DOTALL):
        family = re.search(r'font-family: "([^"]+)"', block)
        path = re.search(r'url\("\.\./([^"]+)"\)', block)
        assert family is not None
        assert path is not None
        ranges = tuple((int(a, 16), int(b or a, 16)) for a, b in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", block))
        found.append(Face(family[1], STATIC / path[1], ranges))
    return tuple(found)


@lru_cache(maxsize=64)
def _font(face: Face, size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(face.path), size)
    if face.family == "Golos Text":
        font.set_variation_by_axes([weight])
    return font


def _face_of(sign: str, family: str) -> Face | None:
    """Another family where this one has no such letter."""
    having = [face for face in faces() if face.has(sign)]
    return next((face for face in having if face.family == family), having[0] if having else None)


def can_write(text: str) -> bool:
    """Whether the site has a font for every sign; browsers take one of the machine, which a picture cannot."""
    return all(_face_of(sign, "") for sign in text)


def readable(text: str) -> str:
    """The text without signs that no font of ours has."""
    return " ".join("".join(sign for sign in text if _face_of(sign, "")).split())


def _runs(text: str, ink: Ink) -> list[tuple[str, ImageFont.FreeTypeFont]]:
    signs = [(sign, face) for sign in text if (face := _face_of(sign, ink.family))]
    return [
        ("".join(sign for sign, _face in run), _font(face, ink.size, ink.weight))
        for face, run in groupby(signs, key=lambda one: one[1])
    ]


def width(text: str, ink: Ink) -> float:
    return sum(font.getlength(run) for run, font in _runs(text, ink))


def write(pen: ImageDraw, at: tuple[float, float], text: str, ink: Ink, colour: str, anchor: str = "l") -> None:
    """Write on a base line; `at` is its left end, its middle (`m`) or its right end (`r`)."""
    x, y = at
    x -= {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * width(text, ink)
    for run, font in _runs(text, ink):
        pen.text((x, y), run, fill=colour, font=font, anchor="ls")
        x += font.getlength(run)


def fitted(text: str, ink: Ink, room: float, least: int) -> tuple[str, Ink]:
    """The text as large as it fits, not below `least` pixels; what is still too long ends in dots."""
    for size in range(ink.size, least - 1, -2):
        if width(text, ink.smaller(size)) <= room:
            return text, ink.smaller(size)
    ink = ink.smaller(least)
    while text and width(text + DOTS, ink) > room:
        text = text[:-1]
    return text.rstrip(" ,") + DOTS, ink


def lines(text: str, ink: Ink, room: float, most: int) -> list[str]:
    """The text in so many lines at most; what is still too long ends in dots."""
    found: list[str] = []
    words = text.split(" ")
    while words and len(found) < most:
        count = len(words)
        while count > 1 and width(" ".join(words[:count]), ink) > room:
            count -= 1
        found.append(" ".join(words[:count]))
        words = words[count:]
    if words:
        found[-1] = f"{found[-1]} {words[0]}"
    return [fitted(line, ink, room, ink.size)[0] for line in found]
