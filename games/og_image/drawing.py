"""Drawing a postcard: the quay of the site, the people with their points, and how far it is. Pure: words in, PNG out."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from itertools import pairwise

from PIL import Image, ImageDraw

from . import letters
from .letters import STATIC, Ink, colours
from .told import Place, Postcard

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

SHIELD = ((8, 4), (92, 4), (92, 56), (80, 76), (50, 97), (20, 76), (8, 56))
FINE = 4
"""Shapes are drawn so much larger and made smaller, which smooths their edges."""


def draw(card: Postcard) -> bytes:
    """A PNG of 1200 x 630."""
    picture = _quay().copy()
    pen, ink = ImageDraw.Draw(picture), colours()
    letters.write(pen, (EDGE + 60, 89), "St Pete", SITE, ink["ink"])
    title, how = letters.fitted(letters.readable(card.title) or "St Pete", TITLE, WIDE - 2 * EDGE, 44)
    letters.write(pen, (EDGE, 178), title, how, ink["ink"])
    for number, line in enumerate(letters.lines(card.terms, TERMS, WIDE - 2 * EDGE, 2)):
        letters.write(pen, (EDGE, 224 + 34 * number), line, TERMS, ink["ink-2"])
    for box, place in zip(_boxes(len(card.places)), card.places, strict=True):
        _place(picture, box, place)
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


def _place(picture: Image.Image, box: tuple[int, int, int, int], place: Place) -> None:
    pen, ink = ImageDraw.Draw(picture), colours()
    left, top, right, bottom = box
    line, stroke = ("gilt", 4) if place.is_winner else ("line", 2)
    _panel(picture, box, ink["paper"], ink[line], stroke)
    mark = (left + 20, top + 20, left + 76, top + 76)
    if place.is_free:
        _shape(picture, mark, SHAPES[0], ink["paper"], ink["edge"])
        free, how = letters.fitted(letters.readable(place.name), Ink(NAME.family, NAME.size), right - left - 40, 20)
        letters.write(pen, (left + 20, bottom - 22), free, how, ink["ink-2"])
        return
    name = place.name if letters.can_write(place.name) else ""
    seat = ink[f"s{place.seat}"]
    _shape(picture, mark, SHAPES[place.seat], seat)
    dip = 15 if place.seat == 2 else 10  # a triangle has its room below
    letters.write(pen, (left + 48, top + 48 + dip), name[:1].upper(), INITIAL, ink["on-seat"], "m")
    shown, how = letters.fitted(name, NAME, right - left - 40, 20) if name else ("", NAME)
    letters.write(pen, (left + 20, bottom - 22), shown, how, seat)
    if place.points:
        shield = (right - 88, top + 16, right - 20, top + 84)
        _shape(picture, shield, SHIELD, ink["shield"], ink["edge"])
        figure, how = letters.fitted(place.points, POINTS, 48, 20)
        letters.write(pen, (right - 54, top + 58), figure, how, ink["shield-ink"], "m")


def _bar(picture: Image.Image, card: Postcard) -> None:
    """How far it is, in the colour of the turn bar."""
    pen, ink = ImageDraw.Draw(picture), colours()
    _panel(picture, (EDGE, 456, WIDE - EDGE, 528), ink["turn"], ink["turn"], 0)
    room = WIDE - 2 * EDGE - 48
    moment, how = letters.fitted(letters.readable(card.moment), MOMENT, room, 22)
    letters.write(pen, (EDGE + 24, 502), moment, how, ink["on-turn"])
    left = room - letters.width(moment, how) - 40
    news, thin = letters.fitted(letters.readable(card.news), NEWS, left, 20) if card.news and left > 160 else ("", NEWS)
    letters.write(pen, (WIDE - EDGE - 24, 501), news, thin, ink["on-turn"], "r")


def _panel(picture: Image.Image, box: tuple[int, int, int, int], fill: str, line: str, stroke: int) -> None:
    wide, high = box[2] - box[0], box[3] - box[1]
    mask = Image.new("L", (wide * FINE, high * FINE))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, wide * FINE - 1, high * FINE - 1), 14 * FINE, fill=255)
    picture.paste(line if stroke else fill, box, mask.resize((wide, high), Image.Resampling.BOX))
    if stroke:
        _panel(picture, (box[0] + stroke, box[1] + stroke, box[2] - stroke, box[3] - stroke), fill, fill, 0)


def _shape(
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
