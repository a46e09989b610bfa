"""Deals made for the lesson: what comes first out of each pile is chosen, the rest is mixed once and for all."""

from collections.abc import Mapping, Sequence

import engine

OPTIONS = engine.Options(edition=2, players=2)
"""What the lesson is played with: the base game against one bot."""

LEARNER, BOT = 0, 1
"""Who sits where."""


def mixed(name: str) -> engine.Deal:
    """The deal that follows from a name."""
    return engine.make_deal(OPTIONS, name.encode().ljust(32, b"."))


def dealt(name: str, tops: Mapping[str, Sequence[str]], starts: Mapping[str, int]) -> engine.Deal:
    """A deal with chosen beginnings. `tops` are the cards that come first, by pile; `starts` who begins each phase in round 1."""
    rules = engine.rulebook_for(OPTIONS)
    piles = {}
    for pile, numbers in mixed(name).piles:
        left, first = list(numbers), []
        for card in tops.get(pile, ()):
            first.append(next(one for one in left if rules.row_of_number[one] == rules.row_of[card]))
            left.remove(first[-1])
        piles[pile] = [*first, *left]
    return engine.Deal.explicit(piles, starts)
