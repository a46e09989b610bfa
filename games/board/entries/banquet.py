"""The Banquet in the log: purple cards that are played, what a Parasite brought, what went to the box (section 18)."""

from django.utils.translation import gettext as _

import engine
from games.names import words
from games.names.cards import Deck

from . import Names


def _played(entry: engine.Entry, deck: Deck, names: Names) -> str:
    told = entry.to_json()
    values = {"who": names[int(str(told["seat"]))], "card": deck.name(str(told["card"]))}
    if told["on"]:
        return _("%(who)s put %(card)s on %(on)s") % {**values, "on": deck.name(str(told["on"]))}
    if told["rubles"]:
        return _("%(who)s played %(card)s for +%(rubles)s") % {
            **values,
            "rubles": words.rubles(int(str(told["rubles"]))),
        }
    return _("%(who)s played %(card)s") % values


def _sponged(entry: engine.Entry, deck: Deck, names: Names) -> str:
    told = entry.to_json()
    values = {
        "who": names[int(str(told["seat"]))],
        "host": names[int(str(told["host"]))],
        "card": deck.name(str(told["card"])),
        "gain": words.gains(int(str(told["rubles"])), int(str(told["points"]))),
    }
    return _("%(who)s got %(gain)s from %(host)s's %(card)s") % values


def _boxed(entry: engine.Entry, deck: Deck, names: Names) -> str:
    told = entry.to_json()
    values = {
        "card": deck.name(str(told["card"])),
        "on": deck.name(str(told["on"])),
        "who": names[int(str(told["seat"]))],
    }
    return _("%(who)s's %(card)s on %(on)s is used up") % values


def _did_play(entry: engine.Entry, deck: Deck) -> str:
    told = entry.to_json()
    if told["on"]:
        return _("put %(card)s on %(on)s") % {"card": deck.name(str(told["card"])), "on": deck.name(str(told["on"]))}
    return _("played %(card)s") % {"card": deck.name(str(told["card"]))}


def _did_sponge(entry: engine.Entry, deck: Deck) -> str:
    return _("used a Parasite on %(card)s") % {"card": deck.name(str(entry.to_json()["card"]))}


SENTENCES = {"purple": _played, "parasite": _sponged, "boxed": _boxed}
DEEDS = {"purple": _did_play, "parasite": _did_sponge}
