"""Purple cards of the Banquet that act on others: the Parasite (BANQ-PARA) and the Thief (BANQ-THIEF)."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.board.expansions.hurdles import lost_words, points_lost
from games.board.move_words import HOLE, WHO, MoveLine, plain
from games.board.panel import CardRow, Panel, PanelAnswer, card_panel
from games.board.people import Person
from games.board.questions import Addition, Asking, Deciding
from games.board.table import ViewedTable
from games.names import words
from games.names.cards import Deck

LINES = 6
"""How many cards and names of players a panel has room for in the smallest window."""


@dataclass(frozen=True, slots=True)
class Host:
    person: Person
    choices: tuple[CardRow, ...]


@dataclass(frozen=True, slots=True)
class ParasitePanel(Panel):
    hosts: tuple[Host, ...] = ()

    @property
    def is_long(self) -> bool:
        """Its buttons would not fit into every window: an answer is marked, and one button sends it."""
        return len(self.hosts) + sum(len(host.choices) for host in self.hosts) > LINES


class Parasite(Asking):
    kinds = ("parasite",)
    title_words = gettext_lazy("Choose a Parasite target")
    hint_words = gettext_lazy("Gain the rubles or points of another player's card.")
    letter_words = gettext_lazy(
        "Your Parasite: choose a card in another player's play area. You gain its rubles or its points."
    )

    def panel(self, table: ViewedTable) -> Panel | None:
        hosts: dict[int, dict[str, list[PanelAnswer]]] = {}
        for text in table.view.moves:
            host, card, currency = _read(text.removeprefix("parasite "))
            hosts.setdefault(host, {}).setdefault(card, []).append(_answer(text, host, card, currency, table))
        shown = tuple(
            Host(
                table.names[host],
                tuple(
                    CardRow(table.deck[card], table.deck.name(card), tuple(answers)) for card, answers in cards.items()
                ),
            )
            for host, cards in hosts.items()
        )
        heading = _("Parasite: which card's rubles or points?")
        text = _("You gain what the card pays now. Its owner loses nothing.")
        flat = tuple(answer for host in shown for choice in host.choices for answer in choice.answers)
        template = "games/board/questions/parasite.html"
        return ParasitePanel(heading, heading, text, None, flat, template=template, hosts=shown)


def _read(what: str) -> tuple[int, str, str]:
    """`seat-1 judge points`"""
    seat, card, currency = what.split(" ")
    return int(seat.removeprefix("seat-")), card, currency


def _answer(text: str, host: int, card: str, currency: str, table: ViewedTable) -> PanelAnswer:
    amount = gain(text, table.view, table.moves.after(text))
    gained = words.gains(amount, 0) if currency == "rubles" else words.gains(0, amount)
    name = table.deck.name(card)
    values = {"gain": gained, "card": name, "who": table.names[host]}
    button = _("Parasite: %(gain)s from %(who)s's %(card)s") % values
    warning = ""
    if currency == "points" and table.view.viewer is not None:
        warning = lost_words(points_lost(table.view, table.view.viewer, amount))
    button = ", ".join(filter(None, [button, warning]))
    return table.moves.answer(text, gained, button, effect=warning)


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


CARD = "thief"
NO = "thief no"


class Thief(Asking):
    """The card is chosen in the tableau. Those who wait learn that somebody may be asked, and with hidden hands not who."""

    kinds = ("thief",)
    title_words = gettext_lazy("Thief: now or later?")
    letter_words = gettext_lazy(
        "You hold the Thief. Use it before the first turn of this phase to buy or take a card from the "
        "tableau. Or keep it."
    )

    def panel(self, table: ViewedTable) -> Panel | None:
        slot = table.chosen
        if not table.view.moves:
            return None
        if slot is not None and slot.row != "hand":
            return _of_card(slot, table)
        keep = _("Keep the Thief")
        heading = _("Play the Thief now?")
        text = _("Choose a card in the tableau to buy or take before the first turn. It costs no action.")
        answer = table.moves.answer(NO, keep)
        face = table.deck[CARD]
        return Panel(heading, heading, text, face, (), (answer,))

    def hint(self, view: engine.View) -> str:
        if view.moves:
            return _("Buy or take a card before the first turn, or keep the Thief.")
        return _("A player may be asked about the Thief before the first turn of the phase.")


def _of_card(slot: engine.Slot, table: ViewedTable) -> Panel:
    shown, name = card_panel(slot, table.moves, table.deck), table.deck.name(slot.card)
    answers = []
    for answer, offer in zip(shown.answers, slot.offers, strict=True):
        values = {"card": name, "price": answer.price, "over": table.deck.name(offer.over) if offer.over else ""}
        button = _("Thief: buy %(card)s for %(price)s") % values
        if offer.over:
            button = _("Thief: buy %(card)s over %(over)s for %(price)s") % values
        answers.append(replace(answer, button=button))
    others = [
        replace(one, button=_("Thief: take %(card)s") % {"card": name}) if one.is_take else one for one in shown.others
    ]
    return replace(shown, answers=tuple(answers), others=tuple(others))


class AskOrNot(Deciding):
    """Do not ask until the player changes it (BANQ-THIEF-6)."""

    kinds = ("thief",)
    note_words = gettext_lazy("Applies until you change it.")

    def question(self, preset: engine.Preset, deck: Deck) -> str:
        return _("The Thief at the start of each phase")

    def label(self, value: str) -> str:
        return _("ask me") if value == "ask" else _("do not ask")


RIVALS = Addition(
    askings=(
        Parasite(),
        Thief(),
    ),
    verbs={
        "parasite": _parasite,
        "thief": lambda what, view, deck: plain(_("keep the Thief")) if what == "no" else None,
    },
    presets=(AskOrNot(),),
)
