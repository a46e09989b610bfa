"""Drawing a postcard with the fonts and colours of the site: the quay, the people with their points, and how far it is. Values
in, PNG out.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from itertools import groupby, pairwise
from pathlib import Path

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

STATIC: Path = settings.BASE_DIR / "static"
DOTS = "…"


@dataclass(frozen=True, slots=True)
class Ink:
    """How a text is written: a family of `tokens.css`, the size in pixels, the weight where the font has several."""

    family: str
    size: int
    weight: int = 400

    def smaller(self, size: int) -> "Ink":
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


def write(
    pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, ink: Ink, colour: str, anchor: str = "l"
) -> None:
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


SIZE = WIDE, HIGH = 1200, 630
EDGE, GAP = 64, 16
SKYLINE = 380
"""Where the houses of `preview.png` begin; above them is its sky."""

SITE, TITLE = Ink("Forum", 34), Ink("Forum", 64)
TERMS, NAME = Ink("Golos Text", 26), Ink("Golos Text", 27, 600)
INITIAL, POINTS = Ink("Golos Text", 27, 700), Ink("Golos Text", 33, 700)
MOMENT, NEWS = Ink("Golos Text", 30, 650), Ink("Golos Text", 26)
SHAPES = (
    (),  # a circle
    ((50, 2), (98, 50), (50, 98), (2, 50)),
    ((50, 6), (97, 92), (3, 92)),
    ((8, 8), (92, 8), (92, 92), (8, 92)),
    ((27, 6), (73, 6), (98, 50), (73, 94), (27, 94), (2, 50)),
)
"""The emblems of the seats, in a square of 100."""

STEPS = (0, -20, 0, 12, 18, 18)
"""By how much the box of a rank begins lower; rank 0 is that of a game that goes on."""

SHIELD = ((8, 4), (92, 4), (92, 56), (80, 76), (50, 97), (20, 76), (8, 56))
FINE = 4
"""Shapes are drawn so much larger and made smaller, which smooths their edges."""


@dataclass(frozen=True, slots=True)
class PostcardSeat:
    """A seat: its number, which is its shape and colour, and who sits there. `points` is empty before the start; `is_winner` of
    a finished game, whose seats have a `rank`; where nobody sits `is_free`, and the name says so."""

    seat: int
    name: str
    points: str = ""
    is_winner: bool = False
    is_free: bool = False
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Postcard:
    """A picture in words; `moment` says how far it is, `news` whom it waits for or what one may do. The seats of a finished game
    stand as on a podium, the first in the middle."""

    title: str
    terms: str
    places: tuple[PostcardSeat, ...]
    moment: str
    news: str = ""


def draw(card: Postcard) -> bytes:
    """A PNG of 1200 x 630."""
    picture = _quay().copy()
    pen, ink = ImageDraw.Draw(picture), colours()
    write(pen, (EDGE + 60, 89), "St Pete", SITE, ink["ink"])
    title, how = fitted(readable(card.title) or "St Pete", TITLE, WIDE - 2 * EDGE, 44)
    write(pen, (EDGE, 178), title, how, ink["ink"])
    for number, line in enumerate(lines(card.terms, TERMS, WIDE - 2 * EDGE, 2)):
        write(pen, (EDGE, 224 + 34 * number), line, TERMS, ink["ink-2"])
    places = sorted(card.places, key=lambda place: place.rank)
    if len(places) > 2 and places[0].rank:
        places[:2] = places[1::-1]
    for (left, top, right, bottom), place in zip(_boxes(len(places)), places, strict=True):
        _place(picture, (left, top + STEPS[place.rank], right, bottom), place)
    _bar(picture, card)
    told = BytesIO()
    picture.save(told, "PNG", compress_level=6)
    return told.getvalue()


@lru_cache(maxsize=1)
def _quay() -> Image.Image:
    """The site's own picture with its sky swept, and its sign small."""
    with Image.open(STATIC / "img" / "preview.png") as drawn:
        quay = drawn.convert("RGB")
    sky = quay.crop((0, 0, 1, SKYLINE)).resize((WIDE, SKYLINE))
    quay.paste(sky, (0, 0))
    with Image.open(STATIC / "img" / "icon-192.png") as drawn:
        sign = drawn.convert("RGBA").resize((46, 46), Image.Resampling.LANCZOS)
    quay.paste(sign, (EDGE, 54), sign)
    return quay


