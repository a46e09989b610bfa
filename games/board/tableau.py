"""Both rows, the hand and a drawn card as the viewer meets them: each with what it costs this viewer now, why not, and what
speaks against it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

import engine
from games.board.people import Person
from games.names import words
from games.names.cards import Deck, Face
from games.play.positions import PlayedStep


def place_of(slot: engine.Slot, view: engine.View, deck: Deck) -> int:
    """The place of a card that has to be told apart from an equal one of its row; 0 where there is nothing to tell."""
    if not deck.places:
        return 0
    row = row_of(view, slot.row) if slot.row in ("upper", "lower") else ()
    return slot.place if sum(one is not None and one.card == slot.card for one in row) > 1 else 0


def name_of(slot: engine.Slot, view: engine.View, deck: Deck) -> str:
    """What a sentence calls the card in this place."""
    name, place = deck.name(slot.card), place_of(slot, view, deck)
    return _("%(card)s (place %(place)s)") % {"card": name, "place": place} if place else name


def slot_for(text: str, view: engine.View, hand: Sequence[engine.Slot] = ()) -> engine.Slot | None:
    """The card of the tableau, or of this hand, that a move buys, takes or plays; None when it does neither."""
    for slot in (*view.upper, *view.lower, *hand):
        if slot is not None and (text == slot.take or any(text == offer.move for offer in slot.offers)):
            return slot
    return None


def row_of(view: engine.View, row: str) -> Sequence[engine.Slot | None]:
    """A row of the tableau from the left, holes included, the viewer's hand, or the drawn card; nothing for another place."""
    hand = () if view.viewer is None else view.seats[view.viewer].hand or ()
    return {"upper": view.upper, "lower": view.lower, "hand": hand, "drawn": (view.drawn,)}.get(row, ())


@dataclass(frozen=True, slots=True)
class Warned:
    """`short` stands on the tag of a card, `text` in the panel and for those who hear the page."""

    short: str
    text: str


def warned_of(state: engine.State, seat: int, text: str, *, late: bool) -> Warned | None:
    """What to say before this legal move; `late`: also that it comes too late to pay back."""
    move = engine.parse_move(text, state)
    if given_up := engine.losses(state, seat, move):
        lost = [(_lost(loss), words.SCORINGS.get(loss.phase, loss.phase)) for loss in given_up]
        said = (_("%(loss)s per %(scoring)s") % {"loss": loss, "scoring": scoring} for loss, scoring in lost)
        return Warned(", ".join(loss for loss, _scoring in lost), "; ".join(said))
    if late and (back := engine.too_late(state, seat, move)) is not None:
        values = {"back": back.rubles, "price": words.rubles(back.price)}
        return Warned(_("returns %(back)s of %(price)s") % values, _too_late(back))
    return None


def _lost(loss: engine.Loss) -> str:
    return " ".join(reversed(words.amounts(-loss.rubles, -loss.points)))


def _too_late(back: engine.Return) -> str:
    if not back.scorings:
        return _("Pays nothing: its last scoring has passed.")
    text = ngettext(
        "Returns %(back)s of its %(price)s: %(count)s scoring left.",
        "Returns %(back)s of its %(price)s: %(count)s scorings left.",
        back.scorings,
    )
    return text % {"back": back.rubles, "price": words.rubles(back.price), "count": back.scorings}


Warn = Callable[[str], Warned | None]
"""What speaks against a move, by its text."""


class CardChoice(NamedTuple):
    """Which card the viewer looks at: `upper.4.market` in an address. The place is a hint, the card decides."""

    row: str
    place: int
    card: str

    def __str__(self) -> str:
        return f"{self.row}.{self.place}.{self.card}"


def choice_from(text: str) -> CardChoice | None:
    """Reads `str(Choice)` back; None for anything else."""
    row, _dot, rest = text.partition(".")
    place, _dot, card = rest.partition(".")
    if row in ("upper", "lower", "hand", "drawn") and place.isdecimal() and card:
        return CardChoice(row, int(place[:2]), card)
    return None


class Tag(NamedTuple):
    """The price tag: filled when the card can be had now, dashed when not; `before` and `note` are the small words, `warning`
    what speaks against the price that stands there."""

    can: bool
    figure: str
    before: str = ""
    note: str = ""
    warning: str = ""


class Spot(NamedTuple):
    """A card in its place. `at` is the number of the place where an equal card lies in the same row (TURN-13), `on_top` a
    second card on it (UI-10), `target` the index of the answer of the open panel that is about it."""

    face: Face
    choice: CardChoice
    tag: Tag | None
    selected: bool
    label: str
    at: int = 0
    on_top: Face | None = None
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Ghost:
    """A place that was emptied in this phase, and by whom."""

    person: Person
    text: str


@dataclass(frozen=True, slots=True)
class TableauRow:
    spots: tuple[Spot, ...]
    ghosts: tuple[Ghost, ...]


def priced(state: engine.State, view: engine.View) -> tuple[int | None, Mapping[tuple[str, int], engine.Slot]]:
    """For a spectator, the seat to move and what the cards cost it, by row and place. Whether it can pay is told only where its
    money is."""
    if view.viewer is not None or view.over or len(view.asked) != 1:
        return None, {}
    (seat,) = view.asked
    found = {(slot.row, slot.place): slot for slot in engine.slots_for(state, seat)}
    if view.seats[seat].rubles is None:
        found = {key: _unpaid(slot) for key, slot in found.items()}
    return seat, found


