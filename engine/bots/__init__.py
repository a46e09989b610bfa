"""Bots: they see what a player in their seat sees, and answer the question put to it. `BOTS` lists them."""

from collections.abc import Mapping
from random import Random
from typing import Final, Protocol

from engine import View
from engine.bots.deeds import reasons_for
from engine.bots.halving import Effort, HalvingBot
from engine.bots.plain import PlainBot
from engine.bots.quick import Misjudgement, QuickBot
from engine.bots.search import Budget, SearchBot, Weighed
from engine.bots.terms import FACTS, ReasonTerm
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
    "rung-1": QuickBot(
        Misjudgement(
            {1: 8.5, 2: 8.5, 3: 7.5, 4: 7.0, 5: 7.0},
            {1: 10.0, 2: 10.0, 3: 15.0, 4: 26.0, 5: 20.0},
            with_hurdles={2: 7.1},
        )
    ),
    "rung-2": QuickBot(
        Misjudgement(
            {1: 3.5, 2: 3.5, 3: 2.7, 4: 2.5, 5: 2.5},
            {1: 3.5, 2: 3.5, 3: 3.7, 4: 2.4, 5: 3.9},
            with_hurdles={2: 3.1, 4: 5.0, 5: 5.0},
        ),
        likes="blue",
    ),
    "rung-3": QuickBot(
        Misjudgement(
            {1: 1.9, 2: 1.9, 3: 2.05, 4: 1.9, 5: 1.9},
            {1: 2.0, 2: 2.0, 3: 2.05, 4: 1.35, 5: 1.95},
            with_hurdles={2: 2.15, 4: 2.1, 5: 2.1},
        ),
        likes="red",
    ),
    "rung-4": QuickBot(
        Misjudgement({1: 0.8, 2: 0.8, 3: 0.95, 4: 1.0, 5: 1.1}, {1: 0.65, 2: 0.65, 3: 0.75, 4: 0.65, 5: 0.6})
    ),
    "rung-5": HalvingBot(
        Effort(phases=2, candidates=8, moves=200, first_look=1.0),
        Misjudgement(
            {1: 1.1, 2: 1.1, 3: 0.75, 4: 0.55, 5: 0.55}, {1: 1.1, 2: 1.1, 3: 0.8, 4: 0.63, 5: 0.63}, {4: 0.2, 5: 0.2}
        ),
    ),
    "rung-6": HalvingBot(Effort(phases=2, candidates=12, moves=10_000, first_look=1.0)),
}
"""Every bot by the name that seats and records know it by. The rungs are the ladder of strengths, each some 200 Elo above the
one before; the others were offered before them, and `plain` looks after seats whose players have gone."""

ADVISER: Final = HalvingBot(Effort(phases=2, candidates=12, moves=10_000, first_look=1.0))
"""Who is asked for a hint, with what it expects of every move. It plays no seat: it weighs so many futures that its advice
does not change with the guesses it makes."""

__all__ = ["ADVISER", "BOTS", "FACTS", "Bot", "ReasonTerm", "Weighed", "judge", "reasons_for"]
