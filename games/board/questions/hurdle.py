"""What a bonus hurdle pays: rubles or points for all markers, or those of one card (DEC-23, HURD-B3, HURD-B5)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

import engine
from games.board.hurdles import Asked, Choice, asked_of, hurdles, lost_words, points_lost
from games.board.marks import lying_on
from games.board.move_words import HOLE, MoveLine, plain
from games.board.panel import Answer, Panel
from games.board.table import Table
from games.names import words
from games.names.cards import Deck, Face

from .base import Asking

CARDS = 5
"""How many a panel has room for in the smallest window."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card with what it would pay: up to two answers, in rubles and in points."""

    face: Face
    name: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class CardPanel(Panel):
    """The panel of HURD-B5. `rows` are its answers card by card."""

    rows: tuple[CardRow, ...] = ()
    rule: str = ""

    @property
    def is_long(self) -> bool:
        """Its buttons would not fit into every window: an answer is marked, and one button sends it."""
        return len(self.rows) > CARDS


class HurdleBonus(Asking):
    kinds = ("hurdle",)
    is_seen_by_watchers = True

    def panel(self, table: Table) -> Panel | None:
        asked = asked_of(table.view)
        if asked is None or asked.seat != table.view.viewer:
            return None
        by_card = bool(asked.choices[0].card)
        heading = (
            _("Hurdle on space %(space)s: which card's rubles or points?")
            if by_card
            else _("Hurdle on space %(space)s: rubles or points?")
        ) % {"space": asked.space}
        hurdle = next(one for one in hurdles(table.view) if one.space == asked.space)
        answers = tuple(_answer(choice, asked, table) for choice in asked.choices)
        template = "games/board/questions/hurdle_cards.html" if by_card else "games/board/questions/hurdle.html"
        rows = _rows(asked, answers, table.deck) if by_card else ()
        return CardPanel(heading, heading, hurdle.text, None, answers, template=template, rows=rows, rule=hurdle.rule)

    def title(self, view: engine.View) -> str:
        asked = asked_of(view)
        return _("Choose hurdle bonus (%(space)s)") % {"space": asked.space} if asked else super().title(view)

    def hint(self, view: engine.View) -> str:
        asked = asked_of(view)
        if asked is None:
            return ""
        return _("The hurdle on space %(space)s offers a choice of bonus.") % {"space": asked.space}

    def letter(self, view: engine.View, deck: Deck) -> str:
        asked = asked_of(view)
        if asked is None:
            return ""
        if asked.choices[0].card:
            text = _(
                "The hurdle on space %(space)s pays you the rubles or points of one of your cards. Choose the card."
            )
        else:
            text = _(
                "The hurdle on space %(space)s pays you rubles or points for your markers on the market square. "
                "Choose one."
            )
        return text % {"space": asked.space}


def _answer(choice: Choice, asked: Asked, table: Table) -> Answer:
    paid = words.rubles(choice.amount) if choice.currency == "rubles" else words.points(choice.amount)
    name = card_words(choice, table.deck)
    button = (
        _("Take %(amount)s for %(card)s") % {"amount": paid, "card": name}
        if name
        else _("Take %(amount)s") % {"amount": paid}
    )
    return Answer(
        name or paid,
        button,
        choice.move,
        price=paid if name else "",
        effect=_effect(choice, asked, table),
        reveals=table.moves.reveals(choice.move),
    )


def _effect(choice: Choice, asked: Asked, table: Table) -> str:
    """`9 → 14 VP`, with what a real hurdle would stop of it."""
    own = table.view.seats[asked.seat]
    if choice.currency == "rubles":
        return "" if own.rubles is None else f"{own.rubles} → {words.rubles(own.rubles + choice.amount)}"
    lost = points_lost(table.view, asked.seat, choice.amount)
    text = f"{own.points} → {words.points(own.points + choice.amount - lost)}"
    return ", ".join(filter(None, [text, lost_words(lost)]))


def card_words(choice: Choice, deck: Deck) -> str:
    """The card with what lies on it; empty where the bonus is for no card."""
    if not choice.card:
        return ""
    lying = ", ".join(str(one.words) for one in lying_on(choice.marks))
    return f"{deck.name(choice.card)} ({lying})" if lying else deck.name(choice.card)


def _rows(asked: Asked, answers: tuple[Answer, ...], deck: Deck) -> tuple[CardRow, ...]:
    """Card by card, what pays most first."""
    pairs = sorted(
        zip(asked.choices, answers, strict=True), key=lambda pair: (pair[1].label, pair[0].currency != "rubles")
    )
    rows = []
    for name, group in groupby(pairs, key=lambda pair: pair[1].label):
        of_card = list(group)
        rows.append((max(choice.amount for choice, _answer in of_card), name, of_card))
    rows.sort(key=lambda row: (-row[0], row[1]))
    return tuple(
        CardRow(deck[of_card[0][0].card], name, tuple(answer for _choice, answer in of_card))
        for _most, name, of_card in rows
    )


def _bonus(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    """`take 3 points`, `take 6 rubles for Mistress of Ceremonies`."""
    asked = asked_of(view)
    choice = next((one for one in asked.choices if one.move == f"bonus {what}"), None) if asked else None
    if choice is None:
        return None
    amount = (
        words.amount_of_rubles(choice.amount) if choice.currency == "rubles" else words.amount_of_points(choice.amount)
    )
    if not choice.card:
        return plain(_("take %(amount)s") % {"amount": amount})
    values = {"amount": amount, "card": HOLE}
    return MoveLine(_("take %(amount)s for %(card)s") % values, card_words(choice, deck))


ASKING = (HurdleBonus(),)
VERBS = {"bonus": _bonus}
