"""Hurdles as a view tells of them: how each stands for every player, whom one stops, and the choice of its bonus (HURD-B3,
HURD-B5).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

import engine
from games.board.extras import lying_on, values_of
from games.board.move_words import HOLE, MoveLine, plain
from games.board.panel import CardRow, Panel, PanelAnswer
from games.board.people import Person
from games.board.questions import Addition, Asking
from games.board.table import ViewedTable
from games.names import words
from games.names.cards import Deck, Tiled, hurdle_tile

PART: Final = "hurdles"
LOOKS: Mapping[str, str] = {"K": "shut", "∅": "stops", ">": "open", "+": "past"}


class Need(NamedTuple):
    """One requirement of a real hurdle, and how many of what it asks are there."""

    what: str
    has: int
    needs: int

    @property
    def short(self) -> str:
        return f"{self.has}/{self.needs}"

    @property
    def said(self) -> str:
        """`1 of 2 blue cards`."""
        return str(THINGS.get(self.what, THINGS["exchange"]) % {"has": self.has, "needs": self.needs})


class HurdleStanding(NamedTuple):
    """A hurdle as it is for one seat: its state, before `+` the progress, after it the bonus received (UI-17)."""

    seat: int
    state: str
    needs: tuple[Need, ...]
    bonus: tuple[int, int] | None

    @property
    def progress(self) -> str:
        """`1/2`, for two requirements `3/3, 3/4`; nothing where nothing is asked."""
        return ", ".join(need.short for need in self.needs)

    @property
    def said(self) -> str:
        """`1 of 2 blue cards`, and so on."""
        return ", ".join(need.said for need in self.needs)

    @property
    def received(self) -> str:
        """`+2 ₽ +3 VP`, a dash for nothing; empty before it is passed."""
        return "" if self.bonus is None else words.gains(*self.bonus)

    @property
    def look(self) -> str:
        return LOOKS[self.state]


@dataclass(frozen=True, slots=True)
class Hurdle(Tiled):
    space: int
    hurdle: str
    real: bool
    seats: tuple[HurdleStanding, ...]

    @property
    def tile(self) -> str:
        return hurdle_tile(self.hurdle)

    @property
    def sign(self) -> str:
        return "real" if self.real else "bonus"


def hurdles(view: engine.View) -> tuple[Hurdle, ...]:
    return tuple(map(_hurdle, values_of(view, PART)["hurdles"]))


def _hurdle(shown: Mapping[str, Any]) -> Hurdle:
    seats = tuple(standing_at(shown, seat) for seat in range(len(shown["seats"])))
    return Hurdle(shown["space"], shown["hurdle"], shown["real"], seats)


def standing_at(hurdle: Mapping[str, Any], seat: int) -> HurdleStanding:
    """How a hurdle of the view stands for this seat."""
    one = hurdle["seats"][seat]
    needs = tuple(Need(**need) for need in one["progress"])
    return HurdleStanding(seat, one["state"], needs, one["bonus"] and tuple(one["bonus"]))


def next_of(found: Iterable[Hurdle], seat: int) -> Hurdle | None:
    """The first of these hurdles that the seat has not passed."""
    return next((hurdle for hurdle in found if hurdle.seats[seat].state != "+"), None)


def stopping(found: Sequence[Hurdle]) -> Iterator[tuple[int, Hurdle]]:
    """Who stands before a real one of these hurdles, by seat, and before which."""
    for seat in range(len(found[0].seats)):
        hurdle = next_of(found, seat)
        if hurdle is not None and hurdle.seats[seat].state == "∅":
            yield seat, hurdle


def points_lost(view: engine.View, seat: int, amount: int) -> int:
    """How many of these points the next real hurdle would stop, the bonuses of hurdles on the way left aside (HURD-8)."""
    if PART not in view.extras:
        return 0
    found = values_of(view, PART)["hurdles"]
    space = next((one["space"] for one in found if one["real"] and one["seats"][seat]["state"] in ("K", "∅")), None)
    return 0 if space is None else max(0, amount - max(0, space - 1 - view.seats[seat].points))


def lost_words(lost: int) -> str:
    """Warns before a choice of points of which some would be lost; empty where none are."""
    if not lost:
        return ""
    text = ngettext("%(count)s point lost at a hurdle", "%(count)s points lost at a hurdle", lost)
    return text % {"count": lost}


def stopped_words(seat: int, hurdle: Hurdle, names: Sequence[Person]) -> str:
    """`You stand before the hurdle on 20: 1 of 2 blue cards. Points are lost until you have what it asks.`"""
    values = {"who": names[seat], "space": hurdle.space, "needs": hurdle.seats[seat].said}
    if names[seat].is_you:
        return (
            _(
                "The hurdle on space %(space)s blocks you: %(needs)s. Any points you gain are lost until you "
                "meet its condition."
            )
            % values
        )
    return _("The hurdle on space %(space)s blocks %(who)s: %(needs)s. Points are lost.") % values


def asked_of(view: engine.View) -> Mapping[str, Any] | None:
    """The `space` of the hurdle whose bonus is being chosen, the `seat` that chooses, and its `choices` (HURD-18): each how much of
    which currency, of which card with what lies on it."""
    asked: Mapping[str, Any] | None = values_of(view, PART)["asked"]
    return asked


THINGS: Mapping[str, Promise] = {
    "different green": ngettext_lazy(
        "%(has)s of %(needs)s different green card", "%(has)s of %(needs)s different green cards", "needs"
    ),
    "markers": ngettext_lazy("%(has)s of %(needs)s marker", "%(has)s of %(needs)s markers", "needs"),
    "position": gettext_lazy("best marker on %(has)s of %(needs)s"),
    "blue": ngettext_lazy("%(has)s of %(needs)s blue card", "%(has)s of %(needs)s blue cards", "needs"),
    "red": ngettext_lazy("%(has)s of %(needs)s red card", "%(has)s of %(needs)s red cards", "needs"),
    "green exchange": gettext_lazy("%(has)s of %(needs)s green Exchange card"),
    "red exchange": gettext_lazy("%(has)s of %(needs)s red Exchange card"),
    "blue exchange": gettext_lazy("%(has)s of %(needs)s blue Exchange card"),
    "exchange": ngettext_lazy("%(has)s of %(needs)s Exchange card", "%(has)s of %(needs)s Exchange cards", "needs"),
}
"""How much is there of what a hurdle asks, by what it asks."""

CARDS = 5
"""How many a panel has room for in the smallest window."""


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

    def panel(self, table: ViewedTable) -> Panel | None:
        asked = asked_of(table.view)
        if asked is None or asked["seat"] != table.view.viewer:
            return None
        by_card = bool(asked["choices"][0]["card"])
        heading = (
            _("Hurdle on space %(space)s: which card's rubles or points?")
            if by_card
            else _("Hurdle on space %(space)s: rubles or points?")
        ) % asked
        hurdle = next(one for one in hurdles(table.view) if one.space == asked["space"])
        answers = tuple(_answer(choice, table) for choice in asked["choices"])
        template = "games/board/questions/hurdle_cards.html" if by_card else "games/board/questions/hurdle.html"
        rows = _rows(asked["choices"], answers, table.deck) if by_card else ()
        return CardPanel(heading, heading, hurdle.text, None, answers, template=template, rows=rows, rule=hurdle.rule)

    def title(self, view: engine.View) -> str:
        asked = asked_of(view)
        return _("Choose hurdle bonus (%(space)s)") % asked if asked else super().title(view)

    def hint(self, view: engine.View) -> str:
        asked = asked_of(view)
        return _("The hurdle on space %(space)s offers a choice of bonus.") % asked if asked else ""

    def letter(self, view: engine.View, deck: Deck) -> str:
        asked = asked_of(view)
        if asked is None:
            return ""
        if asked["choices"][0]["card"]:
            text = _(
                "The hurdle on space %(space)s pays you the rubles or points of one of your cards. Choose the card."
            )
        else:
            text = _(
                "The hurdle on space %(space)s pays you rubles or points for your markers on the market square. "
                "Choose one."
            )
        return text % asked


def _answer(choice: Mapping[str, Any], table: ViewedTable) -> PanelAnswer:
    paid = (words.rubles if choice["currency"] == "rubles" else words.points)(choice["amount"])
    name = card_words(choice, table.deck)
    button = (
        _("Take %(amount)s for %(card)s") % {"amount": paid, "card": name}
        if name
        else _("Take %(amount)s") % {"amount": paid}
    )
    return table.moves.answer(
        choice["move"], name or paid, button, price=paid if name else "", effect=_effect(choice, table)
    )


def _effect(choice: Mapping[str, Any], table: ViewedTable) -> str:
    """`9 → 14 VP`, with what a real hurdle would stop of it."""
    seat, amount = table.view.viewer, choice["amount"]
    assert seat is not None
    own = table.view.seats[seat]
    if choice["currency"] == "rubles":
        return "" if own.rubles is None else f"{own.rubles} → {words.rubles(own.rubles + amount)}"
    lost = points_lost(table.view, seat, amount)
    text = f"{own.points} → {words.points(own.points + amount - lost)}"
    return ", ".join(filter(None, [text, lost_words(lost)]))


def card_words(choice: Mapping[str, Any], deck: Deck) -> str:
    """The card with what lies on it; empty where the bonus is for no card."""
    if not choice["card"]:
        return ""
    name, lying = deck.name(choice["card"]), ", ".join(str(one.words) for one in lying_on(choice["marks"]))
    return f"{name} ({lying})" if lying else name


def _rows(choices: Sequence[Mapping[str, Any]], answers: tuple[PanelAnswer, ...], deck: Deck) -> tuple[CardRow, ...]:
    """Card by card, what pays most first."""
    cards: dict[str, list[tuple[Mapping[str, Any], PanelAnswer]]] = {}
    for choice, answer in sorted(zip(choices, answers, strict=True), key=lambda pair: pair[0]["currency"] != "rubles"):
        cards.setdefault(answer.label, []).append((choice, answer))
    order = sorted(cards, key=lambda name: (-max(choice["amount"] for choice, _answer in cards[name]), name))
    return tuple(
        CardRow(deck[cards[name][0][0]["card"]], name, tuple(answer for _choice, answer in cards[name]))
        for name in order
    )


def _bonus(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    """`take 3 points`, `take 6 rubles for Mistress of Ceremonies`."""
    asked = asked_of(view)
    choice = next((one for one in asked["choices"] if one["move"] == f"bonus {what}"), None) if asked else None
    if choice is None:
        return None
    said = words.amount_of_rubles if choice["currency"] == "rubles" else words.amount_of_points
    amount = said(choice["amount"])
    if not choice["card"]:
        return plain(_("take %(amount)s") % {"amount": amount})
    values = {"amount": amount, "card": HOLE}
    return MoveLine(_("take %(amount)s for %(card)s") % values, card_words(choice, deck))


HURDLE_BONUS = Addition(
    askings=(HurdleBonus(),),
    verbs={"bonus": _bonus},
)
