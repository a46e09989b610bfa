"""Good Company and Module 2: the Trading Guild, the Impostor, searching the discard pile, and their log lines.

The Debtors' Prison begins a search; other cards that search ask the same question.
"""

from dataclasses import dataclass, fields, replace

from django.utils.functional import lazystr
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

import engine
from games.board.extras import Lying
from games.board.move_words import HOLE, MoveLine, always, of_card, plain
from games.board.panel import Panel, card_panel
from games.board.questions import Addition, Asking, Deciding, Tool
from games.board.table import ViewedTable
from games.board.tableau import Spot, spot
from games.names import words
from games.names.cards import Deck


class Guild(Asking):
    kinds = ("guild",)
    goes_round = False
    title_words = gettext_lazy("Choose rubles or points")
    hint_words = gettext_lazy("Split the Trading Guild's income.")
    letter_words = gettext_lazy("Choose how your Trading Guild pays in the coming scoring.")

    def panel(self, table: ViewedTable) -> Panel | None:
        answers = []
        for text in table.view.moves:
            pays = split_words(*_read(text.removeprefix("guild ")))
            button = _("Take %(pays)s") % {"pays": pays}
            answers.append(table.moves.answer(text, pays, button))
        face = table.asked_face
        heading = _("%(card)s: rubles or points?") % {"card": face.name}
        return Panel(heading, heading, face.text, face, tuple(answers))


class Split(Deciding):
    """Offered in the action part; the last choice holds until there is another."""

    kinds = ("trading-guild",)
    rule = "GUILD-2"
    note_words = gettext_lazy("Applies until you change it.")

    def question(self, preset: engine.Preset, deck: Deck) -> str:
        return _("%(card)s: rubles or points?") % {"card": super().question(preset, deck)}

    def label(self, value: str) -> str:
        return split_words(*_read(value))

    def badge(self, value: str) -> str:
        return split_words(*_read(value))


def split_words(rubles: int, points: int) -> str:
    """`3 ₽, 1 VP`."""
    return words.listed_amounts(words.amounts(rubles, points))


def _read(text: str) -> tuple[int, int]:
    """`3 1` of a move, `3/1` of a preset: rubles and points."""
    rubles, points = text.replace("/", " ").split(" ")
    return int(rubles), int(points)


def _guild(what: str, view: engine.View, deck: Deck) -> MoveLine:
    return plain(_("take %(pays)s from the Trading Guild") % {"pays": words.amounts_in_full(*_read(what))})


AMOUNT = 4
"""What the card splits (GUILD-1)."""


def _split_lies(rubles: int) -> Lying:
    points = AMOUNT - rubles
    said = format_lazy("{} {}/{}", gettext_lazy("split of rubles and points"), lazystr(rubles), lazystr(points))
    return Lying(said, look="split", dress=lambda face: replace(face, rubles=rubles, points=points, short=""))


PRICE = 1
"""Rubles for each Impostor that stays (IMPO-1)."""


class Impostor(Asking):
    kinds = ("impostor",)
    title_words = gettext_lazy("Pay for the Impostor?")
    hint_words = gettext_lazy("Pay for the Impostor or discard it.")

    def panel(self, table: ViewedTable) -> Panel | None:
        price = words.rubles(PRICE)
        answers = []
        for text in table.view.moves:
            if text.startswith("pay "):
                button = _("Keep it for %(price)s") % {"price": price}
                answers.append(table.moves.answer(text, _("Keep it"), button, price=price, total=price))
            else:
                answers.append(table.moves.answer(text, _("Discard it")))
        face = table.asked_face
        heading = _("%(card)s: pay or discard?") % {"card": face.name}
        text = _("You can pay the ruble from the coming Noble scoring.")
        return Panel(heading, heading, text, face, tuple(answers))

    def letter(self, view: engine.View, deck: Deck) -> str:
        price = words.amount_of_rubles(PRICE)
        return _("Your Impostor costs %(price)s in the Noble scoring. Pay for it or discard it.") % {"price": price}


class DiscardMark(Deciding):
    """The mark for discarding, one for each Impostor; it is for this phase only."""

    kinds = ("impostor",)
    rule = "IMPO-3"

    def question(self, preset: engine.Preset, deck: Deck) -> str:
        return _("%(card)s in this Noble scoring") % {"card": super().question(preset, deck)}

    def label(self, value: str) -> str:
        return _("Discard it") if value == "dismiss" else _("Pay %(price)s") % {"price": words.rubles(PRICE)}

    def badge(self, value: str) -> str:
        return pgettext("card", "leaves") if value == "dismiss" else ""


