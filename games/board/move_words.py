"""A move in the reader's words, with the name of its card apart so that it can be printed bold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import engine
from games.board.registry import merged
from games.names.cards import Deck, move_said

HOLE = "\0"
"""Where the name of the card stands in a pattern; no name and no translation contains it."""

WHO = "\1"
"""Where another player stands in a pattern: `MoveLine.host`."""


@dataclass(frozen=True, slots=True)
class MoveLine:
    """One move in words: `buy Customs House for 7 rubles`. `name` is printed bold in HTML."""

    pattern: str
    name: str
    host: int | None = None

    @property
    def _filled(self) -> str:
        """The pattern with the other player's place at the table, where nobody has named them."""
        return self.pattern.replace(WHO, "" if self.host is None else _("player %(n)s") % {"n": self.host + 1})

    def naming(self, names: Sequence[object]) -> MoveLine:
        """The same with the name of the other player whom it is about."""
        return self if self.host is None else MoveLine(self.pattern.replace(WHO, str(names[self.host])), self.name)

    @property
    def text(self) -> str:
        return self._filled.replace(HOLE, self.name)

    @property
    def html(self) -> SafeString:
        return mark_safe(escape(self._filled).replace(HOLE, f"<b>{escape(self.name)}</b>"))  # both parts are escaped

    @property
    def label(self) -> str:
        text = self.text
        return text[:1].upper() + text[1:]

    def __str__(self) -> str:
        return self.text

    def __html__(self) -> SafeString:
        return self.html


def plain(text: str) -> MoveLine:
    """A move whose words name no card."""
    return MoveLine(HOLE, text)


Say = Callable[[str, engine.View, Deck], "MoveLine | None"]
"""The words of a move: what follows its first word, the viewer's view, the faces. None when it has none for this one."""


def of_card(pattern: Promise) -> Say:
    """Words of a move about one card; none for a card that is not in the game."""
    return lambda what, view, deck: MoveLine(str(pattern) % {"card": HOLE}, deck.name(what)) if what in deck else None


def always(text: Promise) -> Say:
    return lambda what, view, deck: plain(str(text))


def move_words(text: str, view: engine.View, deck: Deck) -> MoveLine:
    """A move that is no price of a card before the viewer, in words; those it has in any position where nobody has words for it."""
    verb, _space, what = text.partition(" ")
    say: Say | None = merged("verbs").get(verb)
    return (say(what, view, deck) if say else None) or plain(move_said(text, deck))
