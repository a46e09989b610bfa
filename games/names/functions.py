"""What special cards do, of every set: the shortest wording for the plinth, and a sentence for panel and reference."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import engine

Text = str | Promise


class Function(NamedTuple):
    short: Text
    long: Text


NONE = Function("", "")
_PLAYED = pgettext_lazy("plinth", "take, then play")

_BY_KEY: Mapping[str, Function] = {
    "pub": Function(
        pgettext_lazy("plinth", "2₽ → 1 VP"),
        _("Right after each building scoring you may buy up to 5 points at 2 rubles each."),
    ),
    "warehouse": Function(pgettext_lazy("plinth", "hand 4"), _("Your hand may hold 4 cards instead of 3.")),
    "observatory": Function(
        pgettext_lazy("plinth", "or draw"),
        _(
            "Once a round, in the building phase and instead of another action: draw the top card of a pile, then buy it,"
            " take it or discard it. The Observatory then lies face down, without its point, until the next round."
        ),
    ),
    "debtors-prison": Function(
        pgettext_lazy("plinth", "or search"),
        _(
            "Once a round, in the building phase and instead of another action: choose a card of the discard pile, then buy"
            " it, take it or put it back on top. The Debtors' Prison then lies face down, without its point, until the next"
            " round."
        ),
    ),
    "carpenter-workshop": Function(
        pgettext_lazy("plinth", "blue −1"), _("Each later blue card costs you 1 ruble less, Exchange cards included.")
    ),
    "gold-smelter": Function(
        pgettext_lazy("plinth", "red −1"), _("Each later red card costs you 1 ruble less, Exchange cards included.")
    ),
    "kolkhoz": Function(
        pgettext_lazy("plinth", "green −1"), _("Each later green card costs you 1 ruble less, Exchange cards included.")
    ),
    "czar-superstar": Function(
        pgettext_lazy("plinth", "blue, red −1"),
        _(
            "Replaces nothing but the Czar & Carpenter. Each later blue and each later red card costs you 1 ruble less,"
            " Exchange cards included."
        ),
    ),
    "tax-man": Function(
        pgettext_lazy("plinth", "1₽ / worker"), _("Pays 1 ruble for each of your green cards at every noble scoring.")
    ),
    "mayor": Function(
        pgettext_lazy("plinth", "1₽ / blue"), _("Pays 1 ruble for each of your blue cards at every noble scoring.")
    ),
    "coffeehouse": Function(
        pgettext_lazy("plinth", "1₽ / noble"), _("Pays 1 ruble for each of your nobles at every building scoring.")
    ),
    "textile-factory": Function(
        pgettext_lazy("plinth", "2 VP / carpet"),
        _("2 points for each of your green cards with the carpet symbol at every building scoring."),
    ),
    "trading-guild": Function(
        pgettext_lazy("plinth", "4 mixed"),
        _("Pays 4 at every building scoring, in rubles and points as you like; you choose the split beforehand."),
    ),
    "trading-house": Function(
        pgettext_lazy("plinth", "3₽ → 2 VP"),
        _("Once a round, right after the building scoring, you may pay 3 rubles for 2 points."),
    ),
    "impostor": Function(
        pgettext_lazy("plinth", "pay 1"), _("At every noble scoring you pay 1 ruble for it or discard it.")
    ),
    "money-collector": Function(
        _PLAYED,
        _(
            "Buy one card of the tableau or of your hand for half its price, rounded down, for 1 ruble at least. Under the"
            " chip it never pays points of its own and cannot be replaced."
        ),
    ),
    "black-market": Function(
        _PLAYED, _("Look through the discard pile and choose a card: buy it, take it or put it back on top.")
    ),
    "double-move": Function(
        _PLAYED, _("Do two actions, one after the other, each of them: buy, take, play from hand or pass.")
    ),
    "parasite": Function(
        _PLAYED, _("Choose a card in the display of another player: you get either its rubles or its points at once.")
    ),
    "jester": Function(
        _PLAYED,
        _("Put it on a card of yours that pays both rubles and points: at its next scoring the two are swapped."),
    ),
    "banquet": Function(
        _PLAYED,
        _("Put it on a card of yours that pays both rubles and points: at its next scoring both are doubled."),
    ),
    "golden-donkey": Function(_PLAYED, _("You get 5 rubles at once.")),
    "away-with-it": Function(_PLAYED, _("Put one other card of your hand, but no purple one, on the discard pile.")),
    "thief": Function(
        _PLAYED,
        _(
            "At the start of a phase, before the first turn, buy or take one card of the tableau. It costs no action and is"
            " never played in a turn."
        ),
    ),
}
_THEATER_FOR_RUBLES = Function(
    pgettext_lazy("plinth", "1₽ / noble"), _("Pays 1 ruble for each of your nobles at every building scoring.")
)
_THEATER_FOR_POINTS = Function(
    pgettext_lazy("plinth", "1 VP / noble"), _("1 point for each of your nobles at every building scoring.")
)
_UPKEEP = Function(
    pgettext_lazy("plinth", "upkeep"),
    _("At every market scoring you pay the higher number of the value tile for it or give it up."),
)
_ALL_SYMBOLS = _("Bears all worker symbols: every green Exchange card may replace it.")
_ANY_WORKER = _("May replace any worker.")
_ANY_WORKER_ALL_SYMBOLS = _("May replace any worker and bears all worker symbols itself.")
_CHOSEN_KIND = _("Its market symbol is of the kind that you choose when you lay the card out.")
_COUNTS_SHORT = pgettext_lazy("plinth", "counts {worth}")
_COUNTS = _("Costs {cost}, but counts as {worth} when an Exchange card replaces it.")


def function_of(card: engine.Card, *, goods: bool = False) -> Function:
    """The function of a card, empty for a card that only pays. `goods`: market symbols are in play (MKT-3)."""
    effects = {name for name, _amount in card.effects}
    if "upkeep" in effects:
        return _UPKEEP
    if card.key == "mariinski-theater":
        return _THEATER_FOR_RUBLES if "rubles blue per red" in effects else _THEATER_FOR_POINTS
    if card.key == "potemkin-village":
        figures = {"cost": card.cost, "worth": card.value_when_replaced}
        return Function(format_lazy(_COUNTS_SHORT, **figures), format_lazy(_COUNTS, **figures))
    if card.key in _BY_KEY:
        return _BY_KEY[card.key]
    return _of_symbols(card, goods=goods)


def _of_symbols(card: engine.Card, *, goods: bool) -> Function:
    """What is special about the symbols of a card, or about what it may replace."""
    said: list[Text] = []
    if card.replaces == "worker:any":
        said.append(_ANY_WORKER_ALL_SYMBOLS if card.worker_symbol == "all" else _ANY_WORKER)
    elif card.worker_symbol == "all":
        said.append(_ALL_SYMBOLS)
    if goods and "?" in card.market_symbols:
        said.append(_CHOSEN_KIND)
    return Function("", format_lazy(" ".join(["{}"] * len(said)), *said)) if said else NONE
