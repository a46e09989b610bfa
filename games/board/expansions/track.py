"""Hurdles on the board: the track, who is stopped (HURD-8), and their log lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

import engine
from games.board.expansions.hurdles import (
    LOOKS,
    PART,
    Hurdle,
    HurdleStanding,
    asked_of,
    hurdles,
    next_of,
    stopped_words,
    stopping,
)
from games.board.extras import Extra, SheetLine, Stop
from games.board.people import Person, you_or
from games.board.questions import Addition
from games.board.sentences import EntryWords
from games.names import words
from games.names.cards import Deck, hurdle_tile, tile_name

MEANINGS: Mapping[str, Promise] = {
    "K": gettext_lazy("condition not met, not reached yet"),
    "∅": gettext_lazy("condition not met and reached: points are lost"),
    ">": gettext_lazy("open, not reached yet"),
    "+": pgettext_lazy("hurdle", "passed"),
}
"""The four states of UI-16 in the words of the legend."""


@dataclass(frozen=True, slots=True)
class HurdleCell:
    """A standing with the person it concerns. `chooses`: the bonus has still to be chosen."""

    person: Person
    standing: HurdleStanding
    chooses: bool

    @property
    def spoken(self) -> str:
        """The whole of it for who cannot see the sign."""
        return f"{you_or(self.person)}: {self.told}"

    @property
    def told(self) -> str:
        """How it stands for this person, in words."""
        bonus = _("bonus %(bonus)s") if any(self.standing.bonus or ()) else _("no bonus")
        said = self.standing.said or (bonus % {"bonus": self.standing.received} if self.received else "")
        return str(MEANINGS[self.standing.state]) + (f", {said}" if said else "")

    @property
    def received(self) -> str:
        return pgettext("hurdle", "choosing") if self.chooses else self.standing.received


@dataclass(frozen=True, slots=True)
class Track:
    """The panel: every hurdle with all seats, who is stopped, and what the signs mean."""

    rows: tuple[tuple[Hurdle, tuple[HurdleCell, ...]], ...]
    stopped: tuple[str, ...]
    legend: tuple[tuple[str, str, str], ...]


class Hurdles(Extra):
    part = PART
    place = "track"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> Track:
        others = tuple(stopped_words(seat, one, names) for seat, one in stopping(view) if seat != view.viewer)
        others = () if view.over else others
        legend = tuple((sign, LOOKS[sign], str(said)) for sign, said in MEANINGS.items())
        return Track(_rows(view, names), others, legend)

    def here(self, tile: str, view: engine.View, names: Sequence[Person]) -> Sequence[SheetLine]:
        for hurdle, cells in _rows(view, names):
            if hurdle.tile == tile:
                space = SheetLine(_("On the score track"), str(hurdle.space))
                return [space, *(SheetLine(you_or(cell.person), cell.told) for cell in cells)]
        return ()

    def stops(self, view: engine.View) -> Sequence[Stop]:
        nearest = [next_of(view, seat) for seat in range(len(view.seats))]
        return [
            Stop(
                hurdle.space,
                hurdle.sign,
                looks=tuple(f"{hurdle.sign} {one.look}" for one in hurdle.seats),
                shorts=tuple(_progress(hurdle, one) if nearest[one.seat] == hurdle else "" for one in hurdle.seats),
                notes=tuple(_nearest(hurdle, one) if nearest[one.seat] == hurdle else "" for one in hurdle.seats),
            )
            for hurdle in hurdles(view)
        ]

    def overview_notes(self, view: engine.View) -> list[str]:
        """UI-13."""
        if view.over or not any(hurdle.real for hurdle in hurdles(view)):
            return []
        return [_("Real hurdles are ignored here: the table includes points they would block.")]

    def final_notes(self, view: engine.View) -> list[str]:
        return [_("Hurdle bonuses are included; points lost at hurdles are not.")]

    def effect(self, before: engine.View, after: engine.View, seat: int) -> list[str]:
        found = []
        for old, new in zip(hurdles(before), hurdles(after), strict=True):
            was, now = old.seats[seat], new.seats[seat]
            values = {"space": new.space, "before": was.progress, "after": now.progress, "bonus": now.received}
            if was.state != now.state == "+":
                passed = _("hurdle on space %(space)s passed, bonus %(bonus)s")
                found.append((passed if any(now.bonus or ()) else _("hurdle on space %(space)s passed")) % values)
            elif was.progress != now.progress:
                found.append(_("hurdle on space %(space)s: %(before)s → %(after)s") % values)
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


def _rows(view: engine.View, names: Sequence[Person]) -> tuple[tuple[Hurdle, tuple[HurdleCell, ...]], ...]:
    """Every hurdle with all seats."""
    asked = asked_of(view)

    def cell(hurdle: Hurdle, one: HurdleStanding) -> HurdleCell:
        chooses = asked is not None and (asked["space"], asked["seat"]) == (hurdle.space, one.seat)
        return HurdleCell(names[one.seat], one, chooses)

    return tuple((hurdle, tuple(cell(hurdle, one) for one in hurdle.seats)) for hurdle in hurdles(view))


def _letter_cell(one: HurdleStanding, names: Sequence[Person]) -> str:
    sign = one.sign if one.bonus is None else f"+ {words.amounts_in_full(*one.bonus)}"
    return f"{you_or(names[one.seat])} {sign}".rstrip()


def _progress(hurdle: Hurdle, one: HurdleStanding) -> str:
    """What stands in a lane: `K 20: 1/2`, `> 50`."""
    return f"{one.state} {hurdle.space}: {one.progress}" if one.progress else f"{one.state} {hurdle.space}"


def _nearest(hurdle: Hurdle, one: HurdleStanding) -> str:
    """The same in words: `K 20: 1 of 2 blue cards`."""
    said = one.said if hurdle.real else hurdle.name
    if len(one.needs) > 2:
        green, red, blue = (need.short for need in one.needs)
        values = {"green": green, "red": red, "blue": blue}
        said = _("%(green)s green, %(red)s red, %(blue)s blue Exchange card") % values
    return f"{one.state} {hurdle.space}: {said}"


class StopNotice(Extra):
    part = PART
    macro = "hurdles_stop"
    place = "own"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> tuple[str, Hurdle] | None:
        if view.over:
            return None
        own = next((hurdle for seat, hurdle in stopping(view) if seat == view.viewer), None)
        if own is None or view.viewer is None:
            return None
        return stopped_words(view.viewer, own, names), own


def _with_name(entry: Any, found: EntryWords) -> EntryWords:
    """With the name of the hurdle, its bonus, and points as a number."""
    found["name"] = tile_name(hurdle_tile(entry.hurdle))
    if entry.kind == "hurdle-bonus":
        found["bonus"] = found["gain"]
    if entry.kind == "points-lost":
        found["points"] = entry.points
    return found


HURDLES = Addition(
    sentences={
        "hurdle-passed": lambda entry, found: (
            _("%(who)s passed the hurdle on space %(space)s (%(name)s)") % _with_name(entry, found)
        ),
        "hurdle-bonus": lambda entry, found: (
            (
                _("The hurdle on space %(space)s paid %(who)s %(bonus)s for %(card)s")
                if entry.card
                else _("The hurdle on space %(space)s paid %(who)s %(bonus)s")
            )
            % _with_name(entry, found)
        ),
        "hurdle-blocks": lambda entry, found: (
            _("%(who)s is blocked by the hurdle on space %(space)s (%(name)s)") % _with_name(entry, found)
        ),
        "points-lost": lambda entry, found: (
            ngettext(
                "%(who)s lost %(points)s point at the hurdle on space %(space)s",
                "%(who)s lost %(points)s points at the hurdle on space %(space)s",
                entry.points,
            )
            % _with_name(entry, found)
        ),
    },
    after_scorings=("hurdle-passed", "hurdle-bonus", "hurdle-blocks", "points-lost"),
    extras=(
        Hurdles(),
        StopNotice(),
    ),
)
