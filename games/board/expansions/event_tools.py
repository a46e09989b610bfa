"""Using an event before the action of a turn, which then goes on (EVT-3), and the two cards of the Twin (EVT-TWIN)."""

import re
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.board.expansions.events import PLACE, grabbed, tile_of, usable
from games.board.move_words import HOLE, MoveLine, plain
from games.board.panel import Panel, PanelAnswer, card_panel, picture_of
from games.board.questions import Addition, Asking, Tool
from games.board.table import ViewedTable
from games.board.tableau import name_of, row_of
from games.names import words
from games.names.cards import Deck, tile_name, tile_words
from games.names.words import amount_of_rubles, listed

TEMPLATE = "games/board/questions/event.html"
OWN, OTHERS = 6, 2
"""Rubles of the Sponsor (EVT-SPONSOR-1)."""
_AT = re.compile(r" at (\d+)$")


@dataclass(frozen=True, slots=True)
class ListPanel(Panel):
    """All events that can be used now: the tool that opens the panel of each, its name and its words."""

    choices: tuple[tuple[str, str, str], ...] = ()


class EventList(Tool):
    name = "events"
    verb = "event"
    button_words = gettext_lazy("Use an event")

    def hint(self, view: engine.View) -> str:
        return _("You can use an event first.")

    def panel(self, table: ViewedTable) -> Panel | None:
        heading = _("Which event do you want to use?")
        tiles = map(tile_of, usable(table.view))
        choices = tuple((tile, tile_name(tile), tile_words(tile)) for tile in tiles)
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


class EventTool(Tool):
    """One event. The tiles and the list open it, so it has no button near the hand."""

    verb = "event"

    def __init__(self, event: str) -> None:
        self.event = event
        self.tile = tile_of(event)

    @property
    def name(self) -> str:  # type: ignore[override]  # one class for six tools
        return self.tile

    def is_usable(self, table: ViewedTable) -> bool:
        return self.event in usable(table.view)

    def panel(self, table: ViewedTable) -> Panel | None:
        name, text = tile_name(self.tile), f"event {self.event}"
        answer = table.moves.answer(
            text,
            name,
            _("Use %(event)s") % {"event": name},
            effect=" ".join(filter(None, [self.effect(table), after()])),
        )
        heading = _("Event: %(event)s") % {"event": name}
        return Panel(heading, heading, tile_words(self.tile), None, (answer,), closes=True, template=TEMPLATE)

    def effect(self, table: ViewedTable) -> str:
        """What it would do in this position, as far as it can be known."""
        return ""


class Sponsor(EventTool):
    def effect(self, table: ViewedTable) -> str:
        if table.rubles is None:
            return ""
        values = {
            "before": words.rubles(table.rubles),
            "after": words.rubles(table.rubles + OWN),
            "others": words.rubles(OTHERS),
        }
        return _("You %(before)s → %(after)s, everyone else +%(others)s.") % values


class Warehouse(EventTool):
    def effect(self, table: ViewedTable) -> str:
        assert table.viewer is not None
        limit = table.view.seats[table.viewer].hand_limit
        return _("Your hand %(before)s → %(after)s cards.") % {"before": limit, "after": limit + 1}


class NewLuck(EventTool):
    def effect(self, table: ViewedTable) -> str:
        count = len(table.view.seats)
        text = ngettext(
            "%(count)s card from the pile of %(pile)s.", "%(count)s cards from the pile of %(pile)s.", count
        )
        return text % {"count": count, "pile": words.PILES[table.view.phase]}


class Twin(EventTool):
    def effect(self, table: ViewedTable) -> str:
        first = table.view.upper[PLACE - 1]
        if first is None:
            return ""
        values = {"card": table.deck.name(first.card), "pile": words.PILES[table.view.phase]}
        return _("A card from the pile of %(pile)s is placed on %(card)s.") % values


