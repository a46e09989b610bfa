"""How cards come into displays and leave them: the three places where facts change, and facts of parts."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import Rules, State
from engine.player import Player, Row, Seat


def enter(s: State, seat: Seat, row: Row) -> None:
    """A card comes into a display: its effects join the facts. Cards change facts in three places only, of which this is
    one."""
    rules, player = s.rules, s.own(seat)
    facts = player.facts.copy()
    for slot, amount in rules.effects[row]:
        facts[slot] += amount
    player.facts = facts
    player.display += (row,)
    if rules.replaceable[row] and row not in player.kinds:
        player.kinds += (row,)


def leave(s: State, seat: Seat, row: Row) -> None:
    """A card leaves a display (of equal ones the oldest): its effects leave the facts. Where it goes is said
    elsewhere."""
    rules, player = s.rules, s.own(seat)
    facts = player.facts.copy()
    for slot, amount in rules.effects[row]:
        facts[slot] -= amount
    player.facts = facts
    place = player.display.index(row)
    player.display = player.display[:place] + player.display[place + 1 :]
    if rules.replaceable[row]:
        player.kinds = _kinds(rules, player.display)


def turn_over(s: State, seat: Seat, place: int, other: Row) -> None:
    """The card at a place of a display gets or loses a mark, that is, becomes another row; it neither leaves nor
    enters."""
    rules, player = s.rules, s.own(seat)
    row = player.display[place]
    facts = player.facts.copy()
    for slot, amount in rules.effects[row]:
        facts[slot] -= amount
    for slot, amount in rules.effects[other]:
        facts[slot] += amount
    player.facts = facts
    player.display = (*player.display[:place], other, *player.display[place + 1 :])
    player.kinds = _kinds(rules, player.display)


def shift_facts(s: State, seat: Seat, effects: Iterable[tuple[str, int]]) -> None:
    """A part, and no card, adds to the facts of a seat; what it has added in all is its answer to `facts_of`."""
    player = s.own(seat)
    facts = player.facts.copy()
    for name, amount in effects:
        facts[s.rules.slots[name]] += amount
    player.facts = facts


def add_parts(s: State) -> None:
    """Put into the facts of freshly assembled players what the parts add to them."""
    for _, facts_of in s.rules.facts_of_parts:
        for seat in range(len(s.players)):
            if effects := [(name, amount) for _, name, amount in facts_of(s, seat)]:
                shift_facts(s, seat, effects)


def _kinds(rules: Rules, display: tuple[Row, ...]) -> tuple[Row, ...]:
    """The distinct replaceable rows in the order of their oldest copy."""
    replaceable = rules.replaceable
    return tuple([row for row in dict.fromkeys(display) if replaceable[row]])


def assemble(rules: Rules, rubles: int, points: int, hand: tuple[Row, ...], display: tuple[Row, ...]) -> Player:
    """A player with these things, his facts added up from his display; `add_parts` follows when the state is whole."""
    facts = list(rules.facts_at_start)
    for row in display:
        for slot, amount in rules.effects[row]:
            facts[slot] += amount
    return Player(rubles, points, hand, display, facts, _kinds(rules, display))