def _pay(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    if what not in deck:
        return None
    return MoveLine(
        _("pay %(price)s for %(card)s") % {"price": words.amount_of_rubles(PRICE), "card": HOLE}, deck.name(what)
    )


@dataclass(frozen=True, slots=True)
class SearchPanel(Panel):
    """The whole pile, the topmost first; of equal cards one is shown. When one is chosen, what can become of it."""

    spots: tuple[Spot, ...] = ()


class Search(Asking):
    kinds = ("search",)
    title_words = gettext_lazy("Choose a discarded card")
    hint_words = gettext_lazy("Buy or take a card from the discard pile, or put it back.")
    letter_words = gettext_lazy(
        "Choose a card from the discard pile. Buy it, take it into your hand or put it back on top."
    )

    def panel(self, table: ViewedTable) -> Panel | None:
        slot = _chosen(table)
        spots = tuple(spot(one, table.deck, slot) for one in table.view.spread)
        heading = _("Search the discard pile: which card?")
        text = _("Choose a card: buy it, take it, or put it back on top.")
        template = "games/board/questions/search.html"
        if slot is None:
            return SearchPanel(heading, heading, text, None, (), template=template, spots=spots)
        back = f"put-back {slot.card}"
        others = [table.moves.answer(back, label) for label in [_("Put it back on top")] if back in table.view.moves]
        heading = _("From the discard pile: %(card)s") % {"card": table.deck.name(slot.card)}
        shown = card_panel(slot, table.moves, table.deck, heading=heading, others=others, template=template)
        return SearchPanel(**{field.name: getattr(shown, field.name) for field in fields(Panel)}, spots=spots)


def _chosen(table: ViewedTable) -> engine.Slot | None:
    """The card that the address names, or the one that the move to be confirmed is about."""
    row, _dot, card = table.wish.card.rpartition(".")
    for slot in table.view.spread:
        if row.startswith(f"{slot.row}.") and slot.card == card:
            return slot
    for slot in table.view.spread:
        texts = {slot.take, f"put-back {slot.card}", *(offer.move for offer in slot.offers)}
        if table.wish.do in texts:
            return slot
    return None


class Prison(Tool):
    """What the Debtors' Prison does, before it lies face down (M2-DEBT-2)."""

    name = "prison"
    verb = "search"
    card = "debtors-prison"
    button_words = gettext_lazy("Search the discard pile")

    def hint(self, view: engine.View) -> str:
        return _("Your Debtors' Prison can search the discard pile instead.")

    def panel(self, table: ViewedTable) -> Panel | None:
        count = len(table.view.discard)
        found = ngettext("It holds %(count)s card.", "It holds %(count)s cards.", count) % {"count": count}
        label = _("Search the discard pile")
        answer = table.moves.answer(
            self.verb,
            label,
            effect=_("Your Debtors' Prison then stays face down, without its point, until the next round."),
        )
        heading = _("Debtors' Prison: search the discard pile?")
        text = _("You then choose a card from it: buy it, take it or put it back on top.")
        own = () if table.viewer is None else table.view.seats[table.viewer].display
        face = next((table.deck[shown.card] for shown in own if table.deck[shown.card].key == self.card), None)
        return Panel(heading, heading, f"{found} {text}", face, (answer,), closes=True)


COMPANY = Addition(
    askings=(
        Guild(),
        Impostor(),
        Search(),
    ),
    verbs={
        "guild": _guild,
        "pay": _pay,
        "dismiss": of_card(gettext_lazy("discard %(card)s")),
        "search": always(gettext_lazy("use the Debtors' Prison and search the discard pile")),
        "put-back": of_card(gettext_lazy("put %(card)s back on top of the discard pile")),
    },
    presets=(
        Split(),
        DiscardMark(),
    ),
    sentences={
        "trade": lambda entry, found: (
            (_("%(who)s traded %(price)s for %(points)s") if entry.points else _("%(who)s did not trade"))
            % {"who": found["who"], "price": found["rubles"], "points": found["points"]}
        ),
        "searched": gettext_lazy("%(who)s used the Debtors' Prison to search the discard pile"),
        "put-back": gettext_lazy("%(who)s put %(card)s back on the discard pile"),
        "guild": lambda entry, found: (
            _("%(who)s's %(card)s pays %(pays)s")
            % {"who": found["who"], "card": found["card"], "pays": split_words(entry.rubles, entry.points)}
        ),
        "dismissed": lambda entry, found: (  # wished, or because the ruble was not there (IMPO-4)
            (
                _("%(who)s discarded %(card)s")
                if entry.wished
                else _("%(who)s could not afford %(card)s and had to discard it")
            )
            % found
        ),
    },
    deeds={
        "trade": lambda entry, found: _("traded") if entry.points else _("did not trade"),
        "searched": gettext_lazy("searched the discard pile"),
        "put-back": gettext_lazy("put back %(card)s"),
        "dismissed": gettext_lazy("discarded %(card)s"),
    },
    scorings=words.TOKENS,
    marks={f"{rubles}/{AMOUNT - rubles}": _split_lies(rubles) for rubles in range(1, AMOUNT + 1)},
    tools=(Prison(),),
)
