"""Bots: they see what a player in their seat sees, and answer the question put to it. `BOTS` lists them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final, Protocol

from engine import View
from engine.bots.plain import PlainBot
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
}
"""Every bot by the name that seats and records know it by. Those that search stand from the weakest to the strongest."""

ADVISER: Final = SearchBot(Budget(phases=2, candidates=12, futures=30, moves=3000))
"""Who is asked for a hint, with what it expects of every move. It plays no seat: it weighs so many futures that its advice
does not change with the guesses it makes."""

__all__ = ["ADVISER", "BOTS", "Bot", "ReasonTerm", "SearchBot", "Weighed", "judge", "reasons_for"]
