"""A move before it is sent: what it is in words, what it costs, and whether it uncovers something."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

import engine
from games.board import panel
from games.board.move_words import move_words
from games.board.panel import PanelAnswer
from games.board.tableau import name_of, slot_for
from games.models import PassMode

from .layout import LaidTable


@dataclass(frozen=True, slots=True)
class Confirm:
    """A move that waits for its player's yes. `mode` is a standing pass that is ordered with it."""

    what: str
    move: str
    mode: str
    answer: PanelAnswer | None
    reveals: bool

    @property
    def plain(self) -> PanelAnswer | None:
        """The sum alone: what it uncovers is said once."""
        return replace(self.answer, reveals="") if self.answer else None


def confirm(table: LaidTable) -> Confirm | None:
    """The move the viewer wishes to send, if it is possible now."""
    text, mode = table.wish.do, table.wish.mode
    if not table.asked or text not in table.moves.texts:
        return None
    reveals = table.moves.reveals(text)
    if text == "pass":
        words = {
            PassMode.UNTIL_CHANGE.value: _("pass until the tableau changes"),
            PassMode.PHASE.value: _("pass until the end of this phase"),
        }
        return Confirm(words.get(mode, _("pass this turn")), text, mode if mode in words else "", None, reveals)
    answer = panel.find_answer([table.panel, *table.tool_panels], text)
    return Confirm(intention(text, table, answer), text, "", answer, reveals)


def intention(text: str, table: LaidTable, answer: PanelAnswer | None) -> str:
    """A move in words before it is played: `Mariinsky Theater over Observatory for 6 ₽`."""
    move, deck = engine.parse_move(text, table.played.step.state), table.deck
    if move.kind not in ("buy", "play", "take", "discard"):
        return answer.button if answer else move_words(text, table.view, deck).text
    assert move.card is not None
    slot = slot_for(text, table.view)
    card = name_of(slot, table.view, deck) if slot else deck.name(move.card)
    if move.kind == "take":
        return _("take %(card)s to hand") % {"card": card}
    if move.kind == "discard":
        return _("discard %(card)s") % {"card": card}
    values = {"card": card, "over": deck.name(move.over) if move.over else "", "price": answer.price if answer else ""}
    if move.over:
        return _("%(card)s over %(over)s for %(price)s") % values
    return _("%(card)s for %(price)s") % values
