"""Hurdles on the score track: for every player whether they are open, passed or in the way, and how far he is (UI-16, UI-17)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

import engine
from games.presenters import amounts, words
from games.presenters.cards import Deck
from games.presenters.people import Person
from games.presenters.tiles import tile_name, tile_rule, tile_words

from .base import Extra, Stop

MEANINGS: Mapping[str, Promise] = {
    "K": gettext_lazy("condition not fulfilled, not reached yet"),
    "∅": gettext_lazy("condition not fulfilled and reached: points are lost"),
    ">": gettext_lazy("open, not reached yet"),
    "+": pgettext_lazy("hurdle", "passed"),
}
"""The four states of UI-16 in the words of the legend."""
LOOKS: Mapping[str, str] = {"K": "shut", "∅": "stops", ">": "open", "+": "past"}


@dataclass(frozen=True, slots=True)
class Need:
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
        return _thing(self.what, self.needs) % {"has": self.has, "needs": self.needs}


@dataclass(frozen=True, slots=True)
class Standing:
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

    @property
    def sign(self) -> str:
        """`∅ 1/2`, `+ 3 ₽`: the state with what stands beside it."""
        if self.bonus is not None:
            return _bonus_sign(self.bonus)
        return f"{self.state} {self.progress}".strip()


@dataclass(frozen=True, slots=True)
class Hurdle:
    """One hurdle on its space, with its standing for every seat."""

    space: int
    tile: str
    real: bool
    seats: tuple[Standing, ...]

    @property
    def name(self) -> str:
        return tile_name(self.tile)

    @property
    def text(self) -> str:
        return tile_words(self.tile)

    @property
    def rule(self) -> str:
        return tile_rule(self.tile)

    @property
    def sign(self) -> str:
        return "real" if self.real else "bonus"


def hurdles(view: engine.View) -> tuple[Hurdle, ...]:
    """The hurdles of a game in the order of their spaces."""
    shown = cast(Mapping[str, Sequence[Mapping[str, object]]], view.extras[Hurdles.part])["hurdles"]
    return tuple(_hurdle(one) for one in shown)


def _hurdle(shown: Mapping[str, object]) -> Hurdle:
    seats = cast(Sequence[Mapping[str, object]], shown["seats"])
    return Hurdle(
        int(str(shown["space"])),
        hurdle_tile(str(shown["hurdle"])),
        bool(shown["real"]),
        tuple(_standing(seat, one) for seat, one in enumerate(seats)),
    )


def _standing(seat: int, shown: Mapping[str, object]) -> Standing:
    needs = cast(Sequence[Mapping[str, object]], shown["progress"])
    bonus = cast(Sequence[int] | None, shown["bonus"])
    return Standing(
        seat,
        str(shown["state"]),
        tuple(Need(str(one["what"]), int(str(one["has"])), int(str(one["needs"]))) for one in needs),
        None if bonus is None else (bonus[0], bonus[1]),
    )


def hurdle_tile(hurdle: str) -> str:
    """The tile of a hurdle: `bonus-hurdle-market` for `bonus-market`."""
    kind, _dash, what = hurdle.partition("-")
    return f"{kind}-hurdle-{what}"


def next_of(view: engine.View, seat: int) -> Hurdle | None:
    """The hurdle that a seat meets next."""
    return next((one for one in hurdles(view) if one.seats[seat].state != "+"), None)


def stopping(view: engine.View) -> Iterator[tuple[int, Hurdle]]:
    """Who stands before a real hurdle, by seat, and before which."""
    for seat in range(len(view.seats)):
        hurdle = next_of(view, seat)
        if hurdle is not None and hurdle.seats[seat].state == "∅":
            yield seat, hurdle


def stopped_words(seat: int, hurdle: Hurdle, names: Sequence[Person]) -> str:
    """`You stand before the hurdle on 20: 1 of 2 blue cards. Points are lost until you have what it asks.`"""
    values = {"who": names[seat], "space": hurdle.space, "needs": hurdle.seats[seat].said}
    if names[seat].is_you:
        return (
            _("You stand before the hurdle on %(space)s: %(needs)s. Points are lost until you have what it asks.")
            % values
        )
    return _("%(who)s stands before the hurdle on %(space)s: %(needs)s; points are lost.") % values


@dataclass(frozen=True, slots=True)
class Cell:
    """A standing with the person it concerns. `chooses`: the bonus has still to be chosen."""

    person: Person
    standing: Standing
    chooses: bool

    @property
    def spoken(self) -> str:
        """The whole of it for who cannot see the sign."""
        name = _("you") if self.person.is_you else str(self.person)
        said = self.standing.said or (_("bonus %(bonus)s") % {"bonus": self.standing.received} if self.received else "")
        return f"{name}: {MEANINGS[self.standing.state]}" + (f", {said}" if said else "")

    @property
    def received(self) -> str:
        return pgettext("hurdle", "chooses") if self.chooses else self.standing.received


@dataclass(frozen=True, slots=True)
class Row:
    hurdle: Hurdle
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Track:
    """The panel: every hurdle with all seats, who is stopped, and what the signs mean."""

    rows: tuple[Row, ...]
    stopped: tuple[str, ...]
    legend: tuple[tuple[str, str, str], ...]


class Hurdles(Extra):
    part = "hurdles"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> Track:
        asked = asked_of(view)
        rows = tuple(
            Row(
                hurdle,
                tuple(
                    Cell(
                        names[one.seat],
                        one,
                        asked is not None and (asked.space, asked.seat) == (hurdle.space, one.seat),
                    )
                    for one in hurdle.seats
                ),
            )
            for hurdle in hurdles(view)
        )
        others = tuple(stopped_words(seat, one, names) for seat, one in stopping(view) if seat != view.viewer)
        others = () if view.over else others
        return Track(rows, others, tuple((sign, LOOKS[sign], str(said)) for sign, said in MEANINGS.items()))

    def stops(self, view: engine.View) -> Sequence[Stop]:
        nearest = [next_of(view, seat) for seat in range(len(view.seats))]
        return [
            Stop(
                hurdle.space,
                hurdle.sign,
                tuple(f"{hurdle.sign} {one.look}" for one in hurdle.seats),
                tuple(
                    _nearest(hurdle, one) if (near := nearest[one.seat]) and near.space == hurdle.space else ""
                    for one in hurdle.seats
                ),
            )
            for hurdle in hurdles(view)
        ]

    def overview_notes(self, view: engine.View) -> list[str]:
        """UI-13."""
        if view.over or not any(hurdle.real for hurdle in hurdles(view)):
            return []
        return [_("Real hurdles are left out: the table also shows points that a hurdle would stop.")]

    def final_notes(self, view: engine.View) -> list[str]:
        return [_("Each step as it was in the end: what hurdles paid is in it, what they stopped is not.")]

    def effect(self, before: engine.View, after: engine.View, seat: int) -> list[str]:
        found = []
        for old, new in zip(hurdles(before), hurdles(after), strict=True):
            was, now = old.seats[seat], new.seats[seat]
            values = {"space": new.space, "before": was.progress, "after": now.progress, "bonus": now.received}
            if was.state != now.state == "+":
                found.append(_("hurdle on %(space)s passed, bonus %(bonus)s") % values)
            elif was.progress != now.progress:
                found.append(_("hurdle on %(space)s: %(before)s → %(after)s") % values)
        return found

    def letter(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> list[str]:
        legend = "; ".join(f"{sign} {said}" for sign, said in MEANINGS.items())
        if view.over:
            return []
        told = [stopped_words(seat, one, names) for seat, one in stopping(view)]
        told.append(_("Hurdles on the score track (%(legend)s):") % {"legend": legend})
        for hurdle in hurdles(view):
            seats = "; ".join(_letter_cell(one, names) for one in hurdle.seats)
            values = {"space": hurdle.space, "name": hurdle.name, "seats": seats}
            told.append(_("%(space)s, %(name)s: %(seats)s") % values)
        return told


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a hurdle that asks: how much of which currency, of which card with what lies on it."""

    move: str
    currency: str
    amount: int
    card: str
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """The hurdle whose bonus is being chosen, and by whom (HURD-18)."""

    space: int
    seat: int
    choices: tuple[Choice, ...]


