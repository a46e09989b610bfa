"""Both rows, the hand and a drawn card as the viewer meets them: each card with what it costs this viewer now, and why not."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import engine

from . import words
from .cards import Deck, Face
from .people import Person


@dataclass(frozen=True, slots=True)
class Choice:
    """Which card the viewer looks at: `upper.4.market` in an address. The place is a hint, the card decides."""

    row: str
    place: int
    card: str

    def __str__(self) -> str:
        return f"{self.row}.{self.place}.{self.card}"


def choice_from(text: str) -> Choice | None:
    """Reads `str(Choice)` back; None for anything else."""
    row, _dot, rest = text.partition(".")
    place, _dot, card = rest.partition(".")
    if row in ("upper", "lower", "hand", "drawn") and place.isdecimal() and card:
        return Choice(row, int(place[:2]), card)
    return None


@dataclass(frozen=True, slots=True)
class Tag:
    """The price tag: filled when the card can be had now, dashed when not; `before` and `note` are the small words."""

    can: bool
    figure: str
    before: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A card in its place."""

    face: Face
    choice: Choice
    tag: Tag | None
    selected: bool
    label: str


@dataclass(frozen=True, slots=True)
class Ghost:
    """A place that was emptied in this phase, and by whom."""

    person: Person
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """One row from the left; empty places that nobody emptied in this phase are left out."""

    places: tuple[Spot | Ghost, ...]

    @property
    def spots(self) -> list[Spot]:
        return [place for place in self.places if isinstance(place, Spot)]

    @property
    def ghosts(self) -> list[Ghost]:
        return [place for place in self.places if isinstance(place, Ghost)]


def slot_of(view: engine.View, choice: Choice | None) -> "engine.Slot | None":
    """The card a choice means in this position: in its place, else the leftmost of its name in that row."""
    if choice is None:
        return None
    found = [slot for slot in _row(view, choice.row) if slot is not None and slot.card == choice.card]
    return next((slot for slot in found if slot.place == choice.place), found[0] if found else None)


def _row(view: engine.View, row: str) -> Sequence["engine.Slot | None"]:
    if row == "upper":
        return view.upper
    if row == "lower":
        return view.lower
    if row == "drawn":
        return [view.drawn]
    if view.viewer is None:
        return []
    return view.seats[view.viewer].hand or []


def row(
    slots: Iterable["engine.Slot | None"], deck: Deck, chosen: "engine.Slot | None", ghosts: Mapping[int, Ghost]
) -> Row:
    """A row with its holes. `ghosts` are by place, 1-based."""
    places: list[Spot | Ghost] = []
    for place, slot in enumerate(slots, start=1):
        if slot is not None:
            places.append(spot(slot, deck, chosen))
        elif place in ghosts:
            places.append(ghosts[place])
    return Row(tuple(places))


def spot(slot: "engine.Slot", deck: Deck, chosen: "engine.Slot | None") -> Spot:
    face, tag = deck[slot.card], tag_of(slot)
    label = face.label
    if slot.offers and (price := min(offer.price for offer in slot.offers)):
        label = _("%(card)s, your price %(price)s") % {"card": label, "price": price}
    if tag and tag.note:
        label = f"{label}, {tag.note}"
    return Spot(face, Choice(slot.row, slot.place, slot.card), tag, slot == chosen, label)


def tag_of(slot: "engine.Slot") -> Tag | None:
    """What stands under a card; nothing for who has no seat."""
    if not slot.offers:
        return Tag(False, _("no target")) if slot.blocked == "no-target" else None
    cheapest = slot.offers[0]
    figure = words.rubles(cheapest.price)
    before = pgettext("price", "from") if len(slot.offers) > 1 else ""
    if cheapest.short:
        return Tag(False, figure, note=_("%(count)s short") % {"count": cheapest.short})
    if slot.blocked == "first-workers":
        return Tag(False, figure, note=_("not now"))
    return Tag(True, figure, before)


def ghosts(steps: Sequence["engine.Step"], deck: Deck, names: Sequence[Person]) -> dict[tuple[str, int], Ghost]:
    """Who took which card out of which place since the last refill, by row and place.

    `steps` end with the position that is shown. Of equal cards the leftmost is meant (TURN-13).
    """
    start = next(
        (i for i in range(len(steps) - 1, -1, -1) if any(isinstance(e, engine.PhaseStarted) for e in steps[i].entries)),
        None,
    )
    if start is None:
        return {}
    opening = engine.view_for(steps[start].state, None)
    rows = {
        "upper": [slot.card if slot else None for slot in opening.upper],
        "lower": [slot.card if slot else None for slot in opening.lower],
    }
    found: dict[tuple[str, int], Ghost] = {}
    for step in steps[start + 1 :]:
        for entry in step.entries:
            if not isinstance(entry, engine.Bought | engine.Took) or entry.row not in rows or entry.card is None:
                continue
            place = rows[entry.row].index(entry.card)
            rows[entry.row][place] = None
            values = {"who": names[entry.seat], "card": deck.name(entry.card)}
            text = _("%(who)s bought %(card)s") if isinstance(entry, engine.Bought) else _("%(who)s took %(card)s")
            found[entry.row, place + 1] = Ghost(names[entry.seat], text % values)
    return found
