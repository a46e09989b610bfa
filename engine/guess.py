"""A full state that agrees with everything one viewer knows; the rest is dealt at random."""

from random import Random
from typing import Final

from engine.acquire import add_parts, assemble
from engine.core import State
from engine.options import Options
from engine.player import Row
from engine.rulebook import Rulebook, rulebook_for
from engine.steps import Decision
from engine.view import DisplayCard, View

MOST_RUBLES: Final = 30
"""More is rare before the last rounds."""


def guess(view: View, rng: Random) -> State:
    """A state whose view for the same viewer is `view`.

    Hidden hands and pile orders are drawn from what the viewer has not seen (INFO-3). Hidden money is guessed up
    to 30 rubles, but enough for what is being asked; who remembers the log can do better.
    """
    options = Options.from_dict(view.options)
    rules = rulebook_for(options)
    s = State()
    s.rules = rules
    s.round, s.passes = view.round, view.passes
    s.ending, s.over = view.ending, view.over
    s.upper = tuple(rules.row_of[slot.card] if slot else 0 for slot in view.upper)
    s.lower = tuple(rules.row_of[slot.card] if slot else 0 for slot in view.lower)
    s.discard = tuple(rules.row_of[card] for card in view.discard)
    s.passed = sum(1 << seat.seat for seat in view.seats if seat.passed)
    holder = {token: seat.seat for seat in view.seats for token in seat.tokens}
    s.tokens = tuple(holder[token] for token in rules.tokens)
    s.left = tuple(phase.left for phase in view.phases)
    unseen = [[rules.row_of[card] for card, number in phase.contents for _ in range(number)] for phase in view.phases]
    for cards in unseen:
        rng.shuffle(cards)
    held = _held(view, unseen, rules.piles, rules.row_of)
    for sure in (row for item in view.agenda for row in item.in_hand(rules)):
        for cards in unseen:
            cards.sort(key=lambda row: row == sure)  # the last ones are dealt into hands
    hands = _hands(view, unseen, rng, rules.row_of)
    s.piles = tuple(tuple(cards) for cards in unseen)
    s.players = tuple(
        assemble(
            rules,
            seat.rubles or 0,
            seat.points,
            hands[seat.seat],
            tuple(_display_row(rules, card) for card in seat.display),
        )
        for seat in view.seats
    )
    s.extras = tuple(part.guess(view.extras.get(part.name), rng) for part in rules.parts)
    s.lines = view.lines
    s.step = view.step
    s._legal, s._own = None, 0
    add_parts(s)
    s.agenda = tuple(item.guessed(s, held) for item in view.agenda)
    for seat in view.seats:
        if seat.rubles is None:
            asked = s.agenda[-1] if s.agenda else None
            known = asked.least_rubles(s, seat.seat) if isinstance(asked, Decision) and seat.seat in asked.seats else 0
            least = max(known, s.current.least_rubles)  # what a seat must have to be asked what it is asked
            s.players[seat.seat].rubles = rng.randint(least, max(least, MOST_RUBLES))
    return s


def _held(view: View, unseen: list[list[Row]], piles: tuple[str, ...], row_of: dict[str, Row]) -> Row:
    """The card that somebody has drawn and not yet placed; taken out of the unseen ones if the viewer does not know
    it."""
    if view.question is None or view.question.pile is None:
        return 0
    if view.question.card is not None:
        return row_of[view.question.card]
    return unseen[piles.index(view.question.pile)].pop()


def _hands(view: View, unseen: list[list[Row]], rng: Random, row_of: dict[str, Row]) -> list[tuple[Row, ...]]:
    """The hands, the hidden ones dealt from the cards of each pile that are not in it any more."""
    hidden: list[Row] = []
    for cards, phase in zip(unseen, view.phases, strict=True):
        for _ in range(len(cards) - phase.left):
            hidden.append(cards.pop())
    rng.shuffle(hidden)
    hands: list[tuple[Row, ...]] = []
    for seat in view.seats:
        if seat.hand is not None:
            hands.append(tuple(row_of[slot.card] for slot in seat.hand))
        else:
            hands.append(tuple(hidden.pop() for _ in range(seat.hand_count)))
    return hands


def _display_row(rules: Rulebook, card: DisplayCard) -> Row:
    row = rules.row_of[card.card]
    for mark in card.marks:
        row = rules.with_mark(row, mark)
    return row
