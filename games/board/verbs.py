"""The words of moves, by the first word of their notation. Modules of `questions` declare VERBS, found by lying there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

import engine
from games.names.cards import Deck

from .move_words import MoveLine, plain
from .registry import merged

QUESTIONS = "games.board.questions"

Say = Callable[[str, engine.View, Deck], "MoveLine | None"]
"""The words of a move: what follows its first word, the viewer's view, the faces. None when it has none for this one."""


@cache
def _verbs() -> Mapping[str, Say]:
    return merged(QUESTIONS, "VERBS")


def has_words(text: str) -> bool:
    """A move of this kind has words of its own here."""
    return text.partition(" ")[0] in _verbs()


def move_words(text: str, view: engine.View, deck: Deck) -> MoveLine:
    """A move that is no price of a card before the viewer, in words; in notation when nobody has words for it."""
    verb, _space, what = text.partition(" ")
    say = _verbs().get(verb)
    return (say(what, view, deck) if say else None) or in_notation(text, deck)


def in_notation(text: str, deck: Deck) -> MoveLine:
    """A move nobody has words for: its notation, with the names of cards instead of their ids."""

    def named(found: re.Match[str]) -> str:
        return deck.name(found[0]) if found[0] in deck else found[0]

    return plain(re.sub(r"[a-z0-9-]+", named, text))
