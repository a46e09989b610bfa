"""Who is asked what, what is legal, and for each card before a viewer every way to acquire it, its price term by term, and
what is in the way. Nothing here changes a state.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engine.cards import CardId, Term
from engine.core import Move, Offers, State
from engine.places import offers_at
from engine.player import Row, Seat
from engine.steps import Decision, Question


def waiting_for(state: State) -> tuple[Seat, ...]:
    """The seats that are asked; empty when the game is over."""
    return () if state.over else state.agenda[-1].seats


def decision(state: State) -> Decision | None:
    """What is being asked; None when the game is over."""
    item = state.agenda[-1] if state.agenda else None
    return item if isinstance(item, Decision) else None


def question_for(state: State, seat: Seat | None) -> Question | None:
    """The question as this seat (None: a visitor) may see it; None when the game is over. A question that may not tell
    who is asked names no seat to others."""
    asked = decision(state)
    return replace(asked.question(state, seat), seats=asked_as_seen(state, seat)) if asked else None


def asked_as_seen(state: State, seat: Seat | None) -> tuple[Seat, ...]:
    """The seats that are asked, as this seat (None: a visitor) may know it."""
    asked = decision(state)
    if asked is not None and asked.anonymous:
        return (seat,) if seat in asked.seats else ()
    return waiting_for(state)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All legal answers of a seat, in a fixed order; empty when it is not asked. The one definition of legality."""
    if state.over:
        return ()
    asked = state.agenda[-1]
    if seat not in asked.seats:
        return ()
    legal = state._legal
    if legal is None:
        legal = asked.moves(state, seat)
        if len(asked.seats) == 1:  # where several are asked at once nothing is kept
            state._legal = legal
    return legal


def is_legal(state: State, seat: Seat, move: Move) -> bool:
    """Is the move among `legal_moves` of this seat? Where only that matters it costs less than the list."""
    if state.over:
        return False
    asked = state.agenda[-1]
    if seat not in asked.seats:
        return False
    legal = state._legal
    return asked.allows(state, seat, move) if legal is None else move in legal


@dataclass(frozen=True, slots=True)
class Offer:
    """One way to buy or play a card: the move, the card replaced, the price, the rubles missing, and whether it is
    legal now. The terms add up to the price."""

    move: str
    over: CardId | None
    price: int
    short: int
    legal: bool
    terms: tuple[Term, ...]


Blocked = Literal["too-expensive", "no-target", "not-for-sale", "hand-full", "first-workers", "not-asked"]


@dataclass(frozen=True, slots=True)
class Slot:
    """A card that lies in a row or a hand, or was drawn. `offers` are the cheapest first, legal or not; `blocked` and
    `take_blocked` say why none is legal, why it cannot be taken."""

    card: CardId
    place: int
    row: str
    offers: tuple[Offer, ...] = ()
    take: str | None = None
    blocked: Blocked | None = None
    take_blocked: Blocked | None = None


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a state, what they may do now, and what is being asked."""

    state: State
    seat: Seat | None
    legal: tuple[Move, ...]
    asked: Decision | None

    def as_visitor(self) -> Viewer:
        """The same look without a seat."""
        return replace(self, seat=None, legal=())

    def table(self, source: str, place: int, row: Row) -> Offers:
        """The moves that acquire the card at a place: those of the question, if it brings its own."""
        if self.asked is not None and self.seat in self.asked.seats:
            source = self.asked.instead.get(source, source)
        return offers_at(self.state, source, place, row)

    def hindrance(self, move: Move) -> Blocked:
        """Why a move that cards and money allow is not legal now."""
        if self.seat is None or self.asked is None or self.seat not in self.asked.seats:
            return "not-asked"
        reason = self.asked.why_not(self.state, self.seat, move)
        return "first-workers" if reason and reason[0] == "first-workers" else "not-asked"


def slot_of(viewer: Viewer, source: str, place: int, row: Row) -> Slot:
    """A card with everything the viewer can do with it."""
    s, seat = viewer.state, viewer.seat
    name = s.rules.ids[row]
    if seat is None or s.over:
        return Slot(name, place, source)
    table = viewer.table(source, place, row)
    offers = offers_for(viewer, table, row)
    blocked: Blocked | None = None
    if not any(offer.legal for offer in offers):
        if not offers:
            blocked = "no-target" if s.rules.for_sale[row] else "not-for-sale"
        elif offers[0].short:
            blocked = "too-expensive"
        else:
            blocked = viewer.hindrance(s.rules.moves[offers[0].move])
    take = table.take(row)
    take_blocked: Blocked | None = None
    if take is not None and take not in viewer.legal:
        full = len(s.players[seat].hand) >= s.players[seat].facts[s.rules.hand_limit]
        take_blocked = "hand-full" if full else viewer.hindrance(take)
    legal_take = str(take) if take is not None and take_blocked is None else None
    return Slot(name, place, source, offers, legal_take, blocked, take_blocked)


def offers_for(viewer: Viewer, table: Offers, row: Row) -> tuple[Offer, ...]:
    """All ways to acquire a card by paying, the cheapest first."""
    s, seat = viewer.state, viewer.seat
    assert seat is not None
    player = s.players[seat]
    over, single = table.overs(row), table.buy(row)
    ways = [over[kind] for kind in player.kinds if kind in over]
    if single is not None:
        ways.append(single)
    found: list[Offer] = []
    for move in ways:
        price = move.price(s, seat)
        short = max(0, price - player.rubles)
        found.append(Offer(str(move), move.over, price, short, move in viewer.legal, move.terms(s, seat)))
    return tuple(sorted(found, key=lambda offer: offer.price))
