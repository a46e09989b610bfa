"""What the arithmetic says, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.sentences import Sentence


def say(sentence: str) -> str:
    """A sentence of the arithmetic: its pattern is a string of the catalogue like those of the site."""
    if not isinstance(sentence, Sentence):
        return gettext(sentence)
    given = {
        name: ", ".join(map(str, value)) if isinstance(value, tuple) else value
        for name, value in sentence.values.items()
    }
    return gettext(sentence.pattern).format(**given)
