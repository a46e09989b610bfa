"""The market square: where every marker stands, what the value tile pays, who would get what now (section 16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import engine
from games.board.figures import Figure, Line, OverviewLine
from games.board.people import Person
from games.names import words
from games.names.cards import Deck, tile_name

from .base import Extra

FIELDS = 10
"""Fields of the square; a marker past them stands on one again, with a ten marker (MKT-6)."""

VALUE_TILES = 6


@dataclass(frozen=True, slots=True)
class Marker:
    """One player's marker of a kind; `past_ten` when the ten marker lies on it."""

    person: Person
    past_ten: bool


@dataclass(frozen=True, slots=True)
class Field:
    number: int
    markers: tuple[Marker, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """One row of the square. `said` lists everybody who stands on it; `free` says that its kind tile is in the supply."""

    name: str
    label: str
    fields: tuple[Field, ...]
    said: str
    free: bool


@dataclass(frozen=True, slots=True)
class Score:
    person: Person
    points: int


@dataclass(frozen=True, slots=True)
class Square:
    """`tile` and `next_tile` are the numbers for first and second place, now and in the next round, `value` the present value
    tile by its id in the reference."""

    tile: tuple[int, int]
    next_tile: tuple[int, int] | None
    kinds: tuple[Kind, ...]
    scores: tuple[Score, ...]
    value: str

    @property
    def value_name(self) -> str:
        return tile_name(self.value)

    @property
    def supply(self) -> list[Kind]:
        """The kinds whose tiles are left for ? symbols (UI-25, MKT-15)."""
        return [kind for kind in self.kinds if kind.free]


def positions(view: engine.View) -> Mapping[str, Sequence[int]]:
    """By kind, the full position of every seat's marker (MKT-7)."""
    return cast(Mapping[str, Sequence[int]], _values(view)["positions"])


def would_score(view: engine.View) -> Sequence[int]:
    """What the square would pay each seat with the present tile."""
    return cast(Sequence[int], _values(view)["would_score"])


def _values(view: engine.View) -> Mapping[str, object]:
    return cast(Mapping[str, object], view.extras[Market.part])


def _tile(view: engine.View, name: str) -> tuple[int, int]:
    first, second = cast(Sequence[int], _values(view)[name])
    return first, second


def changes(before: engine.View, after: engine.View, seat: int) -> list[str]:
    """How the markers of a seat move between two positions, and what that is worth: `Fish 2 → 3, square 3 → 4 VP`."""
    old, new = positions(before), positions(after)
    found = [
        _("%(kind)s %(before)s → %(after)s")
        % {"kind": label(kind), "before": old[kind][seat], "after": new[kind][seat]}
        for kind in new
        if old[kind][seat] != new[kind][seat]
    ]
    points = would_score(before)[seat], would_score(after)[seat]
    if found and points[0] != points[1]:
        found.append(_("square %(before)s → %(after)s") % {"before": points[0], "after": words.points(points[1])})
    return found


def value_tile(round: int) -> str:
    """The value tile of a round by its id in the reference; the last one stays (MKT-9)."""
    return f"value-{min(max(round, 1), VALUE_TILES)}"


def label(kind: str) -> str:
    """A kind as the beginning of a line."""
    name = str(words.GOODS[kind])
    return name[:1].upper() + name[1:]


class Market(Extra):
    part = "market"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> Square:
        free = cast(Sequence[str], _values(view)["supply"])
        kinds = tuple(_kind(kind, at, names, free=kind in free) for kind, at in positions(view).items())
        scores = [Score(names[seat], points) for seat, points in enumerate(would_score(view))]
        scores.sort(key=lambda score: -score.points)
        more = not view.over and not view.ending
        next_tile = _tile(view, "next_tile") if more else None
        return Square(_tile(view, "tile"), next_tile, kinds, tuple(scores), value_tile(view.round))

    def here(self, tile: str, view: engine.View, names: Sequence[Person]) -> Sequence[Line]:
        """When a value tile counts (MKT-9)."""
        round_of = {value_tile(number): number for number in range(1, VALUE_TILES + 1)}.get(tile)
        if round_of is None:
            return ()
        now = value_tile(view.round)
        if tile == now:
            return [Line(_("Counts"), _("this round"))]
        said = (
            pgettext("value tile", "no longer")
            if round_of < min(view.round, VALUE_TILES)
            else _("from round %(round)s")
        )
        return [Line(_("Counts"), said % {"round": round_of})]

    def overview(
        self, lines: tuple[OverviewLine, ...], view: engine.View, seats: Sequence[engine.SeatView], deck: Deck
    ) -> tuple[OverviewLine, ...]:
        """Market income with what the square would pay, and upkeep as if all of it were paid (UI-12, UI-13)."""

        price, pays = _tile(view, "tile")[0], would_score(view)
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
        return changes(before, after, seat)

    def letter(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> list[str]:
        first, second = _tile(view, "tile")
        told = [
            _("Market square (each kind: first place %(first)s, second place %(second)s):")
            % {"first": words.amount_of_points(first), "second": words.amount_of_points(second)}
        ]
        told += [f"{label(kind)}: {_said(at, names)}" for kind, at in positions(view).items()]
        return told


def _kind(kind: str, at: Sequence[int], names: Sequence[Person], *, free: bool) -> Kind:
    fields = tuple(
        Field(
            number,
            tuple(
                Marker(names[seat], position > FIELDS)
                for seat, position in enumerate(at)
                if position and (position - 1) % FIELDS + 1 == number
            ),
        )
        for number in range(1, FIELDS + 1)
    )
    return Kind(kind, label(kind), fields, _said(at, names), free)


def _said(at: Sequence[int], names: Sequence[Person]) -> str:
    """`Anna 5, you 3`, the highest first."""
    order = sorted((seat for seat, position in enumerate(at) if position), key=lambda seat: -at[seat])
    said = ", ".join(f"{_('you') if names[seat].is_you else names[seat]} {at[seat]}" for seat in order)
    return said or pgettext("market square", "nobody")


EXTRA = Market()
