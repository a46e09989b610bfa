"""The events: used before the action of a turn, which then goes on (EVT-3). A list opens one panel each."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.board.extras.events import PLACE, grabbed, tile_of, usable
from games.board.move_words import HOLE, MoveLine, plain
from games.board.panel import Answer, Panel, Picture, card_panel
from games.board.places import name_of, row_of
from games.board.table import Table
from games.names import words
from games.names.cards import Deck, tile_name, tile_words
from games.names.words import amount_of_rubles

from .base import Tool

TEMPLATE = "games/board/questions/event.html"
OWN, OTHERS = 6, 2
"""Rubles of the Sponsor (EVT-SPONSOR-1)."""
_AT = re.compile(r" at (\d+)$")


@dataclass(frozen=True, slots=True)
class Choice:
    """An event that can be used now; `tool` opens its panel."""

    tool: str
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class ListPanel(Panel):
    """All events that can be used now."""

    choices: tuple[Choice, ...] = ()


class Events(Tool):
    """The list, near the own hand."""

    name = "events"
    verb = "event"

    def button(self, table: Table) -> str:
        return _("Use an event")

    def is_usable(self, table: Table) -> bool:
        return bool(usable(table.view))

    def hint(self, view: engine.View) -> str:
        return _("You can use an event first.") if usable(view) else ""

    def panel(self, table: Table) -> Panel | None:
        if not self.is_usable(table):
            return None
        heading = _("Which event do you want to use?")
        choices = tuple(
            Choice(tile_of(event), tile_name(tile_of(event)), tile_words(tile_of(event)))
            for event in usable(table.view)
        )
        return ListPanel(
            heading,
            heading,
            after(),
            None,
            (),
            closes=True,
            template="games/board/questions/events.html",
            choices=choices,
        )


class Event(Tool):
    """One event. The tiles and the list open it, so it has no button near the hand."""

    verb = "event"

    def __init__(self, event: str) -> None:
        self.event = event
        self.tile = tile_of(event)

    @property
    def name(self) -> str:  # type: ignore[override]  # one class for six tools
        return self.tile

    def button(self, table: Table) -> str:
        return ""

    def is_usable(self, table: Table) -> bool:
        return self.event in usable(table.view)

    def panel(self, table: Table) -> Panel | None:
        if not self.is_usable(table):
            return None
        name, text = tile_name(self.tile), f"event {self.event}"
        answer = Answer(
            name,
            _("Use %(event)s") % {"event": name},
            text,
            effect=" ".join(filter(None, [self.effect(table), after()])),
            reveals=table.moves.reveals(text),
        )
        heading = _("Event: %(event)s") % {"event": name}
        return Panel(heading, heading, tile_words(self.tile), None, (answer,), closes=True, template=TEMPLATE)

    def effect(self, table: Table) -> str:
        """What it would do in this position, as far as it can be known."""
        return ""


class Sponsor(Event):
    def effect(self, table: Table) -> str:
        if table.rubles is None:
            return ""
        values = {
            "before": words.rubles(table.rubles),
            "after": words.rubles(table.rubles + OWN),
            "others": words.rubles(OTHERS),
        }
        return _("You %(before)s → %(after)s, everyone else +%(others)s.") % values


class Warehouse(Event):
    def effect(self, table: Table) -> str:
        assert table.viewer is not None
        limit = table.view.seats[table.viewer].hand_limit
        return _("Your hand %(before)s → %(after)s cards.") % {"before": limit, "after": limit + 1}


class NewLuck(Event):
    def effect(self, table: Table) -> str:
        count = len(table.view.seats)
        text = ngettext(
            "%(count)s card from the pile of %(pile)s.", "%(count)s cards from the pile of %(pile)s.", count
        )
        return text % {"count": count, "pile": words.PILES[table.view.phase]}


class Twin(Event):
    def effect(self, table: Table) -> str:
        first = table.view.upper[PLACE - 1]
        if first is None:
            return ""
        values = {"card": table.deck.name(first.card), "pile": words.PILES[table.view.phase]}
        return _("A card from the pile of %(pile)s is placed on %(card)s.") % values


class Ghost(Event):
    """Its card is chosen in the panel or in the tableau (EVT-GHOST-1)."""

    def panel(self, table: Table) -> Panel | None:
        if not self.is_usable(table):
            return None
        answers = tuple(
            self._answer(text, table) for text in table.view.moves if text.startswith(f"event {self.event} ")
        )
        heading = _("Ghost: discard which card?")
        text = " ".join([_("Choose it here or in the tableau."), after()])
        return Panel(heading, heading, text, None, answers, closes=True, template=TEMPLATE)

    def _answer(self, text: str, table: Table) -> Answer:
        slot = haunted(text.removeprefix(f"event {self.event} "), table.view)
        assert slot is not None
        name, face = name_of(slot, table.view, table.deck), table.deck[slot.card]
        where = _("lower row") if slot.row == "lower" else _("upper row")
        return Answer(
            name,
            _("Ghost: discard %(card)s") % {"card": name},
            text,
            detail=where,
            reveals=table.moves.reveals(text),
            picture=Picture("cards", face.key, face.tint),
            place=(slot.row, slot.place),
        )


class Grabber(Event):
    """The top of the discard pile, with its price and what it may replace (EVT-GRAB-1)."""

    def panel(self, table: Table) -> Panel | None:
        slot = grabbed(table.view)
        if slot is None or not self.is_usable(table):
            return None
        heading = _("Grabber: %(card)s") % {"card": table.deck.name(slot.card)}
        shown = card_panel(slot, table.moves, table.deck, heading=heading, template=TEMPLATE)
        answers = tuple(
            replace(answer, button=_grab(slot.card, offer, table.deck))
            for answer, offer in zip(shown.answers, slot.offers, strict=True)
        )
        text = " ".join(filter(None, [shown.text, after()]))
        return replace(shown, answers=answers, text=text, closes=True)


def after() -> str:
    """An event is no action."""
    return _("Your turn continues afterwards.")


def haunted(what: str, view: engine.View) -> engine.Slot | None:
    """The card that the Ghost would discard: `market`, `market lower at 3`."""
    at = _AT.search(what)
    card, _space, lower = (what[: at.start()] if at else what).partition(" ")
    row = row_of(view, lower or "upper")
    if at:
        return next((slot for slot in row if slot is not None and slot.place == int(at[1])), None)
    return next((slot for slot in row if slot is not None and slot.card == card), None)


def _grab(card: str, offer: engine.Offer, deck: Deck) -> str:
    values = {"card": deck.name(card), "price": words.rubles(offer.price)}
    if offer.over:
        return _("Grab %(card)s over %(over)s for %(price)s") % {**values, "over": deck.name(offer.over)}
    return _("Grab %(card)s for %(price)s") % values


def _event(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    event, _space, rest = what.partition(" ")
    if event == "ghost" and (slot := haunted(rest, view)) is not None:
        line = _("use the event Ghost and discard %(card)s from the lower row") if slot.row == "lower" else None
        line = line or _("use the event Ghost and discard %(card)s")
        return MoveLine(line % {"card": HOLE}, name_of(slot, view, deck))
    if event == "grabber" and (slot := grabbed(view)) is not None:
        offer = next((offer for offer in slot.offers if offer.move == f"event {what}"), None)
        if offer is None:
            return None
        name = deck.name(slot.card)
        over = _("%(card)s over %(over)s") % {"card": name, "over": deck.name(offer.over)} if offer.over else name
        return MoveLine(
            _("use the event Grabber and buy %(card)s for %(price)s")
            % {"card": HOLE, "price": amount_of_rubles(offer.price)},
            over,
        )
    if rest or event in ("ghost", "grabber"):
        return None
    return plain(_("use the event %(event)s") % {"event": tile_name(tile_of(event))})


TOOLS = (
    Events(),
    Twin("twin"),
    Sponsor("sponsor"),
    Ghost("ghost"),
    NewLuck("new-luck"),
    Warehouse("warehouse"),
    Grabber("grabber"),
)
VERBS = {"event": _event}
