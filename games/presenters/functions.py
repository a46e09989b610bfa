"""What special cards do: the shortest wording for the plinth, and a sentence for the panel (rules section 13)."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Text = str | Promise


class Function(NamedTuple):
    short: Text
    long: Text


_ANY_EDITION: Mapping[str, Function] = {
    "pub": Function(
        pgettext_lazy("plinth", "2₽ → 1 VP"),
        _("Right after each building scoring you may buy up to 5 points at 2 rubles each."),
    ),
    "warehouse": Function(pgettext_lazy("plinth", "hand 4"), _("Your hand may hold 4 cards instead of 3.")),
    "potemkin-village": Function(
        pgettext_lazy("plinth", "counts 6"), _("Costs 2, but counts as 6 when an Exchange card replaces it.")
    ),
    "observatory": Function(
        pgettext_lazy("plinth", "or draw"),
        _(
            "Once a round, in the building phase and instead of another action: draw the top card of a pile, then buy it,"
            " take it or discard it. The Observatory then lies face down, without its point, until the next round."
        ),
    ),
    "carpenter-workshop": Function(
        pgettext_lazy("plinth", "blue −1"), _("Each later blue card costs you 1 ruble less, Exchange cards included.")
    ),
    "gold-smelter": Function(
        pgettext_lazy("plinth", "red −1"), _("Each later red card costs you 1 ruble less, Exchange cards included.")
    ),
    "tax-man": Function(
        pgettext_lazy("plinth", "1₽ / worker"), _("Pays 1 ruble for each of your green cards at every noble scoring.")
    ),
    "czar-and-carpenter": Function("", _("Bears all five worker symbols: every green Exchange card may replace it.")),
}
_BY_EDITION: Mapping[tuple[str, int], Function] = {
    ("mariinski-theater", 1): Function(
        pgettext_lazy("plinth", "1₽ / noble"), _("Pays 1 ruble for each of your nobles at every building scoring.")
    ),
    ("mariinski-theater", 2): Function(
        pgettext_lazy("plinth", "1 VP / noble"), _("1 point for each of your nobles at every building scoring.")
    ),
}
NONE = Function("", "")


def function_of(key: str, edition: int) -> Function:
    """The function of a card, empty for a card that only pays."""
    return _BY_EDITION.get((key, edition)) or _ANY_EDITION.get(key, NONE)