def _unpaid(slot: engine.Slot) -> engine.Slot:
    offers = tuple(replace(offer, short=0, legal=False) for offer in slot.offers)
    return engine.Slot(slot.card, slot.place, slot.row, offers, blocked=None if offers else slot.blocked)


def slot_of(view: engine.View, choice: CardChoice | None) -> engine.Slot | None:
    """The card a choice means in this position: in its place, else the leftmost of its name in that row."""
    if choice is None:
        return None
    found = [slot for slot in row_of(view, choice.row) if slot is not None and slot.card == choice.card]
    return next((slot for slot in found if slot.place == choice.place), found[0] if found else None)


def row(
    view: engine.View,
    name: str,
    deck: Deck,
    chosen: engine.Slot | None,
    *,
    ghosts: Mapping[tuple[str, int], Ghost],
    above: Mapping[tuple[str, int], engine.Slot],
    targets: Mapping[tuple[str, int], int],
    prices: Mapping[tuple[str, int], engine.Slot],
    payer: str,
    warn: Warn,
) -> TableauRow:
    """A row; what else there is to a place is by row and place, 1-based. A second card on a place whose first
    is gone lies there alone. `prices` are those of the `payer`, where these are not the viewer's."""
    spots: list[Spot] = []
    gone: list[Ghost] = []
    for place, slot in enumerate(row_of(view, name), start=1):
        key = name, place
        second = above.get(key)
        if slot is not None:
            one = spot(prices.get(key, slot), deck, chosen, warn, payer=payer)
            one = one._replace(at=place_of(slot, view, deck), target=targets.get(key))
            spots.append(_told(one, deck[second.card] if second else None))
        elif second is not None:
            spots.append(spot(second, deck, chosen))
        elif key in ghosts:
            gone.append(ghosts[key])
    return TableauRow(tuple(spots), tuple(gone))


def _told(spot: Spot, on_top: Face | None) -> Spot:
    """A spot whose label says its place and the card on top of it, if there is anything to say."""
    said = [spot.label]
    if spot.at:
        said.append(_("place %(place)s") % {"place": spot.at})
    if on_top:
        said.append(_("with %(card)s on top") % {"card": on_top.name})
    return spot._replace(label=", ".join(said), on_top=on_top)


def unwarned(_move: str) -> Warned | None:
    return None


def spot(slot: engine.Slot, deck: Deck, chosen: engine.Slot | None, warn: Warn = unwarned, *, payer: str = "") -> Spot:
    face, tag = deck[slot.card], tag_of(slot)
    label = face.label
    if slot.offers and (price := min(offer.price for offer in slot.offers)):
        said = _("%(card)s, price for %(who)s %(price)s") if payer else _("%(card)s, your price %(price)s")
        label = said % {"card": label, "price": price, "who": payer}
    if tag and tag.note:
        label = f"{label}, {tag.note}"
    if tag and tag.can and slot.offers and (warned := warn(slot.offers[0].move)):
        tag, label = tag._replace(warning=warned.short), f"{label}, {warned.text}"
    return Spot(face, CardChoice(slot.row, slot.place, slot.card), tag, slot == chosen, label)


def tag_of(slot: engine.Slot) -> Tag | None:
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


def ghosts(steps: Sequence[PlayedStep], ply: int, deck: Deck, names: Sequence[Person]) -> dict[tuple[str, int], Ghost]:
    """Who emptied which place since the last refill, by row and place, in the position after `ply` moves.

    The cards before and after a move tell the place: of equal ones any may have been meant (TURN-13), and events lay out
    new ones in between.
    """
    start = ply
    while start and not any(isinstance(entry, engine.PhaseStarted) for entry in steps[start].step.entries):
        start -= 1
    found: dict[tuple[str, int], Ghost] = {}
    for before, step in pairwise(one.step for one in steps[start : ply + 1]):
        gone = [one for one in step.entries if isinstance(one, engine.Bought | engine.Took | engine.Discarded)]
        if not gone:
            continue
        emptied = _emptied(before.state, step.state)
        for entry in gone:
            key = next((key for key, card in emptied.items() if card == entry.card), None)
            if key is not None:
                del emptied[key]
                values = {"who": names[entry.seat], "card": deck.name(str(entry.card))}
                found[key] = Ghost(names[entry.seat], _GONE[entry.kind]() % values)
    return found


_GONE = {
    "bought": lambda: _("%(who)s bought %(card)s"),
    "took": lambda: _("%(who)s took %(card)s"),
    "discarded": lambda: _("%(who)s discarded %(card)s"),
}


def _emptied(before: engine.State, after: engine.State) -> dict[tuple[str, int], str]:
    """The cards of places that are empty afterwards, by row and place."""
    return {
        (name, place): old
        for name, was, now in zip(("upper", "lower"), engine.tableau(before), engine.tableau(after), strict=True)
        for place, (old, new) in enumerate(zip(was, now, strict=False), start=1)  # the end of a round clears a row
        if old is not None and new is None
    }
