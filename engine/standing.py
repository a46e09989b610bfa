"""What conditional orders do: they are decided by the view of their seat, so they cannot know more than its player.

`engine.standing_words` has their words. A pass for a phase, one until a change, and moves planned for the next turns are orders
like any other.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.core import State
from engine.entries import Entry, wakes
from engine.errors import Sentence
from engine.offers import Offer, Slot
from engine.options import Options
from engine.parts.pub import PRICE as PUB_PRICE
from engine.rulebook import Rulebook, rulebook_for
from engine.scoring import price_of
from engine.view import View

ANY: Final = "any"
"""Stands for a card whatever it is called."""
TURNS: Final = ("turn", "first-worker")
"""Questions that deeds with cards answer."""


@dataclass(frozen=True, slots=True)
class Condition:
    """`kind` is lies, gone, price, afford, least or most; a `card` that is empty stands for any, `number` for rubles."""

    kind: str
    card: str = ""
    row: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Deed:
    """`verb` is buy, play, take, pass, ask, pub, discard (what was drawn) or move. `most` is the highest price, or how many points;
    `until` is how long a pass goes on: phase, round, change, afford or the name of a card; a `move` has its text in `card`."""

    verb: str
    card: str = ""
    row: str = ""
    most: int | None = None
    over: str = ""
    until: str = ""
    tests: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Order:
    """`steps` are for one turn after the other, each with what is tried first."""

    steps: tuple[tuple[Deed, ...], ...]
    keep: int = 0
    scope: str = "phase"


Orders = tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """What orders do now: the `move` by the order at `place` and what is left of all of them after it; or `why` they stop. Neither
    where they say nothing about the question."""

    move: str = ""
    place: int = 0
    left: Orders = ()
    why: Sentence | None = None


def decide(orders: Orders, view: View) -> Decided:
    """What the orders do at the question of this view; where its seat is not asked, in a turn that were its own now."""
    kind = view.question.kind if view.question and view.viewer in view.asked else "turn"
    why: Sentence | None = None
    for place, order in enumerate(orders):
        if kind != "turn" and _merely_passes(order):
            continue
        for deed in order.steps[0]:
            if not _concerns(deed, kind, view):
                continue
            if (hindrance := _unmet(deed, view)) is None:
                if deed.verb == "ask":
                    return Decided(why=Sentence("Your order says “ask me”."))
                found = _found(deed, order.keep, view)
                if not isinstance(found, Sentence):
                    return Decided(found, place, _left(orders, place, deed))
                hindrance = found
            why = why or hindrance
    if why is None and kind not in TURNS and any(map(_is_for_turns, orders)):
        why = Sentence("None of your orders covers this question.")
    return Decided(why=why)


def _concerns(deed: Deed, kind: str, view: View) -> bool:
    if deed.verb == "move":
        return kind in TURNS or deed.card in view.moves
    if deed.verb == "discard" or (deed.verb in ("buy", "take") and kind == "drawn"):
        return kind == "drawn"
    return deed.verb == "ask" or (kind == "pub" if deed.verb == "pub" else kind in TURNS)


def _is_for_turns(order: Order) -> bool:
    """Does it say more about turns than that they are passed? A mere pass waits until its player has answered."""
    deeds = [deed for step in order.steps for deed in step if deed.verb not in ("pub", "ask")]
    return bool(deeds) and not _merely_passes(order)


def _merely_passes(order: Order) -> bool:
    return len(order.steps[0]) == 1 and order.steps[0][0].verb == "pass" and bool(order.steps[0][0].until)


def _left(orders: Orders, place: int, deed: Deed) -> Orders:
    """What is left when this deed of the order at `place` is done. A pass stays; one that waits for something has begun to wait."""
    order = orders[place]
    if deed.verb == "pass" and deed.until:
        order = order if deed.until in ("phase", "round") else replace(order, steps=((deed,), *order.steps[1:]))
    else:
        order = replace(order, steps=order.steps[1:])
    return (*orders[:place], *((order,) if order.steps else ()), *orders[place + 1 :])


def _unmet(deed: Deed, view: View) -> Sentence | None:
    """The first condition of the deed that is not met."""
    test = next((test for test in deed.tests if not _holds(test, view)), None)
    if test is None:
        return None
    match test.kind:
        case "lies":
            return Sentence("{card} is not available.", card=test.card)
        case "gone":
            return Sentence("{card} is still available.", card=test.card)
        case "price":
            return Sentence("{card} costs more than {n} rubles.", card=test.card, n=test.number)
        case "afford" if test.card:
            return Sentence("You cannot buy {card} now.", card=test.card)
        case "afford":
            return Sentence("You can afford a card.")
        case "least":
            return Sentence("You have fewer than {n} rubles.", n=test.number)
    return Sentence("You have more than {n} rubles.", n=test.number)


def _holds(test: Condition, view: View) -> bool:
    slots = list(_slots(view, test.card, test.row))
    prices = [offer.price for slot in slots for offer in slot.offers]
    rubles = view.seats[view.viewer or 0].rubles or 0
    match test.kind:
        case "lies" | "gone":
            return any(slot.row != "hand" for slot in slots) == (test.kind == "lies")
        case "price":
            return bool(prices) and min(prices) <= test.number
        case "afford":
            return any(not offer.short for slot in slots for offer in slot.offers) == bool(test.card)
    return rubles >= test.number if test.kind == "least" else rubles <= test.number


def _slots(view: View, card: str = "", row: str = "") -> Iterator[Slot]:
    """Cards of this name, or all, of both rows and the own hand, or of one row; if one was drawn, only that."""
    hand = view.seats[view.viewer].hand or () if view.viewer is not None else ()
    rules = rulebook_for(Options.from_dict(view.options))
    for slot in (view.drawn,) if view.drawn else (*view.upper, *view.lower, *hand):
        is_named = slot and (card in ("", ANY) or _key(rules, slot.card) == _key(rules, card))
        if slot and is_named and (not row or slot.row == row):
            yield slot


def _key(rules: Rulebook, card: str) -> str:
    return rules.cards[rules.row_of[card] - 1].key


def _found(deed: Deed, keep: int, view: View) -> str | Sentence:
    """The move that a deed is now, or why it is none."""
    is_asked, me = view.viewer in view.asked, view.seats[view.viewer or 0]
    if deed.verb in ("pass", "move", "pub", "discard"):
        move = deed.card or "pass"
        if deed.verb == "discard":
            move = next((one for one in view.moves if one.startswith("discard ")), "discard")
        if deed.verb == "pub":
            most = sum(move.startswith("pub ") and move[4:].isdigit() for move in view.moves) - 1
            move = f"pub {max(0, min(most, most if deed.most is None else deed.most, ((me.rubles or 0) - keep) // PUB_PRICE))}"
        if move in view.moves or not is_asked:
            return move
        return Sentence("{move} is not possible now.", move=move)
    slots = [slot for slot in _slots(view, deed.card, deed.row) if (slot.row == "hand") == (deed.verb == "play")]
    if deed.card == ANY:
        return _any_of(slots, deed, keep, view)
    if not slots:
        return Sentence("{card} is not available.", card=deed.card)
    if deed.verb == "take":
        for slot in slots:
            if slot.take:
                return slot.take
        full = is_asked or me.hand_count >= me.hand_limit
        return Sentence("You cannot take {card} now.", card=deed.card) if full else f"take {slots[0].card}"
    offers = sorted(
        (offer for slot in slots for offer in slot.offers if deed.over in ("", offer.over)), key=lambda one: one.price
    )
    offer = next((one for one in offers if (one.legal if is_asked else not one.short)), None)
    if offer is None:
        return Sentence("You cannot buy {card} now.", card=deed.card)
    if deed.most is not None and offer.price > deed.most:
        return Sentence(
            "{card} costs {price} rubles, more than {most}.", card=deed.card, price=offer.price, most=deed.most
        )
    if (me.rubles or 0) - offer.price < keep:
        return Sentence("Buying {card} would leave you with fewer than {keep} rubles.", card=deed.card, keep=keep)
    return offer.move


def _any_of(slots: list[Slot], deed: Deed, keep: int, view: View) -> str | Sentence:
    """What can be done with one of these cards, the cheapest first."""
    if deed.verb == "take":
        found = [slot.take for slot in slots if slot.take]
    else:
        most = (view.seats[view.viewer or 0].rubles or 0) - keep
        most = most if deed.most is None else min(most, deed.most)
        offers = [offer for slot in slots for offer in slot.offers if offer.legal and offer.price <= most]
        found = [offer.move for offer in sorted(offers, key=lambda one: one.price)]
    return found[0] if found else Sentence("No matching card.")


def supposed(view: View, tests: Iterable[Condition], state: State) -> View:
    """The view as it would be if its player had so many rubles, cards cost so much, lay there or were gone. A card that has to
    replace another is offered only where it lies. Of the `state` only what lowers this player's prices is read."""
    rules = rulebook_for(Options.from_dict(view.options))
    me = view.seats[view.viewer or 0]
    rubles = me.rubles or 0
    prices: dict[str, int] = {}
    gone: set[str] = set()
    lying: dict[str, list[Slot | None]] = {"upper": list(view.upper), "lower": list(view.lower)}
    for test in tests:
        if test.kind in ("least", "most"):
            rubles = test.number
        elif test.kind == "price":
            prices[_key(rules, test.card)] = test.number
        elif test.kind == "gone":
            gone.add(_key(rules, test.card))
        elif test.kind == "lies" and not _holds(test, view):
            card = rules.cards[rules.row_of[test.card] - 1]
            row = test.row or "upper"
            facts = state.players[view.viewer or 0].facts
            price = price_of(rules, facts, rules.row_of[test.card], int(row == "lower"), 0)
            offers = () if card.exchange else (Offer(f"buy {test.card}", None, price, 0, True, ()),)
            take = f"take {test.card}" if me.hand_count < me.hand_limit else None
            lying[row].append(Slot(test.card, len(lying[row]), row, offers, take))

    def then(slot: Slot | None) -> Slot | None:
        if slot is None or (slot.row != "hand" and _key(rules, slot.card) in gone):
            return None
        cheapest = min((offer.price for offer in slot.offers), default=0)
        more = prices.get(_key(rules, slot.card), cheapest) - cheapest
        offers = (replace(one, price=one.price + more, short=max(0, one.price + more - rubles)) for one in slot.offers)
        was_short = {one.move: one.short > 0 for one in slot.offers}
        legal = (replace(one, legal=not one.short and (one.legal or was_short[one.move])) for one in offers)
        return replace(slot, offers=tuple(legal))

    hand = None if me.hand is None else tuple(slot for one in me.hand if (slot := then(one)) is not None)
    seats = tuple(replace(one, rubles=rubles, hand=hand) if one is me else one for one in view.seats)
    upper, lower = (tuple(map(then, slots)) for slots in lying.values())
    return replace(view, seats=seats, drawn=then(view.drawn), upper=upper, lower=lower)


