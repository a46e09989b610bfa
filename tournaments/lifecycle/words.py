"""What the arithmetic says, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext

from arbiter.sentences import Sentence


def say(sentence: str, told: Callable[[int | str], str] = str) -> str:
    """A sentence of the arithmetic: its pattern is a string of the catalogue like those of the site.
    `told` writes what is filled in."""
    if not isinstance(sentence, Sentence):
        return gettext(sentence)
    given = {
        name: ", ".join(map(told, value)) if isinstance(value, tuple) else told(value)
        for name, value in sentence.values.items()
    }
    return gettext(sentence.pattern).format(**given)
