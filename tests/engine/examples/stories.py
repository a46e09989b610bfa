"""What the examples share: games opened with the cards a story names, and action parts told to their end.

deal = deal_of(options, {"worker": ["lumberjack", "shepherd"]}, {"worker": 0, "noble": 1, ...})
state, entries = all_pass(state)
assert scored(entries)[0] == (16, 0, 0, 1)  # rubles before and gained, points before and gained
"""

from collections.abc import Iterable, Mapping, Sequence

import engine
from engine.core import State

TOKENS = ("worker", "building", "noble", "exchange")


def deal_of(
    options: engine.Options, tops: Mapping[str, Sequence[str]], tokens: Mapping[str, int] | None = None
) -> engine.Deal:
    """A deal whose piles begin with these cards, the others below in printed order; tokens go round from seat 0."""
    rules = engine.rulebook_for(options)
    piles: dict[str, list[int]] = {}
    for pile in rules.piles:
        rest = list(rules.card_numbers[pile])
        top = []
        for card in tops.get(pile, ()):
            number = next(number for number in rest if rules.ids[rules.row_of_number[number]] == card)
            rest.remove(number)
            top.append(number)
        piles[pile] = top + rest
    given = tokens or {token: place % options.players for place, token in enumerate(TOKENS)}
    return engine.Deal.explicit(piles, given)


def opened(
    options: engine.Options, tops: Mapping[str, Sequence[str]], tokens: Mapping[str, int] | None = None
) -> State:
    """The first question of the game with this deal."""
    return engine.new_game(options, deal_of(options, tops, tokens))


def told(state: State, *moves: str) -> tuple[State, list[engine.Entry]]:
    """Moves written as "seat move", and everything there was to tell."""
    entries: list[engine.Entry] = []
    for text in moves:
        seat, _, move = text.partition(" ")
        done = engine.apply(state, int(seat), engine.parse_move(move, state))
        state = done.state
        entries += done.entries
    return state, entries


def all_pass(state: State) -> tuple[State, list[engine.Entry]]:
    """Everybody passes until this action part is over; what is asked next, a Pub included, is still open."""
    key, entries = engine.phase_key(state), []
    while not state.is_over and engine.phase_key(state) == key:
        (seat,) = engine.waiting_for(state)
        question = engine.question_for(state, seat)
        if question is None or question.kind != "turn":
            break
        state, more = told(state, f"{seat} pass")
        entries += more
    return state, entries


def to_the_end(state: State) -> tuple[State, list[engine.Entry]]:
    """Whatever the clock would play, until the game is over."""
    entries: list[engine.Entry] = []
    while not state.is_over:
        (seat,) = engine.waiting_for(state)
        done = engine.apply(state, seat, engine.default_move(state, seat))
        state = done.state
        entries += done.entries
    return state, entries


def scored(entries: Iterable[engine.Entry], phase: str | None = None) -> dict[int, tuple[int, int, int, int]]:
    """By seat, in the order of scoring: rubles before, rubles gained, points before, points gained."""
    return {
        entry.seat: (entry.rubles_before, entry.rubles_gain, entry.points_before, entry.points_gain)
        for entry in entries
        if isinstance(entry, engine.Scored) and phase in (None, entry.phase)
    }


def gains(display: Sequence[str], phase: str, edition: int = 2) -> tuple[int, int]:
    """Rubles and points that a display really brings in the scoring of a phase."""
    from tests.builders import position, seat

    state = position(edition=edition, phase=phase, upper=["academy"], seats=[seat(display=display)])
    _, rubles, _, points = scored(all_pass(state)[1])[0]
    return rubles, points


def dealt(entries: Iterable[engine.Entry], phase: str) -> engine.Dealt:
    """The refill of a phase."""
    return next(entry for entry in entries if isinstance(entry, engine.Dealt) and entry.phase == phase)


def kinds(entries: Iterable[engine.Entry]) -> list[str]:
    """The kinds of entries, in order."""
    return [str(entry.to_json()["kind"]) for entry in entries]


def row(state: State, name: str = "upper") -> list[str | None]:
    """The cards of a row by place; None where a place is empty."""
    slots = getattr(engine.view_for(state, None), name)
    return [slot and slot.card for slot in slots]


def lying(state: State, name: str = "upper") -> list[str]:
    """The cards of a row from the left."""
    return [card for card in row(state, name) if card]


def asked(state: State) -> int:
    """The one seat that is asked."""
    (seat,) = engine.waiting_for(state)
    return seat
