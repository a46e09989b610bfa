"""Any position of a game as a picture: both rows, and what everybody has. One layout, written as SVG or drawn as PNG. It is made
from a spectator's view, so nothing hidden is on it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

import engine
from games.names import words
from games.names.cards import Face
from games.og_image.drawing import HIGH, SHAPES, WIDE, Ink, colours, fitted, lines, panel, readable, shape, write
from games.replay.content import ReplayPage

EDGE, GAP = 40, 12
CARD_HIGH, MOST_CARDS = 104, 8
TITLE, MOMENT = Ink("Forum", 40), Ink("Golos Text", 24)
LABEL, CARD, COST = Ink("Forum", 24), Ink("Golos Text", 19, 600), Ink("Golos Text", 22, 700)
NAME, FIGURE, SMALL = Ink("Golos Text", 22, 650), Ink("Golos Text", 24, 700), Ink("Golos Text", 19)
TINTS = {"green": "g", "yellow": "y", "blue": "b", "red": "r"}


@dataclass(frozen=True, slots=True)
class Box:
    x: int
    y: int
    wide: int
    high: int
    fill: str
    line: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    x: float
    y: float
    text: str
    ink: Ink
    colour: str
    anchor: str = "l"


@dataclass(frozen=True, slots=True)
class Emblem:
    x: int
    y: int
    side: int
    seat: int


Item = Box | Text | Emblem


def picture_of(page: ReplayPage) -> tuple[Item, ...]:
    """The drawing, whose colours are names of the light look."""
    title, how = fitted(readable(page.game.title) or "St Pete", TITLE, WIDE - 2 * EDGE - 160, 28)
    said, thin = fitted(readable(page.sentence.title), MOMENT, 640, 18)
    found: list[Item] = [
        Box(0, 0, WIDE, HIGH, "bg"),
        Text(EDGE, 62, title, how, "ink"),
        Text(WIDE - EDGE, 62, "St Pete", LABEL, "ink-2", "r"),
        Text(EDGE, 102, said, thin, "ink"),
        Text(WIDE - EDGE, 102, page.sentence.subtitle, SMALL, "ink-2", "r"),
    ]
    rows = ((_("Upper row"), page.view.upper, "paper"), (_("Lower row"), page.view.lower, "water"))
    for number, (name, slots, fill) in enumerate(rows):
        top = 124 + 150 * number
        found += [Box(EDGE, top, WIDE - 2 * EDGE, 142, fill), Text(EDGE + 16, top + 26, name, LABEL, "ink-2")]
        found += _cards([page.deck[slot.card] for slot in slots if slot is not None], EDGE + 16, top + 34)
    wide = (WIDE - 2 * EDGE - GAP * (len(page.view.seats) - 1)) // len(page.view.seats)
    for place, seat in enumerate(page.view.seats):
        groups = Counter(page.deck[one.card].group for one in seat.display)
        found += _seat(seat, str(page.names[seat.seat]), groups, EDGE + (wide + GAP) * place, wide)
    return tuple(found)


def _cards(faces: Sequence[Face], left: int, top: int) -> list[Item]:
    wide = min(150, (WIDE - 2 * EDGE - 32 - GAP * (len(faces) - 1)) // max(len(faces), 1))
    found: list[Item] = []
    for place, face in enumerate(faces):
        x, tint = left + (wide + GAP) * place, TINTS.get(face.group, "p")
        found += [Box(x, top, wide, CARD_HIGH - 6, f"{tint}-wall", f"{tint}-plinth")]
        found += [Text(x + 10, top + 28, str(face.cost), COST, f"{tint}-deep")] if face.priced else []
        for number, line in enumerate(lines(face.name, CARD, wide - 16, 2)):
            found.append(Text(x + wide / 2, top + 56 + 22 * number, line, CARD, f"{tint}-deep", "m"))
    return found


def _seat(seat: engine.SeatView, name: str, groups: Counter[str], left: int, wide: int) -> list[Item]:
    shown, how = fitted(readable(name), NAME, wide - 64, 16)
    money = "? ₽" if seat.rubles is None else words.rubles(seat.rubles)
    hand = _("Hand: %(n)s") % {"n": seat.hand_count}
    found: list[Item] = [
        Box(left, 436, wide, 164, "paper", "line"),
        Emblem(left + 14, 450, 36, seat.seat),
        Text(left + 58, 476, shown, how, "ink"),
        Text(left + 16, 522, words.amount_of_points(seat.points), FIGURE, "ink"),
        Text(left + wide - 16, 522, money, FIGURE, "ink", "r"),
        Text(left + 16, 582, hand, SMALL, "ink-2"),
    ]
    for place, group in enumerate(group for group in ("red", "blue", "yellow", "green") if groups[group]):
        x = left + wide - 52 - 40 * place
        found += [
            Box(x, 556, 36, 34, f"{TINTS[group]}-plinth"),
            Text(x + 18, 581, str(groups[group]), COST, "y-on" if group == "yellow" else "on-plinth", "m"),
        ]
    return found


def as_svg(items: Sequence[Item]) -> str:
    ink, anchors = colours(), {"l": "start", "m": "middle", "r": "end"}
    drawn = []
    for one in items:
        if isinstance(one, Box):
            line = f' stroke="{ink[one.line]}" stroke-width="2"' if one.line else ""
            drawn.append(
                f'<rect x="{one.x}" y="{one.y}" width="{one.wide}" height="{one.high}" rx="8" fill="{ink[one.fill]}"{line}/>'
            )
        elif isinstance(one, Text):
            drawn.append(
                f'<text x="{one.x}" y="{one.y}" font-family="{one.ink.family}, sans-serif" font-size="{one.ink.size}" '
                f'font-weight="{one.ink.weight}" fill="{ink[one.colour]}" text-anchor="{anchors[one.anchor]}">'
                f"{escape(one.text)}</text>"
            )
        else:
            drawn.append(_emblem(one, ink[f"s{one.seat}"]))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}">{"".join(drawn)}</svg>'


def _emblem(one: Emblem, colour: str) -> str:
    half = one.side / 2
    if not SHAPES[one.seat]:
        return f'<circle cx="{one.x + half}" cy="{one.y + half}" r="{half}" fill="{colour}"/>'
    corners = (f"{one.x + x * one.side / 100:.1f},{one.y + y * one.side / 100:.1f}" for x, y in SHAPES[one.seat])
    return f'<polygon points="{" ".join(corners)}" fill="{colour}"/>'


def as_png(items: Sequence[Item]) -> bytes:
    ink = colours()
    picture = Image.new("RGB", (WIDE, HIGH), ink["bg"])
    pen = ImageDraw.Draw(picture)
    for one in items:
        if isinstance(one, Box):
            box = one.x, one.y, one.x + one.wide, one.y + one.high
            panel(picture, box, ink[one.fill], ink[one.line or one.fill], 2 if one.line else 0)
        elif isinstance(one, Text):
            write(pen, (one.x, one.y), one.text, one.ink, ink[one.colour], one.anchor)
        else:
            box = one.x, one.y, one.x + one.side, one.y + one.side
            shape(picture, box, SHAPES[one.seat], ink[f"s{one.seat}"])
    told = BytesIO()
    picture.save(told, "PNG", compress_level=6)
    return told.getvalue()