def priced(orders: Orders, view: View) -> Orders:
    """The orders with today's price as the highest where they name none, so that a higher one is none that was said."""

    def with_price(deed: Deed) -> Deed:
        prices = [
            offer.price
            for slot in _slots(view, deed.card, deed.row)
            for offer in slot.offers
            if deed.over in ("", offer.over)
        ]
        wants = deed.verb in ("buy", "play") and deed.card != ANY and deed.most is None and prices
        return replace(deed, most=min(prices)) if wants else deed

    return tuple(replace(order, steps=tuple(tuple(map(with_price, step)) for step in order.steps)) for order in orders)


def going_on(orders: Orders, before: View, after: View, entries: Iterable[Entry]) -> tuple[Orders, Sentence | None]:
    """What is left of the orders after a move of anybody that led from one view of their seat to the other, and why the rest
    stopped. What has ended as it says needs no reason."""
    if after.over or after.round != before.round:
        return (), None
    if after.phase != before.phase:
        orders = tuple(order for order in orders if order.scope == "round")
    left: list[Order] = []
    why: Sentence | None = None
    entries = tuple(entries)
    for order in orders:
        taken = _awaited(order.steps[0][0], before, entries) if _merely_passes(order) else ""
        if taken:
            why = why or Sentence("Somebody took {card}.", card=taken)
            order = replace(order, steps=order.steps[1:])
        if order.steps:
            left.append(order)
    for card in Counter(_lying(after)) - Counter(_lying(before)):
        if left and not any(_foresees(order, card, after) for order in left):
            return (), Sentence("{card} is new and not in your orders.", card=card)
    return tuple(left), None if left else why