def _boxes(many: int) -> list[tuple[int, int, int, int]]:
    """Seats side by side, none wider than a third."""
    room = WIDE - 2 * EDGE
    wide = min((room - GAP * (many - 1)) // many, (room - 2 * GAP) // 3)
    return [(EDGE + (wide + GAP) * one, 296, EDGE + (wide + GAP) * one + wide, 436) for one in range(many)]


def _place(picture: Image.Image, box: tuple[int, int, int, int], place: PostcardSeat) -> None:
    pen, ink = ImageDraw.Draw(picture), colours()
    left, top, right, bottom = box
    line, stroke = ("gilt", 8) if place.is_winner else ("line", 2)
    panel(picture, box, ink["night-sky" if place.is_winner else "paper"], ink[line], stroke)
    mark = (left + 20, top + 20, left + 76, top + 76)
    if place.is_free:
        shape(picture, mark, SHAPES[0], ink["paper"], ink["edge"])
        free, how = fitted(readable(place.name), Ink(NAME.family, NAME.size), right - left - 40, 20)
        write(pen, (left + 20, bottom - 22), free, how, ink["ink-2"])
        return
    name = place.name if can_write(place.name) else ""
    seat = ink[f"s{place.seat}"]
    shape(picture, mark, SHAPES[place.seat], seat)
    dip = 15 if place.seat == 2 else 10  # a triangle has its room below
    write(pen, (left + 48, top + 48 + dip), name[:1].upper(), INITIAL, ink["on-seat"], "m")
    shown, how = fitted(name, NAME, right - left - 40, 20) if name else ("", NAME)
    write(pen, (left + 20, bottom - 22), shown, how, seat)
    if place.points:
        shield = (right - 88, top + 16, right - 20, top + 84)
        shape(picture, shield, SHIELD, ink["shield"], ink["edge"])
        figure, how = fitted(place.points, POINTS, 48, 20)
        write(pen, (right - 54, top + 58), figure, how, ink["shield-ink"], "m")


def _bar(picture: Image.Image, card: Postcard) -> None:
    """How far it is, in the colour of the turn bar."""
    pen, ink = ImageDraw.Draw(picture), colours()
    panel(picture, (EDGE, 456, WIDE - EDGE, 528), ink["turn"], ink["turn"], 0)
    room = WIDE - 2 * EDGE - 48
    moment, how = fitted(readable(card.moment), MOMENT, room, 22)
    write(pen, (EDGE + 24, 502), moment, how, ink["on-turn"])
    left = room - width(moment, how) - 40
    news, thin = fitted(readable(card.news), NEWS, left, 20) if card.news and left > 160 else ("", NEWS)
    write(pen, (WIDE - EDGE - 24, 501), news, thin, ink["on-turn"], "r")


def panel(picture: Image.Image, box: tuple[int, int, int, int], fill: str, line: str, stroke: int) -> None:
    wide, high = box[2] - box[0], box[3] - box[1]
    mask = Image.new("L", (wide * FINE, high * FINE))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, wide * FINE - 1, high * FINE - 1), 14 * FINE, fill=255)
    picture.paste(line if stroke else fill, box, mask.resize((wide, high), Image.Resampling.BOX))
    if stroke:
        panel(picture, (box[0] + stroke, box[1] + stroke, box[2] - stroke, box[3] - stroke), fill, fill, 0)


def shape(
    picture: Image.Image, box: tuple[int, int, int, int], points: tuple[tuple[int, int], ...], fill: str, line: str = ""
) -> None:
    """A shape given in a square of 100 (a circle without points), filled, with a line where one is named."""
    side = box[2] - box[0]
    scale = side * FINE / 100
    mask = Image.new("L", (side * FINE, side * FINE))
    rim = Image.new("L", mask.size)
    inside, around = ImageDraw.Draw(mask), ImageDraw.Draw(rim)
    if points:
        corners = [(x * scale, y * scale) for x, y in points]
        inside.polygon(corners, fill=255)
        for one, other in pairwise([*corners, corners[0]]):
            around.line((*one, *other), fill=255, width=2 * FINE + 2)
    else:
        whole = (scale * 2, scale * 2, scale * 98, scale * 98)
        inside.ellipse(whole, fill=255)
        around.ellipse(whole, outline=255, width=2 * FINE + 2)
    picture.paste(fill, box, mask.resize((side, side), Image.Resampling.BOX))
    if line:
        picture.paste(line, box, rim.resize((side, side), Image.Resampling.BOX))
