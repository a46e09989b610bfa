"""Hurdles on the board: the track, who is stopped (HURD-8), and their log lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

import engine
from games.board.expansions.hurdles import (
    PART,
    Hurdle,
    HurdleStanding,
    asked_of,
    hurdles,
    next_of,
    standing_at,
    stopped_words,
    stopping,
)
from games.board.extras import Extra, SheetLine, Stop, values_of
from games.board.people import Person, you_or
from games.board.questions import Addition
from games.board.sentences import EntryWords
from games.names.cards import Deck, hurdle_tile, tile_name

MEANINGS: Mapping[str, Promise] = {
    "K": pgettext_lazy("hurdle", "closed"),
    "∅": pgettext_lazy("hurdle", "blocked, points are lost"),
    ">": pgettext_lazy("hurdle", "open"),
    "+": pgettext_lazy("hurdle", "passed"),
}
"""The four states of UI-16 in words."""

IN_LANE: Mapping[str, Promise] = {
    "K": gettext_lazy("%(space)s closed"),
    "∅": gettext_lazy("blocked at %(space)s"),
    ">": gettext_lazy("%(space)s open"),
}
"""The same where a lane names the hurdle that its seat comes to next."""


class HurdleCell(NamedTuple):
    """A standing with the person it concerns: `told` says it in words, `spoken` all of it for who cannot see the sign."""

    person: Person
    standing: HurdleStanding
    told: str
    spoken: str


@lru_cache(maxsize=4096)
def _told(one: HurdleStanding, chooses: bool, language: str | None) -> str:
    """In the active language, which is `language`. `chooses`: the bonus has still to be chosen. Of those on a page few differ."""
    bonus = _("bonus %(bonus)s") if any(one.bonus or ()) else _("no bonus")
    said = one.said or ("" if one.bonus is None else bonus % {"bonus": one.received})
    if chooses:
        said = pgettext("hurdle", "choosing")
    return ", ".join(filter(None, [str(MEANINGS[one.state]), said]))


@dataclass(frozen=True, slots=True)
class Track:
    """The panel: every hurdle with all seats, and who is stopped."""

    rows: tuple[tuple[Hurdle, tuple[HurdleCell, ...]], ...]
    stopped: tuple[str, ...]


class Hurdles(Extra):
    part = PART
    place = "track"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> Track:
        found = hurdles(view)
        others = tuple(stopped_words(seat, one, names) for seat, one in stopping(found) if seat != view.viewer)
        return Track(_rows(found, view, names), () if view.over else others)

    def here(self, tile: str, view: engine.View, names: Sequence[Person]) -> Sequence[SheetLine]:
        for hurdle, cells in _rows(hurdles(view), view, names):
            if hurdle.tile == tile:
                space = SheetLine(_("On the score track"), str(hurdle.space))
                return [space, *(SheetLine(you_or(cell.person), cell.told) for cell in cells)]
        return ()

    def stops(self, view: engine.View) -> Sequence[Stop]:
        found = hurdles(view)
        nearest = [next_of(found, seat) for seat in range(len(view.seats))]
        return [
            Stop(
                hurdle.space,
                hurdle.sign,
                looks=tuple(f"{hurdle.sign} {one.look}" for one in hurdle.seats),
                shorts=tuple(_ahead(hurdle, one) if nearest[one.seat] is hurdle else "" for one in hurdle.seats),
                notes=tuple(_nearest(hurdle, one) if nearest[one.seat] is hurdle else "" for one in hurdle.seats),
            )
            for hurdle in found
        ]

    def overview_notes(self, view: engine.View) -> list[str]:
        """UI-13."""
        if view.over or not any(one["real"] for one in values_of(view, PART)["hurdles"]):
            return []
        return [_("Real hurdles are ignored here: the table includes points they would block.")]

    def final_notes(self, view: engine.View) -> list[str]:
        return [_("Hurdle bonuses are included; points lost at hurdles are not.")]

    def effect(self, before: engine.View, after: engine.View, seat: int) -> list[str]:
        found = []
        for old, new in zip(values_of(before, PART)["hurdles"], values_of(after, PART)["hurdles"], strict=True):
            if old["seats"][seat] == new["seats"][seat]:
                continue
            was, now = standing_at(old, seat), standing_at(new, seat)
            values = {"space": new["space"], "before": was.progress, "after": now.said, "bonus": now.received}
            if was.state != now.state == "+":
                passed = _("hurdle on space %(space)s passed, bonus %(bonus)s")
                found.append((passed if any(now.bonus or ()) else _("hurdle on space %(space)s passed")) % values)
            elif was.progress != now.progress:
                found.append(_("hurdle on space %(space)s: %(after)s") % values)
        return found

    def letter(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> list[str]:
        if view.over:
            return []
        found = hurdles(view)
        told = [stopped_words(seat, one, names) for seat, one in stopping(found)]
        told.append(_("Hurdles on the score track:"))
        for hurdle, cells in _rows(found, view, names):
            seats = "; ".join(cell.spoken for cell in cells)
            values = {"space": hurdle.space, "name": hurdle.name, "seats": seats}
            told.append(_("%(space)s, %(name)s: %(seats)s") % values)
        return told


def _rows(
    found: Sequence[Hurdle], view: engine.View, names: Sequence[Person]
) -> tuple[tuple[Hurdle, tuple[HurdleCell, ...]], ...]:
    asked, language, said = asked_of(view), get_language(), [you_or(one) for one in names]

    def cell(hurdle: Hurdle, one: HurdleStanding) -> HurdleCell:
        told = _told(one, asked is not None and (asked["space"], asked["seat"]) == (hurdle.space, one.seat), language)
        return HurdleCell(names[one.seat], one, told, f"{said[one.seat]}: {told}")

    return tuple((hurdle, tuple(cell(hurdle, one) for one in hurdle.seats)) for hurdle in found)


def _ahead(hurdle: Hurdle, one: HurdleStanding) -> str:
    """What stands in a lane: `20 closed`, `bonus at 50`."""
    return str(IN_LANE[one.state] if hurdle.real else _("bonus at %(space)s")) % {"space": hurdle.space}


def _nearest(hurdle: Hurdle, one: HurdleStanding) -> str:
    """The same with what it asks: `20 closed: 1 of 2 blue cards`."""
    return f"{_ahead(hurdle, one)}: {one.said if hurdle.real else hurdle.name}"


class StopNotice(Extra):
    part = PART
    macro = "hurdles_stop"
    place = "own"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> tuple[str, Hurdle] | None:
        if view.over:
            return None
        own = next((hurdle for seat, hurdle in stopping(hurdles(view)) if seat == view.viewer), None)
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
