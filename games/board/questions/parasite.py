"""The Parasite: a card of another player, and its rubles or its points (DEC-11, BANQ-PARA)."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from games.board.hurdles import lost_words, points_lost
from games.board.move_words import HOLE, WHO, MoveLine
from games.board.panel import Answer, Panel
from games.board.people import Person
from games.board.table import Table
from games.names import words
from games.names.cards import Deck, Face

from .base import Asking

LINES = 6
"""How many cards and names of players a panel has room for in the smallest window."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A card of a display with its one or two answers. `name` tells its market symbols where others bear other ones."""

    face: Face
    name: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Host:
    """One other player with the cards that bring something."""

    person: Person
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class ParasitePanel(Panel):
    hosts: tuple[Host, ...] = ()

    @property
    def is_long(self) -> bool:
        """Its buttons would not fit into every window: an answer is marked, and one button sends it."""
        return len(self.hosts) + sum(len(host.choices) for host in self.hosts) > LINES


class Parasite(Asking):
    kinds = ("parasite",)

    def panel(self, table: Table) -> Panel | None:
        hosts: dict[int, dict[str, list[Answer]]] = {}
        for text in table.view.moves:
            host, card, currency = _read(text.removeprefix("parasite "))
            hosts.setdefault(host, {}).setdefault(card, []).append(_answer(text, host, card, currency, table))
        shown = tuple(
            Host(
                table.names[host],
                tuple(
                    Choice(table.deck[card], table.deck.name(card), tuple(answers)) for card, answers in cards.items()
                ),
            )
            for host, cards in hosts.items()
        )
        heading = _("Parasite: which card's rubles or points?")
        text = _("You gain what the card pays now. Its owner loses nothing.")
        flat = tuple(answer for host in shown for choice in host.choices for answer in choice.answers)
        template = "games/board/questions/parasite.html"
        return ParasitePanel(heading, heading, text, None, flat, template=template, hosts=shown)

    def title(self, view: engine.View) -> str:
        return _("Choose a Parasite target")

    def hint(self, view: engine.View) -> str:
        return _("Gain the rubles or points of another player's card.")

    def letter(self, view: engine.View, deck: Deck) -> str:
        return _("Your Parasite: choose a card in another player's play area. You gain its rubles or its points.")


def _read(what: str) -> tuple[int, str, str]:
    """`seat-1 judge points`"""
    seat, card, currency = what.split(" ")
    return int(seat.removeprefix("seat-")), card, currency


def _answer(text: str, host: int, card: str, currency: str, table: Table) -> Answer:
    amount = gain(text, table.view, table.moves.after(text))
    gained = words.gains(amount, 0) if currency == "rubles" else words.gains(0, amount)
    name = table.deck.name(card)
    values = {"gain": gained, "card": name, "who": table.names[host]}
    button = _("Parasite: %(gain)s from %(who)s's %(card)s") % values
    warning = ""
    if currency == "points" and table.view.viewer is not None:
        warning = lost_words(points_lost(table.view, table.view.viewer, amount))
    button = ", ".join(filter(None, [button, warning]))
    return Answer(gained, button, text, effect=warning, reveals=table.moves.reveals(text))


def gain(text: str, view: engine.View, after: engine.View | None) -> int:
    """How much it brings. Where what comes after must not be looked at, it follows from what lies before all: what the card
    pays, without a Jester or a Banquet (BANQ-PARA-3)."""
    host, card, currency = _read(text.removeprefix("parasite "))
    if after is not None and view.viewer is not None:
        mine, later = view.seats[view.viewer], after.seats[view.viewer]
        if currency == "rubles" and mine.rubles is not None and later.rubles is not None:
            return later.rubles - mine.rubles
    return max(_worth(shown, currency) for shown in view.seats[host].display if shown.card == card)


def _worth(shown: engine.DisplayCard, currency: str) -> int:
    rubles, points = shown.pays
    if "banquet" in shown.marks:
        rubles, points = rubles // 2, points // 2
    if "jester" in shown.marks:
        rubles, points = points, rubles
    return rubles if currency == "rubles" else points


def _parasite(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    host, card, currency = _read(what)
    if card not in deck:
        return None
    pattern = _("the rubles of %(who)s's %(card)s") if currency == "rubles" else _("the points of %(who)s's %(card)s")
    return MoveLine(pattern % {"card": HOLE, "who": WHO}, deck.name(card), host)


ASKING = (Parasite(),)
VERBS = {"parasite": _parasite}
