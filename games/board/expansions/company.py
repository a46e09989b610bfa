"""Good Company on the board: its log lines, and the split that lies on a Trading Guild."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.utils.functional import lazystr
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.board.entries import Names
from games.board.marks import Lying
from games.board.questions.guild import split_words
from games.names import words
from games.names.cards import Deck, Face


def _who(entry: engine.Entry, names: Names) -> object:
    return names[_number(entry, "seat")]


def _number(entry: engine.Entry, name: str) -> int:
    return int(str(entry.to_json()[name]))


def _card(entry: engine.Entry, deck: Deck) -> str:
    return deck.name(str(entry.to_json()["card"]))


def _traded(entry: engine.Entry, deck: Deck, names: Names) -> str:
    points, price = _number(entry, "points"), _number(entry, "rubles")
    if not points:
        return _("%(who)s did not trade") % {"who": _who(entry, names)}
    values = {"points": words.points(points), "price": words.rubles(price)}
    return _("%(who)s traded %(price)s for %(points)s") % {**values, "who": _who(entry, names)}


def _searched(entry: engine.Entry, deck: Deck, names: Names) -> str:
    return _("%(who)s used the Debtors' Prison to search the discard pile") % {"who": _who(entry, names)}


def _put_back(entry: engine.Entry, deck: Deck, names: Names) -> str:
    return _("%(who)s put %(card)s back on the discard pile") % {"who": _who(entry, names), "card": _card(entry, deck)}


def _split(entry: engine.Entry, deck: Deck, names: Names) -> str:
    pays = split_words(_number(entry, "rubles"), _number(entry, "points"))
    return _("%(who)s's %(card)s pays %(pays)s") % {
        "who": _who(entry, names),
        "card": _card(entry, deck),
        "pays": pays,
    }


def _dismissed(entry: engine.Entry, deck: Deck, names: Names) -> str:
    """Wished, or because the ruble was not there (IMPO-4)."""
    said = (
        _("%(who)s discarded %(card)s")
        if entry.to_json()["wished"]
        else _("%(who)s could not afford %(card)s and had to discard it")
    )
    return said % {"who": _who(entry, names), "card": _card(entry, deck)}


def _did_trade(entry: engine.Entry, deck: Deck) -> str:
    return _("traded") if _number(entry, "points") else _("did not trade")


def _did_search(entry: engine.Entry, deck: Deck) -> str:
    return _("searched the discard pile")


def _did_put_back(entry: engine.Entry, deck: Deck) -> str:
    return _("put back %(card)s") % {"card": _card(entry, deck)}


def _did_dismiss(entry: engine.Entry, deck: Deck) -> str:
    return _("discarded %(card)s") % {"card": _card(entry, deck)}


SENTENCES = {
    "trade": _traded,
    "searched": _searched,
    "put-back": _put_back,
    "guild": _split,
    "dismissed": _dismissed,
}
DEEDS = {"trade": _did_trade, "searched": _did_search, "put-back": _did_put_back, "dismissed": _did_dismiss}
SCORINGS = words.TOKENS


AMOUNT = 4
"""What the card splits (GUILD-1)."""


def _pays(rubles: int, points: int) -> Callable[[Face], Face]:
    return lambda face: replace(face, rubles=rubles, points=points, short="")


def _split_lies(rubles: int) -> Lying:
    points = AMOUNT - rubles
    said = format_lazy("{} {}/{}", gettext_lazy("split of rubles and points"), lazystr(rubles), lazystr(points))
    return Lying(said, look="split", dress=_pays(rubles, points))


MARKS = {f"{rubles}/{AMOUNT - rubles}": _split_lies(rubles) for rubles in range(1, AMOUNT + 1)}