class Ghost(EventTool):
    """Its card is chosen in the panel or in the tableau (EVT-GHOST-1)."""

    def panel(self, table: ViewedTable) -> Panel | None:
        answers = tuple(
            self._answer(text, table) for text in table.view.moves if text.startswith(f"event {self.event} ")
        )
        heading = _("Ghost: discard which card?")
        text = " ".join([_("Choose it here or in the tableau."), after()])
        return Panel(heading, heading, text, None, answers, closes=True, template=TEMPLATE)

    def _answer(self, text: str, table: ViewedTable) -> PanelAnswer:
        slot = haunted(text.removeprefix(f"event {self.event} "), table.view)
        assert slot is not None
        name, face = name_of(slot, table.view, table.deck), table.deck[slot.card]
        where = _("lower row") if slot.row == "lower" else _("upper row")
        return table.moves.answer(
            text,
            name,
            _("Ghost: discard %(card)s") % {"card": name},
            detail=where,
            picture=picture_of(face),
            place=(slot.row, slot.place),
        )


class Grabber(EventTool):
    """The top of the discard pile, with its price and what it may replace (EVT-GRAB-1)."""

    def panel(self, table: ViewedTable) -> Panel | None:
        slot = grabbed(table.view)
        if slot is None:
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


class AskTwin(Asking):
    kinds = ("twin",)
    title_words = gettext_lazy("Choose the twin cards")
    hint_words = gettext_lazy("Both cards on place 1 must be bought or taken.")

    def panel(self, table: ViewedTable) -> Panel | None:
        if not table.view.moves:
            return None
        slots = lying(table.view)
        faces = tuple(table.deck[slot.card] for slot in slots)
        answers = tuple(answer for slot in slots for answer in _ways(slot, table))
        if len(slots) > 1:
            heading = _("Twin: which card first?")
            text = _("You must buy or take both. Only moves that leave a way to get the other card are offered.")
        else:
            heading = _("Twin: now %(card)s") % {"card": table.deck.name(slots[0].card)}
            text = _("You must buy it or take it.")
        return Panel(heading, heading, text, None, answers, template="games/board/questions/twin.html", faces=faces)

    def letter(self, view: engine.View, deck: Deck) -> str:
        names = [deck.name(slot.card) for slot in lying(view)]
        if len(names) > 1:
            return _("Your Twin event: buy or take %(cards)s on place 1, one after the other.") % {
                "cards": listed(names)
            }
        return _("Your Twin event: now buy or take %(cards)s as well.") % {"cards": listed(names)}


def lying(view: engine.View) -> list[engine.Slot]:
    """What still lies on place 1: the original, then the second card."""
    first = view.upper[PLACE - 1]
    return [*([first] if first is not None else []), *view.spread]


def _ways(slot: engine.Slot, table: ViewedTable) -> list[PanelAnswer]:
    name, face = table.deck.name(slot.card), table.deck[slot.card]
    shown, picture = card_panel(slot, table.moves, table.deck), picture_of(face)
    found = []
    for answer, offer in zip(shown.answers, slot.offers, strict=True):
        if not offer.legal:
            continue
        over = table.deck.name(offer.over) if offer.over else ""
        values = {"card": name, "over": over, "price": answer.price}
        label = _("%(card)s over %(over)s") % values if over else _("Buy %(card)s") % values
        button = _("Buy %(card)s for %(price)s") % values
        found.append(replace(answer, label=label, button=button, picture=picture))
    if slot.take:
        label = _("Take %(card)s to hand") % {"card": name}
        found.append(table.moves.answer(slot.take, label, picture=picture, is_take=True))
    return found


EVENT_TOOLS = Addition(
    tools=(
        EventList(),
        Twin("twin"),
        Sponsor("sponsor"),
        Ghost("ghost"),
        NewLuck("new-luck"),
        Warehouse("warehouse"),
        Grabber("grabber"),
    ),
    verbs={"event": _event},
    askings=(AskTwin(),),
)