def _awaited(deed: Deed, before: View, entries: tuple[Entry, ...]) -> str:
    """The card that somebody else has bought or taken, if this pass waits for that."""
    if deed.until in ("phase", "round") or before.viewer is None:
        return ""
    for entry in entries:
        card = getattr(entry, "card", None)
        if wakes((entry,), before.viewer):
            if deed.until == "change":
                return card or "pub"
            if card and any(
                deed.until == "afford" and not offer.short for slot in _slots(before, card) for offer in slot.offers
            ):
                return str(card)
            if card and deed.until != "afford":
                rules = rulebook_for(Options.from_dict(before.options))
                if _key(rules, card) == _key(rules, deed.until):
                    return str(card)
    return ""


def _lying(view: View) -> list[str]:
    return [slot.card for slot in (*view.upper, *view.lower) if slot]


def _foresees(order: Order, card: str, view: View) -> bool:
    """Does the order say what happens when this card comes: by its name, or whatever comes?"""
    rules = rulebook_for(Options.from_dict(view.options))
    deeds = [deed for step in order.steps for deed in step]
    named = {
        name for deed in deeds for name in (deed.card, *(test.card for test in deed.tests)) if name in rules.row_of
    }
    whatever = any(deed.until in ("phase", "round") or deed.card == ANY for deed in deeds) or _merely_passes(order)
    return whatever or _key(rules, card) in {_key(rules, name) for name in named}
