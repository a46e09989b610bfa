"""The Market in the log: kinds of ? symbols, upkeep, and the payout of the square."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.names import words
from games.names.cards import Deck

from . import Names


def _chosen(entry: engine.Entry, deck: Deck, names: Names) -> str:
    told = entry.to_json()
    values = {"who": names[int(str(told["seat"]))], "kind": words.GOODS[str(told["goods"])]}
    return _("%(who)s chose %(kind)s for the ? symbol of %(card)s") % {**values, "card": deck[str(told["card"])].name}


def _kept(entry: engine.Entry, deck: Deck, names: Names) -> str:
    told = entry.to_json()
    values = {"who": names[int(str(told["seat"]))], "price": words.rubles(int(str(told["rubles"])))}
    return _("%(who)s paid %(price)s to keep %(card)s") % {**values, "card": deck.name(str(told["card"]))}


def _given_up(entry: engine.Entry, deck: Deck, names: Names) -> str:
    told = entry.to_json()
    return _("%(who)s gave up %(card)s") % {"who": names[int(str(told["seat"]))], "card": deck.name(str(told["card"]))}


def _did_choose(entry: engine.Entry, deck: Deck) -> str:
    return _("chose %(kind)s") % {"kind": words.GOODS[str(entry.to_json()["goods"])]}


def _did_keep(entry: engine.Entry, deck: Deck) -> str:
    return _("paid upkeep")


def _did_give_up(entry: engine.Entry, deck: Deck) -> str:
    return _("gave up %(card)s") % {"card": deck.name(str(entry.to_json()["card"]))}


SENTENCES = {"kind": _chosen, "upkeep-paid": _kept, "given-up": _given_up}
DEEDS = {"kind": _did_choose, "upkeep-paid": _did_keep, "given-up": _did_give_up}
SCORINGS = {"market-square": gettext_lazy("Market square")}
