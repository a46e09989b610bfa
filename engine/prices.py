"""What a card costs its buyer: as a number for the walk, and term by term for people (section 8, UI-10)."""

from __future__ import annotations

from typing import overload

from engine.cards import CardId
from engine.core import Move, Rules, State
from engine.player import Row, Seat
from engine.scoring import Income, explain_income
from engine.terms import Term


def price_of(rules: Rules, facts: list[int], row: Row, reduction: int, over: Row) -> int:
    """The price of COST-12 for a player with these facts; `reduction` is that of the source, `over` the card
    replaced."""
    price = rules.cost[row] - reduction - facts[rules.cheaper[row]] - facts[rules.named[row]]
    if over:
        price -= rules.value[over]
    return price if price > 1 else 1


def explain_price(s: State, seat: Seat, row: Row, reduction: int, over: Row) -> tuple[Term, ...]:
    """The same price as named terms, from the same table: who put something into the facts that `price_of` reads."""
    rules = s.rules
    terms = [Term("printed", rules.cost[row], rules.ids[row], "COST-2")]
    if over:
        rule = "COST-2" if rules.value[over] == rules.cost[over] else "CARD-POT-1"
        terms.append(Term("replaces", -rules.value[over], rules.ids[over], rule))
    for card, amount, _ in contributions(s, seat, rules.named[row]):
        terms.append(Term("same-name", -amount, card, "COST-3"))
    if reduction:
        terms.append(Term("lower-row", -reduction, None, "COST-4"))
    for card, amount, rule in contributions(s, seat, rules.cheaper[row]):
        terms.append(Term("reduction", -amount, card, rule))
    short = 1 - sum(term.amount for term in terms)
    if short > 0:
        terms.append(Term("minimum", short, None, "COST-8"))
    return tuple(terms)


def contributions(s: State, seat: Seat, slot: int) -> list[tuple[CardId, int, str]]:
    """Who put something into a fact of this seat: each card of the display and each part that adds to facts, in order;
    and by which rule it makes cards cheaper, if it does."""
    rules = s.rules
    found = [
        (rules.ids[row], amount, "COST-5")
        for row in s.players[seat].display
        for fact, amount in rules.effects[row]
        if fact == slot
    ]
    for rule, facts_of in rules.facts_of_parts:
        for source, fact, amount in facts_of(s, seat):
            if rules.slots.get(fact) == slot:
                found.append((source, amount, rule))
    return found


@overload
def explain(state: State, seat: Seat, subject: Move) -> tuple[Term, ...]: ...
@overload
def explain(state: State, seat: Seat, subject: str) -> Income: ...
def explain(state: State, seat: Seat, subject: Move | str) -> tuple[Term, ...] | Income:
    """The price of a move for this seat, or its income of a group (green, blue, red), term by term.

    The terms of a price add up to it, whether the seat could pay it or not; a move that buys nothing has none. Raises
    KeyError for a group that is not scored.
    """
    if isinstance(subject, Move):
        return subject.terms(state, seat)
    if subject not in state.rules.incomes:
        raise KeyError(subject)
    return explain_income(state, seat, subject)
