"""What can be asked, one module a kind: its panel, its words in turn bar and emails, and the words of its moves.

A module in this folder declares any of:

| name | value | for |
|---|---|---|
| ASKING | tuple of `Asking` | a question of a new kind |
| TOOLS | tuple of `Tool` | something a turn offers besides cards |
| OF_CARD | an `OfCard` | a hand card that is played in a way of its own, without a price |
| VERBS | words of moves by their first word (`games.board.verbs`) | panels, confirmation, emails |
| DECIDING | tuple of `Deciding` (`games.board.presets`) | what can be decided before it is asked |

A panel with a shape of its own has a template in templates/games/board/questions/ that extends `panel.html`. A question that
nobody speaks for lists its moves as named buttons.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import engine
from games.board.panel import Panel
from games.board.table import Table
from plugins import within

from .base import Asking, OfCard, Tool
from .unknown import UNKNOWN, Further


@cache
def _askings() -> Mapping[str, Asking]:
    found: dict[str, Asking] = {}
    for askings in within(__name__, "ASKING"):
        for asking in askings:
            found |= dict.fromkeys(asking.kinds, asking)
    return found


@cache
def tools() -> Sequence[Tool]:
    """What turns may offer beside cards and pass; the last one has whatever nobody else offers."""
    found = [tool for some in within(__name__, "TOOLS") for tool in some]
    return [*found, Further(found, _of_cards(), asking_of)]


@cache
def _of_cards() -> Sequence[OfCard]:
    return list(within(__name__, "OF_CARD"))


def panel_of_card(slot: engine.Slot, table: Table) -> Panel | None:
    """The panel of a card of the hand that is played in a way of its own; None for one with a price."""
    return next((panel for one in _of_cards() if (panel := one.panel(slot, table)) is not None), None)


def asking_of(view: engine.View) -> Asking:
    """Who speaks for the question of this view; a kind that nobody knows is asked with named buttons."""
    return _askings().get(view.question.kind if view.question else "turn", UNKNOWN)


__all__ = ["Asking", "Tool", "asking_of", "panel_of_card", "tools"]
