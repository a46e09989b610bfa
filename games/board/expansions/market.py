"""The Market: the square, kind tiles on cards (MKT-15), upkeep of orange cards (MKT-20 to MKT-22), and its log lines."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

import engine
from games.board.extras import Extra, Figure, Lying, OverviewLine, SheetLine, values_of
from games.board.move_words import HOLE, MoveLine, of_card
from games.board.panel import Panel, Picture, changes
from games.board.people import Person
from games.board.questions import Addition, Asking
from games.board.table import ViewedTable
from games.names import words
from games.names.cards import Deck, Face, tile_name

FIELDS = 10
"""Fields of the square; a marker past them stands on one again, with a ten marker (MKT-6)."""

VALUE_TILES = 6


@dataclass(frozen=True, slots=True)
class GoodsRow:
    """One row of the square. `fields` have the markers on each, with whether the ten marker lies on one; `said` lists everybody who
    stands on it; `free` says that its kind tile is in the supply."""

    name: str
    label: str
    fields: tuple[tuple[tuple[Person, bool], ...], ...]
    said: str
    free: bool


@dataclass(frozen=True, slots=True)
class Square:
    """`tile` and `next_tile` are the numbers for first and second place, now and in the next round, `value` the present value
    tile by its id in the reference."""

    tile: tuple[int, int]
    next_tile: tuple[int, int] | None
    kinds: tuple[GoodsRow, ...]
    scores: tuple[tuple[Person, int], ...]
    value: str

    @property
    def value_name(self) -> str:
        return tile_name(self.value)

    @property
    def supply(self) -> list[GoodsRow]:
        """The kinds whose tiles are left for ? symbols (UI-25, MKT-15)."""
        return [kind for kind in self.kinds if kind.free]


def values(view: engine.View) -> Mapping[str, Any]:
    """`positions` has by kind the full position of every seat's marker (MKT-7), `would_score` what the square would pay each seat
    with the present tile."""
    return values_of(view, "market")


def value_tile(round: int) -> str:
    """The value tile of a round by its id in the reference; the last one stays (MKT-9)."""
    return f"value-{min(max(round, 1), VALUE_TILES)}"


def label(kind: str) -> str:
    name = str(words.GOODS[kind])
    return name[:1].upper() + name[1:]


class Market(Extra):
    part = "market"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> Square:
        free = values(view)["supply"]
        kinds = tuple(_kind(kind, at, names, free=kind in free) for kind, at in values(view)["positions"].items())
        scores = sorted(zip(names, values(view)["would_score"], strict=False), key=lambda one: -one[1])
        more = not view.over and not view.ending
        next_tile = tuple(values(view)["next_tile"]) if more else None
        return Square(tuple(values(view)["tile"]), next_tile, kinds, tuple(scores), value_tile(view.round))

    def here(self, tile: str, view: engine.View, names: Sequence[Person]) -> Sequence[SheetLine]:
        """When a value tile counts (MKT-9)."""
        round_of = {value_tile(number): number for number in range(1, VALUE_TILES + 1)}.get(tile)
        if round_of is None:
            return ()
        now = value_tile(view.round)
        if tile == now:
            return [SheetLine(_("Counts"), _("this round"))]
        said = (
            pgettext("value tile", "no longer")
            if round_of < min(view.round, VALUE_TILES)
            else _("from round %(round)s")
        )
        return [SheetLine(_("Counts"), said % {"round": round_of})]

    def overview(
        self, lines: tuple[OverviewLine, ...], view: engine.View, seats: Sequence[engine.SeatView], deck: Deck
    ) -> tuple[OverviewLine, ...]:
        """Market income with what the square would pay, and upkeep as if all of it were paid (UI-12, UI-13)."""

        price, pays = values(view)["tile"][0], values(view)["would_score"]
        place = next(index for index, line in enumerate(lines) if line.group == "yellow")
        cells = zip(lines[place].cells, seats, strict=True)
        income = tuple(Figure(cell.rubles, cell.points + pays[seat.seat]) for cell, seat in cells)
        upkeep = tuple(
            Figure(-price * sum(deck[shown.card].tint == "orange" for shown in seat.display), 0) for seat in seats
        )
        return (
            *lines[:place],
            OverviewLine(_("Market and square"), income, group="yellow"),
            OverviewLine(_("Upkeep"), upkeep, group="upkeep"),
            *lines[place + 1 :],
        )

    def effect(self, before: engine.View, after: engine.View, seat: int) -> list[str]:
        """How the markers of the seat move, and what that is worth: `Fish 2 → 3, square 3 → 4 VP`."""
        now, later = values(before), values(after)
        old, new = now["positions"], later["positions"]
        found = [
            _("%(kind)s %(before)s → %(after)s")
            % {"kind": label(kind), "before": old[kind][seat], "after": new[kind][seat]}
            for kind in new
            if old[kind][seat] != new[kind][seat]
        ]
        points = now["would_score"][seat], later["would_score"][seat]
        if found and points[0] != points[1]:
            found.append(_("square %(before)s → %(after)s") % {"before": points[0], "after": words.points(points[1])})
        return found

    def letter(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> list[str]:
        first, second = values(view)["tile"]
        told = [
            _("Market square (each kind: first place %(first)s, second place %(second)s):")
            % {"first": words.amount_of_points(first), "second": words.amount_of_points(second)}
        ]
        told += [f"{label(kind)}: {_said(at, names)}" for kind, at in values(view)["positions"].items()]
        return told


def _kind(kind: str, at: Sequence[int], names: Sequence[Person], *, free: bool) -> GoodsRow:
    fields = tuple(
        tuple(
            (names[seat], position > FIELDS)
            for seat, position in enumerate(at)
            if position and (position - 1) % FIELDS + 1 == number
        )
        for number in range(1, FIELDS + 1)
    )
    return GoodsRow(kind, label(kind), fields, _said(at, names), free)


def _said(at: Sequence[int], names: Sequence[Person]) -> str:
    """`Anna 5, you 3`, the highest first."""
    order = sorted((seat for seat, position in enumerate(at) if position), key=lambda seat: -at[seat])
    said = ", ".join(f"{_('you') if names[seat].is_you else names[seat]} {at[seat]}" for seat in order)
    return said or pgettext("market square", "nobody")


def _shows(kind: str) -> Callable[[Face], Face]:
    return lambda face: replace(face, goods=((kind, 1),))


class ChooseKind(Asking):
    kinds = ("kind",)
    title_words = gettext_lazy("Choose a kind")
    hint_words = gettext_lazy("Choose the kind of the ? symbol.")

    def panel(self, table: ViewedTable) -> Panel | None:
        answers = []
        for text in table.view.moves:
            kind = text.removeprefix("kind ")
            answers.append(
                table.moves.answer(
                    text,
                    label(kind),
                    _("Choose %(kind)s") % {"kind": words.GOODS[kind]},
                    effect=", ".join(changes(text, table.moves)),
                    picture=Picture("market_kinds", kind, "yellow"),
                )
            )
        heading = _("%(card)s: which kind is the ? symbol?") % {"card": table.asked_face.name}
        return Panel(
            heading,
            _("? symbol: which kind?"),
            _("The tile stays on the card as long as it is in your play area."),
            table.asked_face,
            tuple(answers),
        )

    def letter(self, view: engine.View, deck: Deck) -> str:
        card = view.question.card if view.question else None
        return (
            _("You bought or played %(card)s: choose the kind of its ? symbol.") % {"card": deck[card].name}
            if card
            else ""
        )


def _choose_kind(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    if what not in words.GOODS:
        return None
    return MoveLine(_("choose %(kind)s for the ? symbol") % {"kind": HOLE}, str(words.GOODS[what]))


class Upkeep(Asking):
    kinds = ("upkeep",)
    title_words = gettext_lazy("Pay the upkeep?")
    hint_words = gettext_lazy("Pay for the orange card or give it up.")

    def panel(self, table: ViewedTable) -> Panel | None:
        price = (table.view.question and table.view.question.maximum) or 0
        answers = []
        for text in table.view.moves:
            if text.startswith("keep "):
                paid = words.rubles(price)
                left = "" if table.rubles is None else words.rubles(table.rubles - price)
                button = _("Keep it for %(price)s") % {"price": paid}
                answers.append(table.moves.answer(text, _("Keep it"), button, price=paid, total=paid, leaves=left))
            else:
                answers.append(table.moves.answer(text, _("Give it up"), effect=_loss(table)))
        face = table.asked_face
        heading = _("Upkeep: keep %(card)s?") % {"card": face.name}
        text = _("The market square is scored when everyone has decided.")
        return Panel(heading, heading, text, face, tuple(answers))

    def letter(self, view: engine.View, deck: Deck) -> str:
        question = view.question
        if question is None or question.card is None:
            return self.hint(view)
        values = {"price": words.amount_of_rubles(question.maximum or 0), "card": deck.name(question.card)}
        return (
            _("Upkeep: pay %(price)s to keep %(card)s with its symbols on the market square, or give it up.") % values
        )


def _loss(table: ViewedTable) -> str:
    """How far the marker goes back without the card (MKT-22); known whatever the answer uncovers."""
    ((kind, count),) = table.asked_face.goods
    now = values(table.view)["positions"][kind][table.view.viewer]
    said = {"kind": label(kind), "before": now, "after": now - count}
    return _("%(kind)s %(before)s → %(after)s, the card is discarded") % said


def _keep(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    if what not in deck or view.question is None or view.question.maximum is None:
        return None
    price = words.amount_of_rubles(view.question.maximum)
    return MoveLine(_("pay %(price)s to keep %(card)s") % {"price": price, "card": HOLE}, deck.name(what))


MARKET = Addition(
    sentences={
        "kind": lambda entry, found: (
            _("%(who)s chose %(kind)s for the ? symbol of %(card)s")
            % {"who": found["who"], "kind": found["kind"], "card": found.deck[entry.card].name}
        ),
        "upkeep-paid": lambda entry, found: (
            _("%(who)s paid %(price)s to keep %(card)s")
            % {"who": found["who"], "price": found["rubles"], "card": found["card"]}
        ),
        "given-up": gettext_lazy("%(who)s gave up %(card)s"),
    },
    deeds={
        "kind": gettext_lazy("chose %(kind)s"),
        "upkeep-paid": gettext_lazy("paid upkeep"),
        "given-up": gettext_lazy("gave up %(card)s"),
    },
    scorings={"market-square": gettext_lazy("Market square")},
    marks={
        kind: Lying(format_lazy("{}: {}", gettext_lazy("kind tile"), name), look="kinded", dress=_shows(kind))
        for kind, name in words.GOODS.items()
        if kind != "?"
    },
    extras=(Market(),),
    askings=(
        ChooseKind(),
        Upkeep(),
    ),
    verbs={"kind": _choose_kind, "keep": _keep, "give-up": of_card(gettext_lazy("give up %(card)s"))},
)
