"""A move in the reader's words, with the name of its card apart so that it can be printed bold."""

from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

HOLE = "\0"
"""Where the name of the card stands in a pattern; no name and no translation contains it."""


@dataclass(frozen=True, slots=True)
class MoveLine:
    """One move in words: `buy Customs House for 7 rubles`. `name` is printed bold in HTML."""

    pattern: str
    name: str

    @property
    def text(self) -> str:
        return self.pattern.replace(HOLE, self.name)

    @property
    def html(self) -> SafeString:
        return mark_safe(escape(self.pattern).replace(HOLE, f"<b>{escape(self.name)}</b>"))  # both parts are escaped

    @property
    def label(self) -> str:
        """The same as words of a button."""
        text = self.text
        return text[:1].upper() + text[1:]

    def __str__(self) -> str:
        return self.text


def plain(text: str) -> MoveLine:
    """A move whose words name no card."""
    return MoveLine(HOLE, text)
