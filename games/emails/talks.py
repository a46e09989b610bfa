"""The mail about what was said at a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.chat.services import without_links
from games.models import Line
from games.names import words

MOST = 20
"""A mail has so many lines at most, the last ones; the page has all."""


@dataclass(frozen=True, slots=True)
class Spoken:
    name: str
    text: str

    @property
    def parts(self) -> list[str]:
        """Its lines, which the text of the mail shows set in, so that none of them reads as ours."""
        return self.text.split("\n")


@dataclass(frozen=True, slots=True)
class Talk:
    """`who` are those who have written; `more` lines came before those that stand here."""

    who: str
    lines: list[Spoken]
    more: int


def said(lines: Sequence[Line]) -> Talk:
    names = list(dict.fromkeys(line.author.name for line in lines))
    shown = [Spoken(line.author.name, without_links(line.text)) for line in lines[-MOST:]]
    return Talk(words.listed(names), shown, len(lines) - len(shown))
