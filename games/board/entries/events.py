"""Events in the log: who used which, and what the Sponsor gave."""

from django.utils.translation import gettext as _

import engine
from games.board.extras.events import tile_of
from games.names import words
from games.names.cards import Deck, tile_name

from . import Names


def _event(entry: engine.Entry) -> str:
    return tile_name(tile_of(str(entry.to_json()["event"])))


def _used(entry: engine.Entry, deck: Deck, names: Names) -> str:
    who = names[int(str(entry.to_json()["seat"]))]
    return _("%(who)s used the event %(event)s") % {"who": who, "event": _event(entry)}


def _sponsored(entry: engine.Entry, deck: Deck, names: Names) -> str:
    told = entry.to_json()
    values = {"who": names[int(str(told["seat"]))], "rubles": words.rubles(int(str(told["rubles"])))}
    return _("%(who)s got %(rubles)s from the Sponsor") % values


def _did_use(entry: engine.Entry, deck: Deck) -> str:
    return _("used the event %(event)s") % {"event": _event(entry)}


SENTENCES = {"event": _used, "sponsored": _sponsored}
DEEDS = {"event": _did_use}
