"""What can be asked, one module a kind: its panel, its words in turn bar and mails, and the words of its moves.

A module declares any of ASKING (a tuple of `Asking`), TOOLS (a tuple of `Tool`), OF_CARD (an `OfCard`) and VERBS (words of
moves by their first word). It is found by lying in this folder; docs/architecture.md tells how to add one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, cast

import engine
from games.presenters.cards import Deck
from games.presenters.collected import declared, merged
from games.presenters.move_words import MoveLine

from .base import Asking, OfCard, Say, Tool, in_notation
from .unknown import UNKNOWN, Further

if TYPE_CHECKING:
    from games.presenters.panel import Panel
    from games.presenters.table import Table


@cache
def _askings() -> Mapping[str, Asking]:
    found: dict[str, Asking] = {}
    for askings in declared(__name__, "ASKING"):
        for asking in cast(Sequence[Asking], askings):
            found |= dict.fromkeys(asking.kinds, asking)
    return found


@cache
def tools() -> Sequence[Tool]:
    """What turns may offer beside cards and pass; the last one has whatever nobody else offers."""
    found = [tool for some in declared(__name__, "TOOLS") for tool in cast(Sequence[Tool], some)]
    return [*found, Further(found, _of_cards())]


@cache
def _of_cards() -> Sequence[OfCard]:
    return cast(Sequence[OfCard], list(declared(__name__, "OF_CARD")))


def panel_of_card(slot: engine.Slot, table: Table) -> Panel | None:
    """The panel of a card of the hand that is played in a way of its own; None for one with a price."""
    return next((panel for one in _of_cards() if (panel := one.panel(slot, table)) is not None), None)


@cache
def _verbs() -> Mapping[str, Say]:
    return cast(Mapping[str, Say], merged(__name__, "VERBS"))


def asking_of(view: engine.View) -> Asking:
    """Who speaks for the question of this view; a kind that nobody knows is asked with named buttons."""
    return _askings().get(view.question.kind if view.question else "turn", UNKNOWN)


def has_words(text: str) -> bool:
    """A move of this kind has words of its own here."""
    return text.partition(" ")[0] in _verbs()


def move_words(text: str, view: engine.View, deck: Deck) -> MoveLine:
    """A move that is no price of a card before the viewer, in words; in notation when nobody has words for it."""
    verb, _space, what = text.partition(" ")
    say = _verbs().get(verb)
    return (say(what, view, deck) if say else None) or in_notation(text, deck)


__all__ = ["Asking", "Tool", "asking_of", "has_words", "move_words", "panel_of_card", "tools"]