def asked_of(view: engine.View) -> Asked | None:
    shown = cast(Mapping[str, object], view.extras[Hurdles.part])["asked"]
    if shown is None or view.over:
        return None
    asked = cast(Mapping[str, object], shown)
    choices = tuple(
        Choice(
            str(one["move"]),
            str(one["currency"]),
            int(str(one["amount"])),
            str(one["card"] or ""),
            tuple(cast(Sequence[str], one["marks"])),
        )
        for one in cast(Sequence[Mapping[str, object]], asked["choices"])
    )
    return Asked(int(str(asked["space"])), int(str(asked["seat"])), choices)


def _letter_cell(one: Standing, names: Sequence[Person]) -> str:
    name = _("you") if names[one.seat].is_you else str(names[one.seat])
    if one.bonus is None:
        return f"{name} {one.sign}"
    bonus = amounts.listed(
        [amounts.rubles(one.bonus[0]) * bool(one.bonus[0]), amounts.points(one.bonus[1]) * bool(one.bonus[1])]
    )
    return f"{name} + {bonus}".rstrip()


def _bonus_sign(bonus: tuple[int, int]) -> str:
    parts = [words.rubles(bonus[0])] if bonus[0] else []
    parts += [words.points(bonus[1])] if bonus[1] else []
    return " ".join(["+", *parts])


def _nearest(hurdle: Hurdle, one: Standing) -> str:
    """The line below a lane, where there is little room: `K 20: 1 of 2 blue cards`."""
    said = one.said if hurdle.real else hurdle.name
    if len(one.needs) > 2:
        green, red, blue = (need.short for need in one.needs)
        values = {"green": green, "red": red, "blue": blue}
        said = _("%(green)s green, %(red)s red, %(blue)s blue Exchange card") % values
    return f"{one.state} {hurdle.space}: {said}"


def _thing(what: str, needs: int) -> str:
    """Has and needs of a thing, to be filled in."""
    match what:
        case "different green":
            return ngettext(
                "%(has)s of %(needs)s different green card", "%(has)s of %(needs)s different green cards", needs
            )
        case "markers":
            return ngettext("%(has)s of %(needs)s marker", "%(has)s of %(needs)s markers", needs)
        case "position":
            return _("best marker on %(has)s of %(needs)s")
        case "blue":
            return ngettext("%(has)s of %(needs)s blue card", "%(has)s of %(needs)s blue cards", needs)
        case "red":
            return ngettext("%(has)s of %(needs)s red card", "%(has)s of %(needs)s red cards", needs)
        case "green exchange":
            return _("%(has)s of %(needs)s green Exchange card")
        case "red exchange":
            return _("%(has)s of %(needs)s red Exchange card")
        case "blue exchange":
            return _("%(has)s of %(needs)s blue Exchange card")
    return ngettext("%(has)s of %(needs)s Exchange card", "%(has)s of %(needs)s Exchange cards", needs)


EXTRA = Hurdles()
