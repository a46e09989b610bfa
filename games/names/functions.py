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
        _("Right after each Building scoring, you may buy up to 5 points for 2 rubles each."),
    ),
    "warehouse": Function(pgettext_lazy("plinth", "hand 4"), _("Your hand can hold 4 cards instead of 3.")),
    "observatory": Function(
        pgettext_lazy("plinth", "or draw"),
        _(
            "Once per round in the Building phase, instead of another action, draw the top card of a pile. "
            "Buy, take or discard it. The Observatory then stays face down, without its point, until the "
            "next round."
        ),
    ),
    "debtors-prison": Function(
        pgettext_lazy("plinth", "or search"),
        _(
            "Once per round in the Building phase, instead of another action: choose a card from the discard "
            "pile. Buy it, take it or put it back on top. The Debtors' Prison then stays face down, without "
            "its point, until the next round."
        ),
    ),
    "carpenter-workshop": Function(
        pgettext_lazy("plinth", "blue −1"),
        _("Every blue card you buy later costs 1 ruble less, including Exchange cards."),
    ),
    "gold-smelter": Function(
        pgettext_lazy("plinth", "red −1"),
        _("Every red card you buy later costs 1 ruble less, including Exchange cards."),
    ),
    "kolkhoz": Function(
        pgettext_lazy("plinth", "green −1"),
        _("Every green card you buy later costs 1 ruble less, including Exchange cards."),
    ),
    "czar-superstar": Function(
        pgettext_lazy("plinth", "blue, red −1"),
        _(
            "Replaces only the Czar & Carpenter. Every blue or red card you buy later costs 1 ruble less, "
            "including Exchange cards."
        ),
    ),
    "tax-man": Function(
        pgettext_lazy("plinth", "1₽ / worker"), _("Pays 1 ruble for each of your green cards at every Noble scoring.")
    ),
    "mayor": Function(
        pgettext_lazy("plinth", "1₽ / blue"), _("Pays 1 ruble for each of your blue cards at every Noble scoring.")
    ),
    "coffeehouse": Function(
        pgettext_lazy("plinth", "1₽ / noble"), _("Pays 1 ruble for each of your Nobles at every Building scoring.")
    ),
    "textile-factory": Function(
        pgettext_lazy("plinth", "2 VP / carpet"),
        _("2 points for each of your green cards with the carpet symbol at every Building scoring."),
    ),
    "trading-guild": Function(
        pgettext_lazy("plinth", "4 mixed"),
        _(
            "Pays 4 at every Building scoring, split between rubles and points as you like. You choose the "
            "split beforehand."
        ),
    ),
    "trading-house": Function(
        pgettext_lazy("plinth", "3₽ → 2 VP"),
        _("Once per round, right after the Building scoring, you may pay 3 rubles for 2 points."),
    ),
    "impostor": Function(
        pgettext_lazy("plinth", "pay 1"), _("At every Noble scoring, pay 1 ruble for it or discard it.")
    ),
    "money-collector": Function(
        _PLAYED,
        _(
            "Buy one card from the tableau or your hand at half price, rounded down, but for at least 1 "
            "ruble. Under the chip, it never scores its own points and cannot be replaced."
        ),
    ),
    "black-market": Function(
        _PLAYED, _("Look through the discard pile and choose a card. Buy it, take it or put it back on top.")
    ),
    "double-move": Function(
        _PLAYED, _("Take two actions, one after the other. Each is to buy, take, play from your hand or pass.")
    ),
    "parasite": Function(
        _PLAYED, _("Choose a card in another player's play area. You immediately get either its rubles or its points.")
    ),
    "jester": Function(
        _PLAYED,
        _(
            "Put it on one of your cards that pays both rubles and points. At that card's next scoring, the "
            "two are swapped."
        ),
    ),
    "banquet": Function(
        _PLAYED,
        _(
            "Put it on one of your cards that pays both rubles and points. At that card's next scoring, both "
            "are doubled."
        ),
    ),
    "golden-donkey": Function(_PLAYED, _("You get 5 rubles immediately.")),
    "away-with-it": Function(_PLAYED, _("Discard one other card from your hand, but not a purple one.")),
    "thief": Function(
        _PLAYED,
        _(
            "At the start of a phase, before the first turn, buy or take one card from the tableau. It costs "
            "no action and cannot be played during a turn."
        ),
    ),
}
_THEATER_FOR_RUBLES = Function(
    pgettext_lazy("plinth", "1₽ / noble"), _("Pays 1 ruble for each of your Nobles at every Building scoring.")
)
_THEATER_FOR_POINTS = Function(
    pgettext_lazy("plinth", "1 VP / noble"), _("1 point for each of your Nobles at every Building scoring.")
)
_UPKEEP = Function(
    pgettext_lazy("plinth", "upkeep"),
    _("At every Market scoring, pay the higher number on the value tile to keep it, or give it up."),
)
_ALL_SYMBOLS = _("Has all worker symbols: any green Exchange card can replace it.")
_ANY_WORKER = _("Can replace any Worker.")
_ANY_WORKER_ALL_SYMBOLS = _("Can replace any Worker and has all worker symbols itself.")
_CHOSEN_KIND = _("You choose the kind of its market symbol when you play the card.")
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
