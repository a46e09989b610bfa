"""The Banquet: the purple cards of the own hand, the box of those that were played, what they lay on cards, and their log
lines.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.board.extras import Extra, Lying, values_of
from games.board.move_words import HOLE, MoveLine
from games.board.panel import Panel, PanelAnswer, card_panel, picture_of
from games.board.people import Person
from games.board.questions import Addition, Asking, OfCard
from games.board.sentences import EntryWords, counted
from games.board.table import ViewedTable
from games.names import words
from games.names.cards import Deck, Face


def purple_cards(view: engine.View) -> Mapping[str, Mapping[str, Any]]:
    """The purple cards of the viewer's hand by card, with the moves that would play them in a turn now; empty without the
    Banquet."""
    return {one["card"]: one for one in values_of(view, "banquet").get("hand", ())}


class Banquet(Extra):
    part = "banquet"
    place = "full"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> tuple[Face, ...] | None:
        """The faces of the cards in the box, in the order in which they were played."""
        return tuple(deck[card] for card in values_of(view, self.part)["box"]) or None

    def letter(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> list[str]:
        box = values_of(view, self.part)["box"]
        return [_("Purple cards in the box: %(cards)s") % {"cards": counted(box, deck)}] if box else []


def _purple_played(entry: Any, found: EntryWords) -> str:
    if entry.on:
        return _("%(who)s put %(card)s on %(on)s") % found
    return (_("%(who)s played %(card)s for +%(rubles)s") if entry.rubles else _("%(who)s played %(card)s")) % found


NO_USE: Mapping[str, str | Promise] = {
    "money-collector": gettext_lazy("There is no card you can buy with it."),
    "black-market": gettext_lazy("The discard pile is empty."),
    "parasite": gettext_lazy("No other player has a card that pays anything."),
    "jester": gettext_lazy("None of your cards pays both rubles and points."),
    "banquet": gettext_lazy("None of your cards pays both rubles and points."),
    "away-with-it": gettext_lazy("You have no other card to discard. Purple cards cannot be discarded this way."),
    "thief": gettext_lazy("You can play it only at the start of a phase, when you are asked."),
}
"""Why a purple card cannot be played now, by its name."""

NEXT: Mapping[str, str | Promise] = {
    "money-collector": gettext_lazy("Then you choose the card."),
    "black-market": gettext_lazy("Then you choose a card from the discard pile."),
    "double-move": gettext_lazy("Then you take two actions."),
    "parasite": gettext_lazy("Then you choose another player's card."),
}
"""What follows when it is played."""


class Purple(OfCard):
    """A purple card of the own hand (BANQ-3, BANQ-4)."""

    def moves(self, view: engine.View) -> Collection[str]:
        return [text for one in purple_cards(view).values() for text in one["moves"]]

    def panel(self, slot: engine.Slot, table: ViewedTable) -> Panel | None:
        found = purple_cards(table.view).get(slot.card) if slot.row == "hand" else None
        if found is None:
            return None
        face = table.deck[slot.card]
        return Panel(
            _("Play %(card)s") % {"card": face.name},
            face.name,
            face.text,
            face,
            tuple(_answers(found, table)),
            asked=bool(table.view.moves),
            closes=True,
        )


def _answers(found: Mapping[str, Any], table: ViewedTable) -> list[PanelAnswer]:
    name, key = table.deck.name(found["card"]), table.deck[found["card"]].key
    if not found["moves"]:
        return [PanelAnswer(name, "", None, why=str(NO_USE.get(key, found["why"])), rule=str(found["rule"]))]
    return [_answer(text, name, key, table) for text in found["moves"]]


def _answer(text: str, name: str, key: str, table: ViewedTable) -> PanelAnswer:
    """One way to play a purple card; outside of their own turn players see it without a button."""
    is_legal = text in table.moves.texts
    legal, reveals = text if is_legal else None, table.moves.says_reveals(text) if is_legal else ""
    why = _("Not possible now.") if table.asked and not is_legal else ""
    what, on = _read(text.removeprefix("play "))
    if on:
        face = table.deck[on]
        picture = picture_of(face)
        if key == "away-with-it":
            button, label = _("Discard %(card)s") % {"card": face.name}, face.name
        else:
            button, label = _("Put %(card)s on %(on)s") % {"card": name, "on": face.name}, _marked(what, text, table)
        effect = _changed(key, text, table) if key != "away-with-it" else ""
        return PanelAnswer(label, button, legal, effect=effect, why=why, reveals=reveals, picture=picture)
    effect = str(NEXT.get(key, ""))
    if key == "golden-donkey" and table.rubles is not None:
        values = {"before": words.rubles(table.rubles), "after": words.rubles(table.rubles + DONKEY)}
        effect = _("You %(before)s → %(after)s.") % values
    return PanelAnswer(name, _("Play %(card)s") % {"card": name}, legal, effect=effect, why=why, reveals=reveals)


DONKEY = 5
"""Rubles of the Golden Donkey (BANQ-DONKEY-1)."""
ATTACHED = ("jester", "banquet")
"""What may lie on a card until its next scoring, in the order in which moves name it."""


def _read(what: str) -> tuple[str, str]:
    """`jester on judge-banquet` and `away-with-it-red discarding library`: the purple card, and the card it is for."""
    for word in (" on ", " discarding "):
        card, found, other = what.partition(word)
        if found:
            return card, _bare(other) if word == " on " else other
    return what, ""


def _bare(words_of: str) -> str:
    """A card without what lies on it: `judge-jester` is a `judge`."""
    for name in reversed(ATTACHED):
        words_of = words_of.removesuffix(f"-{name}")
    return words_of


def _host(text: str, table: ViewedTable) -> engine.DisplayCard | None:
    """The card of the own display that a Jester or Banquet would be put on."""
    on = text.partition(" on ")[2]
    card, wanted = _bare(on), [name for name in ATTACHED if f"-{name}" in on.removeprefix(_bare(on))]
    assert table.viewer is not None
    for shown in table.view.seats[table.viewer].display:
        if shown.card == card and [name for name in ATTACHED if name in shown.marks] == wanted:
            return shown
    return None


def _marked(what: str, text: str, table: ViewedTable) -> str:
    """The name of that card, with what lies on it already."""
    shown = _host(text, table)
    name = table.deck.name(shown.card if shown else what)
    lying = [table.deck.name(one) for one in ATTACHED if shown and one in shown.marks]
    return _("%(card)s with %(lying)s") % {"card": name, "lying": ", ".join(lying)} if lying else name


def _changed(key: str, text: str, table: ViewedTable) -> str:
    """Both values of the card before and after (BANQ-JEST-1, BANQ-BANQ-1)."""
    shown = _host(text, table)
    if shown is None:
        return ""
    rubles, points = shown.pays
    after = (points, rubles) if key == "jester" else (2 * rubles, 2 * points)
    values = {"before": words.gains(rubles, points), "after": words.gains(*after)}
    return _("pays %(before)s → %(after)s at its next scoring") % values


class Collector(Asking):
    """Which card for half its price: chosen in the tableau or in the hand, whose prices are halved (DEC-9, COST-9)."""

    kinds = ("money-collector",)
    title_words = gettext_lazy("Choose a half-price card")
    hint_words = gettext_lazy("The Money Collector halves the price of one card.")
    letter_words = gettext_lazy(
        "Your Money Collector: choose a card from the tableau or your hand and buy it at half price."
    )

    def panel(self, table: ViewedTable) -> Panel | None:
        slot = table.chosen
        if slot is not None:
            shown = card_panel(slot, table.moves, table.deck)
            name = table.deck.name(slot.card)
            if not slot.offers:
                return replace(shown, text=_("This card cannot be bought."))
            answers = [
                replace(answer, button=_("Buy %(card)s for %(price)s") % {"card": name, "price": answer.price})
                for answer in shown.answers
            ]
            return replace(shown, answers=tuple(answers), others=())
        heading = _("Money Collector: which card at half price?")
        text = _("Choose a card in the tableau or your hand. All prices shown are halved and rounded down.")
        return Panel(heading, heading, text, None, ())


class DoubleMove(Asking):
    """One of the two actions; the page offers the same as in a turn (DEC-10)."""

    kinds = ("double-move",)

    def title(self, view: engine.View) -> str:
        return _("Double Move: action %(number)s of 2") % {"number": _number(view)}

    def hint(self, view: engine.View) -> str:
        if not view.moves:
            return _("Double Move: action %(number)s of 2") % {"number": _number(view)} + "."
        return _("Buy, take or play a card, or pass.")

    def letter(self, view: engine.View, deck: Deck) -> str:
        return _("Your Double Move, action %(number)s of 2: buy, take or play a card, or pass.") % {
            "number": _number(view)
        }


def _number(view: engine.View) -> int:
    """Which of the two actions it is; the question counts those that are left."""
    left = view.question.maximum if view.question else None
    return 3 - (left or 2)


def _play(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    card, on = _read(what)
    if card not in deck or deck[card].group != "purple":
        return None
    if not on:
        return MoveLine(_("play %(card)s") % {"card": HOLE}, deck.name(card))
    pattern = (
        _("play %(card)s and discard %(other)s") if deck[card].key == "away-with-it" else _("put %(card)s on %(other)s")
    )
    return MoveLine(pattern % {"card": HOLE, "other": deck.name(on)}, deck.name(card))


BANQUET = Addition(
    sentences={
        "purple": _purple_played,
        "parasite": gettext_lazy("%(who)s got %(gain)s from %(host)s's %(card)s"),
        "boxed": gettext_lazy("%(who)s's %(card)s on %(on)s is used up"),
    },
    deeds={
        "purple": lambda entry, found: (_("put %(card)s on %(on)s") if entry.on else _("played %(card)s")) % found,
        "parasite": gettext_lazy("used a Parasite on %(card)s"),
    },
    marks={
        "chip": Lying(
            gettext_lazy("under the chip"),
            look="chipped",
            picture=("interface", "chip"),
            note=gettext_lazy(
                "Under the Money Collector's chip, it never scores its own points and cannot be replaced."
            ),
        ),
        "jester": Lying(gettext_lazy("with Jester"), look="laid", card="jester"),
        "banquet": Lying(gettext_lazy("with Banquet"), look="laid", card="banquet"),
    },
    extras=(Banquet(),),
    askings=(Collector(), DoubleMove()),
    of_cards=(Purple(),),
    verbs={"play": _play},
)
