"""What a view says of hurdles, as values: how each stands for every player, whom one stops, and what one asks to be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.names import words
from games.names.cards import Tiled, hurdle_tile

from .people import Person

PART: Final = "hurdles"
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
class Hurdle(Tiled):
    """One hurdle on its space, with its standing for every seat."""

    space: int
    hurdle: str
    real: bool
    seats: tuple[Standing, ...]

    @property
    def tile(self) -> str:
        return hurdle_tile(self.hurdle)

    @property
    def sign(self) -> str:
        return "real" if self.real else "bonus"


def hurdles(view: engine.View) -> tuple[Hurdle, ...]:
    """The hurdles of a game in the order of their spaces."""
    shown = cast(Mapping[str, Sequence[Mapping[str, object]]], view.extras[PART])["hurdles"]
    return tuple(_hurdle(one) for one in shown)


def _hurdle(shown: Mapping[str, object]) -> Hurdle:
    seats = cast(Sequence[Mapping[str, object]], shown["seats"])
    return Hurdle(
        int(str(shown["space"])),
        str(shown["hurdle"]),
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


def next_of(view: engine.View, seat: int) -> Hurdle | None:
    """The hurdle that a seat meets next."""
    return next((one for one in hurdles(view) if one.seats[seat].state != "+"), None)


def stopping(view: engine.View) -> Iterator[tuple[int, Hurdle]]:
    """Who stands before a real hurdle, by seat, and before which."""
    for seat in range(len(view.seats)):
        hurdle = next_of(view, seat)
        if hurdle is not None and hurdle.seats[seat].state == "∅":
            yield seat, hurdle


def points_lost(view: engine.View, seat: int, amount: int) -> int:
    """How many of these points the next real hurdle would stop, the bonuses of hurdles on the way left aside (HURD-8)."""
    if PART not in view.extras:
        return 0
    shut = (one.space for one in hurdles(view) if one.real and one.seats[seat].state in ("K", "∅"))
    space = next(shut, None)
    return 0 if space is None else max(0, amount - max(0, space - 1 - view.seats[seat].points))


def lost_words(lost: int) -> str:
    """What is to be said where somebody would choose points that he does not get; empty where he gets them all."""
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
    shown = cast(Mapping[str, object], view.extras[PART])["asked"]
    if shown is None:
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


def _bonus_sign(bonus: tuple[int, int]) -> str:
    parts = [words.rubles(bonus[0])] if bonus[0] else []
    parts += [words.points(bonus[1])] if bonus[1] else []
    return " ".join(["+", *parts])


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
