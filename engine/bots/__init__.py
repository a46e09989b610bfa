"""Bots: they see what a player in their seat sees, and answer the question put to it. `BOTS` lists them."""

from collections.abc import Mapping
from random import Random
from typing import Final, Protocol

from engine import View
from engine.bots.halving import Effort, HalvingBot
from engine.bots.plain import PlainBot
from engine.bots.quick import QuickBot
from engine.bots.reasons import ReasonTerm, reasons_for
from engine.bots.search import Budget, SearchBot, Weighed
from engine.core import Move, State


class Bot(Protocol):
    """Whoever can play a seat. The caller makes `view` with `view_for` and `state` with `guess(view, rng)`: a bot never
    gets the real state, so it cannot know more than a person in its seat."""

    def choose(self, view: View, state: State, rng: Random) -> Move:
        """A legal answer to the question put to `view.viewer`; the same arguments give the same answer."""
        ...


BOTS: Final[Mapping[str, Bot]] = {
    "plain": PlainBot(),
    "search-1": SearchBot(Budget(phases=1, candidates=12, futures=1, moves=200)),
    "search-2": SearchBot(Budget(phases=2, candidates=12, futures=1, moves=300)),
    "search-3": SearchBot(Budget(phases=2, candidates=12, futures=4, moves=400)),
    "rung-1": QuickBot({1: 9.0, 2: 9.0, 3: 7.5, 4: 6.5, 5: 6.5}),
    "rung-2": QuickBot({1: 3.8, 2: 3.8, 3: 3.3, 4: 2.8, 5: 2.8}, likes="blue"),
    "rung-3": QuickBot({1: 2.05, 2: 2.05, 3: 1.75, 4: 1.5, 5: 1.5}, likes="red"),
    "rung-4": QuickBot({1: 0.85, 2: 0.85, 3: 0.9, 4: 0.95, 5: 0.95}),
    "rung-5": HalvingBot(
        Effort(phases=2, candidates=8, moves=200, first_look=1.0), {1: 0.97, 2: 0.97, 3: 0.7, 4: 0.5, 5: 0.5}
    ),
    "rung-6": HalvingBot(Effort(phases=2, candidates=12, moves=4000, first_look=1.0)),
}
"""Every bot by the name that seats and records know it by. The rungs are the ladder of strengths, each some 200 Elo above the
one before; the others were offered before them, and `plain` looks after seats whose players have gone."""

ADVISER: Final = HalvingBot(Effort(phases=2, candidates=12, moves=6000, first_look=1.0))
"""Who is asked for a hint, with what it expects of every move. It plays no seat: it weighs so many futures that its advice
does not change with the guesses it makes."""

__all__ = ["ADVISER", "BOTS", "Bot", "ReasonTerm", "SearchBot", "Weighed", "judge", "reasons_for"]
