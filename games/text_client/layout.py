"""Plain text that is read in order: headings, sentences, lists, and rows whose cells stand below each other.

No lines, boxes or signs that a screen reader would spell out. Every row can be read by itself.

The parts of a position as text, each under its heading, for one viewer: nothing in them goes beyond their view.
"""

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

import engine
from games.board.displays import ORDER
from games.board.extras import extras_of, lying_on
from games.board.people import Person, clockwise, you_or
from games.board.sentences import counted
from games.board.tableau import name_of
from games.names import words
from games.names.cards import Deck
from games.names.words import amount_of_cards, amount_of_points, amount_of_rubles

WIDTH = 72
"""Columns of a line, but for addresses, which are never broken."""

MARGIN, GAP = "  ", "  "
_FIGURE = re.compile(r"[+−-]?\d+")


@dataclass(frozen=True, slots=True)
class Words:
    text: str

    kind = "words"

    def lines(self) -> list[str]:
        return _wrapped(self.text)


@dataclass(frozen=True, slots=True)
class Items:
    """A list; with `numbered` each item bears its number, by which it is called."""

    texts: tuple[str, ...]
    numbered: bool = False

    kind = "items"

    def lines(self) -> list[str]:
        found: list[str] = []
        for number, text in enumerate(self.texts, start=1):
            mark = f"{number:2}. " if self.numbered else "- "
            found += _wrapped(text, mark)
        return found


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of cells, the first of which says what the row is about. Where they are too wide to stand in columns, each becomes an
    item of a list."""

    rows: tuple[tuple[str, ...], ...]

    kind = "rows"

    def lines(self) -> list[str]:
        count = max((len(row) for row in self.rows), default=0)
        cells = [(*row, *[""] * (count - len(row))) for row in self.rows]
        columns: list[Sequence[str]] = list(zip(*cells, strict=True))
        columns = [columns[0], *map(_figures_aligned, columns[1:])] if columns else []
        widths = [max(map(len, column)) for column in columns]
        if len(MARGIN) + sum(widths) + len(GAP) * sum(width > 0 for width in widths[1:]) > WIDTH:
            return Items(tuple(row_as_sentence(row) for row in self.rows)).lines()
        return [_row(row, widths) for row in zip(*columns, strict=True)]


def row_as_sentence(row: Sequence[str]) -> str:
    first, *others = row
    told = ", ".join(filter(None, others))
    return f"{first}: {told}" if told else first


def _figures_aligned(column: Sequence[str]) -> Sequence[str]:
    """Figures at the beginning of cells end below each other."""
    found = [_FIGURE.match(cell) for cell in column]
    width = max((len(one[0]) for one in found if one), default=0)
    return [
        " " * (width - len(one[0])) + cell if one is not None else cell for one, cell in zip(found, column, strict=True)
    ]


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    shown = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True) if width]
    return (MARGIN + GAP.join(shown)).rstrip()


Block = Words | Items | Rows


@dataclass(frozen=True, slots=True)
class TextPart:
    heading: str
    blocks: tuple[Block, ...]

    def lines(self) -> list[str]:
        return [line for block in self.blocks for line in block.lines()]


def sentences(told: TextPart) -> list[str]:
    """What a part says, for a caller that sets lines itself."""
    found: list[str] = []
    for block in told.blocks:
        match block:
            case Words(text):
                found.append(text)
            case Items(texts):
                found += texts
            case Rows(rows):
                found += map(row_as_sentence, rows)
    return found


def part(heading: str, *blocks: Block | None) -> TextPart | None:
    """A part, or None where there is nothing to say under its heading."""
    found = tuple(block for block in blocks if block is not None and block.lines())
    return TextPart(heading, found) if found else None


def present(*parts: TextPart | None) -> tuple[TextPart, ...]:
    return tuple(one for one in parts if one is not None)


def plain(parts: Iterable[TextPart], mark: str = "") -> str:
    """The whole as plain text, an empty line before each heading. `mark` stands before headings, for a caller that formats them."""
    return "\n\n".join("\n".join([f"{mark}{one.heading}", *one.lines()]) for one in parts)


def _wrapped(text: str, mark: str = "") -> list[str]:
    return textwrap.wrap(
        f"{mark}{text}", WIDTH, subsequent_indent=" " * len(mark), break_long_words=False, break_on_hyphens=False
    )


def standings(view: engine.View, names: Sequence[Person]) -> TextPart | None:
    """Rubles, points and cards in hand of everybody, the viewer first."""
    seats = clockwise(view.seats, view.viewer or 0)
    return part(_("Current standings"), Rows(tuple(standing_of(seat, names) for seat in seats)))


def tableau(view: engine.View, deck: Deck) -> TextPart | None:
    """Both rows from the left, with the viewer's prices, and what else lies there for them."""
    above = {place: slot for extra in extras_of(view) for place, slot in extra.above(view).items()}
    upper = [slot for slot in view.upper if slot is not None]
    lower = [slot for slot in view.lower if slot is not None]
    blocks = [Words(_("Upper row:")), _slots(upper, view, deck) or Words(_("empty"))]
    if second := list(above.values()):
        blocks += [Words(_("On top of the card on place 1:")), _slots(second, view, deck) or Words("")]
    if lower:
        blocks += [Words(_("Lower row, 1 less:")), _slots(lower, view, deck) or Words("")]
    if view.drawn is not None:
        blocks += [Words(_("The card you drew:")), _slots([view.drawn], view, deck) or Words("")]
    if spread := [slot for slot in view.spread if slot not in second]:
        blocks += [Words(_("Cards to choose from:")), _slots(spread, view, deck) or Words("")]
    heading = _("The tableau") if view.viewer is None else _("Tableau with your prices")
    return part(heading, *blocks)


