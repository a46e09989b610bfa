"""Events on the board: the tiles with what they would do, and their log lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.board.extras import Extra, SeatTile, SheetLine, values_of
from games.board.people import Person, you_or
from games.board.questions import Addition
from games.names import words
from games.names.cards import Deck, Face, tile_group, tile_name, tile_words
from games.names.words import amount_of_rubles

PART = "events"
PLACE = 1
"""Where the second card of the Twin lies, in the upper row (EVT-TWIN-1)."""

REASONS: Mapping[str, str | Promise] = {
    "event-round": gettext_lazy("Available from round 2."),
    "event-gone": gettext_lazy("Already used."),
    "event-spent": gettext_lazy("You have already used your event."),
    "event-place": gettext_lazy("Place 1 is empty."),
    "event-pile": gettext_lazy("The pile of this phase has too few cards."),
    "event-places": gettext_lazy("Too few free places in the tableau."),
    "event-tableau": gettext_lazy("The tableau is empty."),
    "event-discard": gettext_lazy("The discard pile is empty."),
    "too-expensive": gettext_lazy("You cannot afford the top card."),
    "no-target": gettext_lazy("You have no card it can replace."),
    "not-for-sale": gettext_lazy("The top card cannot be bought."),
}
"""What is in the way of an event, by the code of the view or of the card that the Grabber would buy."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event before a viewer; `id` is also the tool that its button opens. `moves` are the ways to use it now; `why` says why
    there is none, and `rule` where that stands. `used_by` is who did use it."""

    id: str
    name: str
    words: str
    moves: tuple[str, ...]
    used_by: Person | None
    why: str
    rule: str
    top: Face | None = None
    price: str = ""


@dataclass(frozen=True, slots=True)
class Tiles:
    """`used` is the viewer's own event, `open` how many nobody has used; `may_use`: the viewer can still use one of them."""

    events: tuple[Event, ...]
    used: str
    open: int
    may_use: bool

    @property
    def unused(self) -> list[Event]:
        return [event for event in self.events if event.used_by is None]

    @property
    def gone(self) -> list[Event]:
        """Those that somebody has used; they lie in front of that seat."""
        return [event for event in self.events if event.used_by is not None]


def tile_of(event: str) -> str:
    """The id of an event in the list of tiles: the rules name it shorter."""
    return f"event-{event}"


def usable(view: engine.View) -> list[str]:
    return [one["event"] for one in values_of(view, PART).get("events", ()) if one["moves"]]


def grabbed(view: engine.View) -> engine.Slot | None:
    """The top of the discard pile with what the Grabber would cost the viewer."""
    slot: engine.Slot | None = values_of(view, PART).get("grabber")
    return slot


class Events(Extra):
    part = PART
    place = "board"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> Tiles | None:
        """None when all is over: what was used lies in front of its seat."""
        return None if view.over else self.tiles(view, deck, names)

    def tiles(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> Tiles:
        shown = values_of(view, PART)
        events = tuple(_event(one, view, deck, names) for one in shown["events"])
        own = shown["used"][view.viewer] if view.viewer is not None else ""
        left = sum(one.used_by is None for one in events)
        may_use = view.viewer is not None and not own and left > 0
        return Tiles(events, tile_name(tile_of(own)) if own else "", left, may_use)

    def at_seat(self, view: engine.View, seat: int) -> Sequence[SeatTile]:
        """The event that a seat has used lies in front of it (EVT-3)."""
        event = values_of(view, PART)["used"][seat]
        if not event:
            return ()
        tile, name = tile_of(event), tile_name(tile_of(event))
        used = _("%(event)s used") % {"event": name}
        return (SeatTile(self.part, tile, name, used, tile_words(tile), tile_group(tile)),)

    def above(self, view: engine.View) -> Mapping[tuple[str, int], engine.Slot]:
        """The second card of the Twin (UI-10), with its prices for who has to acquire it."""
        card = values_of(view, PART)["twin"]
        if card is None:
            return {}
        slot = next((slot for slot in view.spread if slot.row == "twin"), None)
        return {("upper", PLACE): slot or engine.Slot(card, PLACE, "upper")}

    def here(self, tile: str, view: engine.View, names: Sequence[Person]) -> Sequence[SheetLine]:
        one = next((one for one in values_of(view, PART)["events"] if tile_of(one["event"]) == tile), None)
        if one is None:
            return ()
        if one["used_by"] is not None:
            return [SheetLine(_("Used by"), you_or(names[one["used_by"]]))]
        found = [SheetLine(_("Used by"), _("nobody yet"))]
        why = REASONS.get(one["blocked"]) if one["blocked"] else None
        return [*found, SheetLine(_("Unavailable"), str(why))] if why else found

    def letter(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> list[str]:
        events = self.tiles(view, deck, names).events
        told = []
        if left := [one.name for one in events if one.used_by is None]:
            told.append(_("Unused events: %(events)s") % {"events": ", ".join(left)})
        used = [f"{one.name} ({_('you') if one.used_by.is_you else one.used_by})" for one in events if one.used_by]
        if used:
            told.append(_("Used events: %(events)s") % {"events": ", ".join(used)})
        top = grabbed(view)
        if top is not None and top.offers and view.round > 1 and not values_of(view, PART)["used"][view.viewer or 0]:
            price = {"card": deck.name(top.card), "price": amount_of_rubles(top.offers[0].price)}
            told.append(_("The Grabber would buy %(card)s for %(price)s.") % price)
        return told


def _event(one: Mapping[str, Any], view: engine.View, deck: Deck, names: Sequence[Person]) -> Event:
    tile, top = tile_of(one["event"]), grabbed(view) if one["event"] == "grabber" else None
    reason, rule = one["blocked"], one["rule"] or ""
    if top is not None and not reason and top.blocked in REASONS:
        reason, rule = top.blocked, "EVT-GRAB-1"
    return Event(
        id=tile,
        name=tile_name(tile),
        words=tile_words(tile),
        moves=tuple(one["moves"]),
        used_by=None if one["used_by"] is None else names[one["used_by"]],
        why=str(REASONS.get(reason, "")) if reason else "",
        rule=rule,
        top=deck[top.card] if top else None,
        price=words.rubles(top.offers[0].price) if top and top.offers else "",
    )


EVENTS = Addition(
    sentences={
        "event": lambda entry, found: (
            _("%(who)s used the event %(event)s") % {"who": found["who"], "event": tile_name(tile_of(entry.event))}
        ),
        "sponsored": gettext_lazy("%(who)s got %(rubles)s from the Sponsor"),
    },
    deeds={"event": lambda entry, found: _("used the event %(event)s") % {"event": tile_name(tile_of(entry.event))}},
    extras=(Events(),),
)
