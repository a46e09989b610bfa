"""The ways in which a game can end, read off its positions and its log (END-1 to END-18, PHASE-2, PHASE-4)."""

from collections.abc import Callable, Mapping
from itertools import pairwise

import engine
from engine.record import Record, positions

Told = tuple[engine.Step, ...]
"""A game, position by position, with the log of each move."""


def told(record: Record) -> Told:
    """The game of a record from its opening to its end."""
    return tuple(positions(record))


def trigger(game: Told) -> tuple[str, str]:
    """The pile whose last card was laid out, and what laid it: `refill` or an event."""
    for step in game:
        for place, entry in enumerate(step.entries):
            if isinstance(entry, engine.EndTriggered):
                before = step.entries[:place]
                events = [one.to_json()["event"] for one in before if one.kind == "event"]
                refilled = len(before) > 1 and isinstance(before[-2], engine.PhaseStarted)
                return entry.pile, "refill" if refilled else str(events[-1])
    raise AssertionError("The end was never triggered.")


def by_refill(pile: str) -> Callable[[Told], bool]:
    """A pile ran out at the refill of its phase (END-1)."""
    return lambda game: trigger(game) == (pile, "refill")


def by_event(event: str) -> Callable[[Told], bool]:
    """An event laid the last card (END-4)."""
    return lambda game: trigger(game)[1] == event


def tableau_is_empty(state: engine.State) -> bool:
    """No card lies in either row."""
    return not any((*state.upper, *state.lower))


def stops(game: Told) -> bool:
    """The last card of the tableau was bought or taken and the action part was over, though nobody passed (PHASE-2)."""
    return any(
        step.move is not None
        and step.move.kind in ("buy", "take")
        and before.state.round > 1
        and sum(1 for row in (*before.state.upper, *before.state.lower) if row) == 1
        and engine.phase_key(step.state) != engine.phase_key(before.state)
        for before, step in pairwise(game)
    )


def plays_on(game: Told) -> bool:
    """A card of the hand was played while no card lay in the tableau (PHASE-4)."""
    return any(
        step.move is not None and step.move.kind == "play" and tableau_is_empty(before.state)
        for before, step in pairwise(game)
    )


def totals(game: Told) -> list[tuple[int, int]]:
    """Final points and rubles left of the seats, the best first."""
    return sorted(((s.total, s.rubles[2]) for s in engine.final_scores(game[-1].state)), reverse=True)


def rubles_decide(game: Told) -> bool:
    """Two have the most points, one of them more rubles (END-16)."""
    first, second = totals(game)[:2]
    return first[0] == second[0] and first[1] > second[1]


def shared_win(game: Told) -> bool:
    """Two have the most points and the same rubles: both win (END-16)."""
    first, second = totals(game)[:2]
    return first == second


def purple_left(game: Told) -> bool:
    """Somebody holds a purple card and another card at the end, and only the other one costs him points (END-14)."""
    state = game[-1].state
    rules = state.rules
    return any(
        0 < score.hand[0] < len(player.hand) and any(rules.group[row] == "purple" for row in player.hand)
        for score, player in zip(engine.final_scores(state), state.players, strict=True)
    )


ENDINGS: Mapping[str, Callable[[Told], bool]] = {
    **{f"{pile} pile": by_refill(pile) for pile in ("worker", "market", "building", "noble", "exchange")},
    "twin": by_event("twin"),
    "ghost": by_event("ghost"),
    "new luck": by_event("new-luck"),
    "rubles decide": rubles_decide,
    "shared win": shared_win,
    "purple cards left": purple_left,
    "stops at an empty tableau": stops,
    "plays on an empty tableau": plays_on,
}
