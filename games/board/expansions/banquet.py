"""The Banquet on the board: the box of purple cards that were played, its log lines, and what it lays on cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.board.entries import Names
from games.board.extras import Extra
from games.board.marks import Lying
from games.board.people import Person
from games.board.sentences import counted
from games.names import words
from games.names.cards import Deck, Face


def purple_cards(view: engine.View) -> Mapping[str, Mapping[str, Any]]:
    """The purple cards of the viewer's hand by card, with the moves that would play them in a turn now; empty without the
    Banquet."""
    shown = cast(Mapping[str, Any], view.extras.get(Banquet.part, {}))
    return {one["card"]: one for one in shown.get("hand", ())}


class Banquet(Extra):
    part = "banquet"
    place = "full"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> tuple[Face, ...] | None:
        """The faces of the cards in the box, in the order in which they were played."""
        return tuple(deck[card] for card in self._box(view)) or None

    def letter(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> list[str]:
        box = self._box(view)
        return [_("Purple cards in the box: %(cards)s") % {"cards": counted(box, deck)}] if box else []

    def _box(self, view: engine.View) -> Sequence[str]:
        return cast(Sequence[str], cast(Mapping[str, object], view.extras[self.part])["box"])


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


MARKS = {
    "chip": Lying(
        gettext_lazy("under the chip"),
        look="chipped",
        picture=("interface", "chip"),
        note=gettext_lazy("Under the Money Collector's chip, it never scores its own points and cannot be replaced."),
    ),
    "jester": Lying(gettext_lazy("with Jester"), look="laid", card="jester"),
    "banquet": Lying(gettext_lazy("with Banquet"), look="laid", card="banquet"),
}


EXTRAS = (Banquet(),)
