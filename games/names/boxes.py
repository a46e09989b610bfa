"""Which box a card of a game comes from, and where it can be looked up."""

from collections.abc import Mapping
from functools import lru_cache

from django.urls import reverse

import engine
from engine import Card, card_list

CARD_BOXES: Mapping[str, int] = {
    "base1": 1,
    "base2": 2,
    "market": 2,
    "company1": 1,
    "company2": 2,
    "banquet": 2,
    "module2": 2,
}
"""The lists of cards in `engine/data/`, and the edition each belongs to."""


@lru_cache(maxsize=20_000)
def box_of(options: engine.Options, card_id: str) -> str:
    """The box that a card of a game comes from. Where two boxes print one (IGC-3), the figures decide."""
    card = engine.card(options, card_id)

    def figures(one: Card) -> tuple[object, ...]:
        return one.cost, one.rubles, one.points, one.replaces, one.effects

    printed = [
        (name, one)
        for name, edition in CARD_BOXES.items()
        if edition == options.edition
        for one in card_list(name)
        if card_id in (one.id, one.key)
    ]
    same = [name for name, one in printed if figures(one) == figures(card)]
    return (same or [name for name, _one in printed])[0]


@lru_cache(maxsize=1000)
def address(box: str, id: str) -> str:
    """The page of a card or tile."""
    return reverse("games:card", args=[box, id])