def own_hand(view: engine.View, deck: Deck) -> TextPart | None:
    """The viewer's hand with what playing each card costs."""
    if view.viewer is None:
        return None
    own = view.seats[view.viewer]
    held = _slots(own.hand or (), view, deck)
    room = Words(_("Hand: %(count)s of %(limit)s cards.") % {"count": own.hand_count, "limit": own.hand_limit})
    return part(_("Your hand"), held or Words(_("empty")), room)


def own_display(view: engine.View, deck: Deck) -> TextPart | None:
    if view.viewer is None:
        return None
    own = view.seats[view.viewer]
    return part(_("Your play area"), Items(tuple(_groups(own, deck))) if own.display else Words(_("empty")))


def other_play_areas(view: engine.View, deck: Deck, names: Sequence[Person]) -> list[TextPart | None]:
    """The displays of everybody else, and their hands as far as they lie open."""
    found: list[TextPart | None] = []
    for seat in clockwise(view.seats, view.viewer or 0):
        if seat.seat == view.viewer:
            continue
        told = list(_groups(seat, deck))
        if seat.hand:
            told.append(_("In hand: %(cards)s") % {"cards": counted([slot.card for slot in seat.hand], deck)})
        heading = _("%(who)s's play area") % {"who": names[seat.seat]}
        found.append(part(heading, Items(tuple(told)) if told else Words(_("empty"))))
    return found


def expansion_lines(view: engine.View, deck: Deck, names: Sequence[Person]) -> TextPart | None:
    """What the sets in play have beside cards and money: market square, orders, hurdles, helpers, events, the box."""
    told = tuple(line for extra in extras_of(view) for line in extra.letter(view, deck, names))
    return part(_("Other information"), Items(told) if told else None)


def pile_counts(view: engine.View, deck: Deck, names: Sequence[Person], *, whole: bool) -> TextPart | None:
    """How many cards are left of each kind and who starts its phase; with `whole` also which they are, in no order (INFO-3), and
    the discard pile from the top (INFO-1)."""
    rows = tuple(
        (str(words.PILES[one.name]), amount_of_cards(one.left), _starts(names[one.start_seat])) for one in view.phases
    )
    if not whole:
        return part(_("Piles"), Rows(rows))
    inside = [
        _("%(pile)s: %(cards)s") % {"pile": words.PILES[one.name], "cards": _counted(one.contents, deck)}
        for one in view.phases
        if one.contents
    ]
    discard = counted(list(reversed(view.discard)), deck) or _("empty")
    told = (*inside, _("Discard pile, from the top: %(cards)s") % {"cards": discard})
    return part(_("Piles"), Rows(rows), Words(_("Cards left in them, in no particular order:")), Items(told))


