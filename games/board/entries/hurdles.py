"""Hurdles in the log: passed, paid, in the way, and what they cost."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.names import words
from games.names.cards import Deck, hurdle_tile, tile_name

from . import Names


def _passed(entry: engine.Entry, deck: Deck, names: Names) -> str:
    return _("%(who)s passed the hurdle on space %(space)s (%(name)s)") % _values(entry, names)


def _paid(entry: engine.Entry, deck: Deck, names: Names) -> str:
    told = entry.to_json()
    values = {**_values(entry, names), "bonus": words.gains(int(str(told["rubles"])), int(str(told["points"])))}
    if told["card"] is None:
        return _("The hurdle on space %(space)s paid %(who)s %(bonus)s") % values
    values["card"] = deck.name(str(told["card"]))
    return _("The hurdle on space %(space)s paid %(who)s %(bonus)s for %(card)s") % values


def _blocks(entry: engine.Entry, deck: Deck, names: Names) -> str:
    return _("%(who)s is blocked by the hurdle on space %(space)s (%(name)s)") % _values(entry, names)


def _lost(entry: engine.Entry, deck: Deck, names: Names) -> str:
    points = int(str(entry.to_json()["points"]))
    text = ngettext(
        "%(who)s lost %(points)s point at the hurdle on space %(space)s",
        "%(who)s lost %(points)s points at the hurdle on space %(space)s",
        points,
    )
    return text % {**_values(entry, names), "points": points}


def _values(entry: engine.Entry, names: Names) -> dict[str, object]:
    told = entry.to_json()
    return {
        "who": names[int(str(told["seat"]))],
        "space": told["space"],
        "name": tile_name(hurdle_tile(str(told["hurdle"]))),
    }


SENTENCES = {"hurdle-passed": _passed, "hurdle-bonus": _paid, "hurdle-blocks": _blocks, "points-lost": _lost}
AFTER_SCORINGS = tuple(SENTENCES)
