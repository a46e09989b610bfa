"""What a phase is about, in a sentence: the turn bar unfolds it, and the lesson says it too."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import engine

PHASES_TOLD: Mapping[str, Promise] = {
    "first-worker": _(
        "In the first phase, everyone must buy Workers, one card per turn. Then the green cards pay rubles."
    ),
    "worker": _(
        "Workers are dealt. Players take turns to buy, take or pass. Then all green cards in play areas pay rubles."
    ),
    "market": _(
        "Market cards are dealt. At the end of the phase, the yellow cards pay rubles and the market square is scored."
    ),
    "building": _(
        "Buildings are dealt. Players take turns to buy, take or pass. Then all blue cards in play areas score points."
    ),
    "noble": _(
        "Nobles are dealt. Players take turns to buy, take or pass. Then all red cards in play areas pay "
        "rubles and score points."
    ),
    "exchange": _(
        "Exchange cards are dealt. Each replaces a card in your play area. Nothing is scored, and the round ends."
    ),
}
"""By phase; the compulsory Workers of the first one by the kind of their question."""


def phase_told(view: engine.View) -> str:
    """The sentence for this position; nothing when the game is over."""
    if view.over:
        return ""
    kind = view.question.kind if view.question else ""
    return str(PHASES_TOLD.get(kind) or PHASES_TOLD[view.phase])
