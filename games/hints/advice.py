"""Advice of a searching bot, with its reason in figures."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import engine
from engine.bot import ADVISER


@dataclass(frozen=True, slots=True)
class Advice:
    """The move that the bot would make, and by how many points at the end it expects more of it than of the `next` best;
    without another possible move there is none."""

    move: str
    next: str
    gain: float


def advise(view: engine.View, seed: str) -> Advice:
    """What the bot would do in the place of the viewer, who is asked. It gets his view and nothing else, so its advice tells
    nothing that he could not know; `seed` is what it throws its guesses with, and is no secret."""
    chance = Random(seed)
    if len(view.moves) == 1:
        return Advice(view.moves[0], "", 0.0)
    best, other, *_rest = ADVISER.weighed(view, engine.guess(view, chance), chance)
    return Advice(str(best.move), str(other.move), best.ahead - other.ahead)
