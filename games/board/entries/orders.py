"""Orders in the log: that somebody has chosen, and, when all may know, what (ORD-B)."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

import engine
from games.names.cards import Deck, order_name

from . import Names


def _chosen(entry: engine.Entry, deck: Deck, names: Names) -> str:
    told = entry.to_json()
    who = names[int(str(told["seat"]))]
    if told["order"] is None:
        return _("%(who)s chose an order") % {"who": who}
    return _("%(who)s chose the order “%(order)s”") % {"who": who, "order": order_name(int(str(told["order"])))}


def _did_choose(entry: engine.Entry, deck: Deck) -> str:
    return _("chose an order")


SENTENCES = {"order-chosen": _chosen}
DEEDS = {"order-chosen": _did_choose}
FINAL_STEPS = {"order": pgettext_lazy("secret tasks", "orders")}
