"""What a phase is about, in a sentence: the turn bar unfolds it, and the lesson says it too."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import engine

PHASES_TOLD: Mapping[str, Promise] = {
    "first-worker": _(
        "In the very first phase everybody has to buy Workers, one card in each turn; then the green cards bring their rubles."
    ),
    "worker": _(
        "Workers are dealt. Everybody buys, takes or passes in turn; then the green cards of all displays bring their rubles."
    ),
    "market": _(
        "Market cards are dealt. At the end of the phase the yellow cards bring rubles, and the market square scores."
    ),
    "building": _(
        "Buildings are dealt. Everybody buys, takes or passes in turn; then the blue cards of all displays bring their points."
    ),
    "noble": _(
        "Nobles are dealt. Everybody buys, takes or passes in turn; then the red cards of all displays bring rubles and points."
    ),
    "exchange": _(
        "Exchange cards are dealt, each of which replaces a card of your display. Nothing is scored; then the round is over."
    ),
}
"""By phase; the compulsory Workers of the first one by the kind of their question."""


def phase_told(view: engine.View) -> str:
    """The sentence for this position; nothing when the game is over."""
    if view.over:
        return ""
    kind = view.question.kind if view.question else ""
    return str(PHASES_TOLD.get(kind) or PHASES_TOLD[view.phase])
