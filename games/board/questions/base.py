"""The two shapes of a control: a question that has to be answered, and a tool that a turn offers."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from django.utils.translation import gettext as _

import engine
from games.board.panel import Panel
from games.board.table import Table
from games.names.cards import Deck


class Asking:
    """A kind of question: how it is put to the seat that is asked, and how others are told."""

    kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of `engine.Question` this speaks for."""
    goes_round: ClassVar[bool] = False
    """The same is asked of the next seat after this one, so that who waits wants to know the order."""
    ends_turns: ClassVar[bool] = False
    """No turn comes after it, so that nobody can pass ahead."""
    is_seen_by_watchers: ClassVar[bool] = False
    """Its panel also shows something to who sees with the eyes of the seat and may not answer, as in a replay."""

    def panel(self, table: Table) -> Panel | None:
        """The panel with its answers, for the viewer who is asked; None when the page asks without one, as in a turn."""
        return None

    def title(self, view: engine.View) -> str:
        """The turn bar of the seat that is asked."""
        return _("Your turn")

    def hint(self, view: engine.View) -> str:
        """What to do, in one short sentence, for the seat that is asked and for those who wait."""
        return ""

    def letter(self, view: engine.View, deck: Deck) -> str:
        """What a mail asks."""
        return self.hint(view)


class Tool:
    """Something a turn offers beside its cards: a button near the own hand, which opens a panel with moves.

    `name` stands in the address as `?card=name`; it is no card in a place. `verb` begins the moves the tool is for; `card` is
    the key of cards in the own display that open it, too.
    """

    name: ClassVar[str]
    verb: ClassVar[str] = ""
    card: ClassVar[str] = ""

    def button(self, table: Table) -> str:
        """The words of the button near the own hand; empty for a tool that something else on the page opens."""
        raise NotImplementedError

    def hint(self, view: engine.View) -> str:
        """What a turn bar and a mail say of it, a sentence, while it can be used."""
        return ""

    def panel(self, table: Table) -> Panel | None:
        """What it opens; None when it cannot be used now."""
        raise NotImplementedError

    def is_usable(self, table: Table) -> bool:
        return any(text.startswith(f"{self.verb} ") for text in table.view.moves)


class OfCard:
    """What a card of the own hand offers instead of a price: a card that is played in a way of its own."""

    def moves(self, view: engine.View) -> Collection[str]:
        """All moves that panels of such cards offer now."""
        return ()

    def panel(self, slot: engine.Slot, table: Table) -> Panel | None:
        """The panel of a card that the viewer looks at; None for a card this does not speak for."""
        return None