def standing_of(seat: engine.SeatView, names: Sequence[Person]) -> tuple[str, ...]:
    """Name, rubles, points, hand and whether the seat has passed, each in words or empty."""
    name = _("You") if names[seat.seat].is_you else names[seat.seat].name
    money = _("rubles hidden") if seat.rubles is None else amount_of_rubles(seat.rubles)
    hand = _("%(cards)s in hand") % {"cards": amount_of_cards(seat.hand_count)} if seat.hand_count else ""
    return (name, money, amount_of_points(seat.points), hand, _("has passed") if seat.passed else "")


def _slots(slots: Iterable[engine.Slot], view: engine.View, deck: Deck) -> Rows | None:
    rows = tuple(_slot(slot, view, deck) for slot in slots)
    return Rows(rows) if rows else None


def _slot(slot: engine.Slot, view: engine.View, deck: Deck) -> tuple[str, ...]:
    """`Library`, `16 rubles`, `4 short`; who has no seat sees what is printed."""
    name = name_of(slot, view, deck)
    if view.viewer is None:
        face = deck[slot.card]
        return (name, amount_of_rubles(face.cost) if face.priced else "", "")
    if not slot.offers:
        return (name, "", _("nothing to replace") if slot.blocked == "no-target" else "")
    cheapest = slot.offers[0]
    price = amount_of_rubles(cheapest.price)
    if len(slot.offers) > 1:
        price = _("from %(price)s") % {"price": price}
    return (name, price, _("%(count)s short") % {"count": cheapest.short} if cheapest.short else "")


def _groups(seat: engine.SeatView, deck: Deck) -> Iterable[str]:
    """`Workers, 9 rubles at their scoring: 2 × Lumberjack, Fur Trapper`, one for each colour that lies there."""
    incomes = {one.group: one for one in seat.income}
    colours = [*ORDER, *sorted({deck[one.card].group for one in seat.display} - {*ORDER})]
    for colour in colours:
        lying = [one for one in seat.display if deck[one.card].group == colour]
        if not lying:
            continue
        income = incomes.get(colour)
        pays = (words.amounts_in_full(income.rubles, income.points) or _("nothing")) if income else ""
        name = str(words.GROUP_NAMES.get(colour, colour))
        head = _("%(group)s, next scoring %(pays)s") % {"group": name, "pays": pays} if pays else name
        yield f"{head}: {_stacks(lying, deck)}"


def _stacks(lying: Sequence[engine.DisplayCard], deck: Deck) -> str:
    counts = Counter((one.card, one.face_down, one.marks) for one in lying)
    found = []
    for (card, face_down, marks), count in counts.items():
        notes = [str(one.words) for one in lying_on(marks)]
        if face_down:
            notes.append(_("face down"))
        name = deck.name(card) if count == 1 else f"{count} × {deck.name(card)}"
        found.append(f"{name} ({', '.join(notes)})" if notes else name)
    return ", ".join(found)


def _starts(person: Person) -> str:
    return _("you start") if person.is_you else _("%(who)s starts") % {"who": person}


def _counted(contents: Iterable[tuple[str, int]], deck: Deck) -> str:
    named = Counter[str]()
    for card, count in contents:
        named[deck.name(card)] += count
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in named.items())


def final_ranking(view: engine.View, result: Mapping[str, Any], names: Sequence[Person]) -> TextPart | None:
    rows = sorted(result.get("seats", []), key=lambda row: (row["rank"], row["seat"]))
    said = tuple(
        (
            f"{row['rank']}. {you_or(names[row['seat']])}",
            amount_of_points(row["points"]),
            amount_of_rubles(row["rubles"]),
        )
        for row in rows
    )
    notes = [note for extra in extras_of(view) for note in extra.final_notes(view)] if view.scores else []
    return part(_("Final ranking"), Rows(said), *map(Words, notes))
