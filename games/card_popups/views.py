"""Looking a card or tile up without leaving the game: what it is, and what it is about here and now.

Everything follows from the view, so that two positions which look the same to somebody give them the same lines.
"""

from collections.abc import Iterator, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import engine
from accounts.activity import visitor_of
from api.problems import or_404
from games.board.extras import SheetLine, extras_of
from games.board.people import Person, you_or
from games.board.table import ViewedTable, number_in
from games.names import words
from games.names.cards import Deck
from games.names.words import box_of
from games.play.positions import Play
from games.reference.facts import CardEntry, entry_of
from games.reference.shelves import CARDS, SHELVES, Shelf
from games.tables.links import watched

Slots = Sequence["engine.Slot | None"]


def lines_of_card(card: str, view: engine.View, deck: Deck, names: Sequence[Person]) -> tuple[SheetLine, ...]:
    equal = frozenset(_equal(card, deck))
    found = [*_prices(equal, view), *_paid(equal, view, deck, names), *_places(equal, view, names)]
    if to_come := _to_come(equal, view, deck):
        found.append(SheetLine(_("Still to come"), to_come))
    return tuple(found)


def _equal(card: str, deck: Deck) -> Iterator[str]:
    """This card and further copies of it that sets bring under ids of their own."""
    name, label = deck.name(card), deck[card].label
    for other in engine.cards(deck.options):
        if deck.name(other.id) == name and deck[other.id].label == label:
            yield other.id


def _rows(view: engine.View) -> Iterator[tuple[str, Slots]]:
    """The places where cards lie for the taking, as they are called."""
    above = [slot for extra in extras_of(view) for slot in extra.above(view).values()]
    own = view.seats[view.viewer].hand if view.viewer is not None else None
    yield _("in the upper row"), (*view.upper, *above)
    yield _("in the lower row"), view.lower
    yield _("for the drawn card"), [view.drawn]
    yield _("in your hand"), own or ()


def _prices(cards: frozenset[str], view: engine.View) -> Iterator[SheetLine]:
    """What it costs the viewer, in every place where it can be had."""
    said = []
    for where, slots in _rows(view):
        offers = [slot.offers for slot in slots if slot is not None and slot.card in cards and slot.offers]
        if not offers:
            continue
        cheapest = min((one for some in offers for one in some), key=lambda one: one.price)
        price = {"price": words.rubles(cheapest.price), "where": where, "short": cheapest.short}
        if any(len(some) > 1 for some in offers):
            said.append(_("from %(price)s %(where)s") % price)
        elif cheapest.short:
            said.append(_("%(price)s %(where)s, %(short)s short") % price)
        else:
            said.append(_("%(price)s %(where)s") % price)
    if said:
        yield SheetLine(_("Your price now"), ", ".join(said))


def _paid(cards: frozenset[str], view: engine.View, deck: Deck, names: Sequence[Person]) -> Iterator[SheetLine]:
    """What it pays in the displays, where that is not what is printed on it."""
    said = []
    for seat in _in_order(view):
        for shown in seat.display:
            printed = deck[shown.card].rubles, deck[shown.card].points
            if shown.card in cards and shown.pays != printed:
                state = " " + pgettext("card", "(face down)") if shown.face_down else ""
                said.append(f"{you_or(names[seat.seat])} {words.gains(*shown.pays)}{state}")
    if said:
        yield SheetLine(_("Pays now"), ", ".join(dict.fromkeys(said)))


def _places(cards: frozenset[str], view: engine.View, names: Sequence[Person]) -> Iterator[SheetLine]:
    found = [
        (_("upper row"), _count(cards, view.upper)),
        (_("lower row"), _count(cards, view.lower)),
        (_("discard pile"), sum(card in cards for card in view.discard)),
    ]
    for seat in _in_order(view):
        person = names[seat.seat]
        display = _("your play area") if person.is_you else _("%(who)s's play area") % {"who": person}
        hand = _("your hand") if person.is_you else _("%(who)s's hand") % {"who": person}
        found.append((display, sum(shown.card in cards for shown in seat.display)))
        found.append((hand, _count(cards, seat.hand or ())))
    said = [where if count == 1 else f"{where} {count}×" for where, count in found if count]
    if said:
        yield SheetLine(_("Location"), ", ".join(said))


def _count(cards: frozenset[str], slots: Slots) -> int:
    return sum(slot is not None and slot.card in cards for slot in slots)


def _to_come(cards: frozenset[str], view: engine.View, deck: Deck) -> str:
    """How many copies lie in the piles (INFO-3). What others hold hidden is counted with its pile, so the number is one that
    it cannot be above; nothing for a card of no pile."""
    total = sum(card.copies for card in engine.cards(deck.options) if card.id in cards)
    for phase in view.phases:
        if phase.name != deck[next(iter(cards))].pile:
            continue
        unseen = sum(count for card, count in phase.contents if card in cards)
        hidden = sum(count for _card, count in phase.contents) - phase.left
        values = {"n": unseen, "total": total, "hidden": hidden, "left": phase.left}
        if not unseen:
            return _("none of %(total)s") % values
        if hidden:
            said = ngettext(
                "at most %(n)s of %(total)s; other players hold %(hidden)s hidden card from this pile",
                "at most %(n)s of %(total)s; other players hold %(hidden)s hidden cards from this pile",
                hidden,
            )
            return said % values
        said = ngettext(
            "%(n)s of %(total)s, in a pile of %(left)s card",
            "%(n)s of %(total)s, in a pile of %(left)s cards",
            phase.left,
        )
        return said % values
    return ""


def _in_order(view: engine.View) -> Iterator[engine.SeatView]:
    first, count = view.viewer or 0, len(view.seats)
    return (view.seats[(first + step) % count] for step in range(count))


def sheet_of(shelf: Shelf, id: str, table: ViewedTable) -> tuple[CardEntry, tuple[SheetLine, ...]] | None:
    """An entry and its lines, none for what is not in this game. None where the box holds nothing of this id."""
    things = shelf.find(id)
    if not things:
        return None
    if shelf.kind != CARDS:
        lines = [line for extra in extras_of(table.view) for line in extra.here(id, table.view, table.names)]
        return entry_of(shelf, things[0]), tuple(lines)
    if id not in table.deck or box_of(table.options, id) != shelf.name:
        return entry_of(shelf, things[0]), ()
    entry = entry_of(shelf, engine.card(table.options, id), table.deck[id])
    return entry, lines_of_card(id, table.view, table.deck, table.names)


@require_safe
@never_cache
def sheet(request: HttpRequest, game_id: int, shelf: str, id: str) -> HttpResponse:
    """What this visitor may know of it now; of a finished game also after `?at=17` moves through the eyes of `?seat=2`."""
    play = watched(request, game_id)
    box = SHELVES.get(shelf)
    found = or_404(sheet_of(box, id, _table(request, play)) if box and play.game.has_begun else None)
    entry, lines = found
    return render(request, "games/reference/sheet.html", {"entry": entry, "lines": lines}, using="jinja2")


def _table(request: HttpRequest, play: Play) -> ViewedTable:
    at, seat = (number_in(request.GET.get(name, "")) for name in ("at", "seat"))
    if not play.game.is_finished or at is None:
        user = visitor_of(request)
        return ViewedTable(play, play.eyes_of(user) if user else None)
    return ViewedTable(
        play, seat if seat is not None and seat < len(play.seats) else None, ply=min(at, len(play.steps) - 1)
    )
