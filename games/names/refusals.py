"""What the engine says when it refuses, in the reader's language: sentences of the catalogue with names of cards in them."""

from django.utils.functional import lazy
from django.utils.translation import gettext

import engine
from games.names.cards import Deck
from games.names.words import GOODS

CARDS = ("card", "over")


def in_words(sentence: str, options: engine.Options) -> str:
    """A sentence of the engine about a game with these options, in the active language."""
    return _say(sentence, Deck(options))


in_words_later = lazy(in_words, str)
"""The same, put together for whoever reads it when he does."""


def _say(sentence: str, deck: Deck) -> str:
    if not isinstance(sentence, engine.Sentence):
        return sentence
    return gettext(sentence.pattern).format(
        **{name: _filled_in(name, value, deck) for name, value in sentence.values.items()}
    )


def _filled_in(name: str, value: int | str | tuple[str, ...], deck: Deck) -> str:
    """A name where it is a card or goods; numbers and notation stay as they are."""
    if isinstance(value, tuple):
        return ", ".join(_filled_in(name, one, deck) for one in value)
    if isinstance(value, int):
        return str(value)
    if name in CARDS:
        return deck.name(value)
    return str(GOODS[value]) if name == "kinds" else _say(value, deck)
