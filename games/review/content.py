"""The page of a review: the figures that are kept, in the reader's words, and the moments as moves of the replay."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.bots import ReasonTerm
from games.board.move_words import MoveLine
from games.board.people import Person, people
from games.board.reasons import Reader, reason_in_words
from games.names import words
from games.names.cards import Deck
from games.play.positions import Play
from games.replay.ending import source_name
from games.review.figures import FINAL, CardFigure, Figures, LuckFigure, MomentFigure
from games.review.services import FoundReview, ReviewState
from games.text_client.moves import move_line

WIDTH = 300
"""Of a bar, in units of the drawing."""
DIGIT = 9
"""How much of it a digit takes."""


Shown = dict[str, Any]
"""What the template reads."""


class ReviewPage:
    """A finished game and what there is of its review. All players are called by their names, so the page can be shared."""

    def __init__(self, play: Play, found: FoundReview, *, is_limited: bool = False) -> None:
        self.play = play
        self.found = found
        self.is_limited = is_limited
        self.names = people(play, None)
        self.deck = Deck(play.options)

    @property
    def state(self) -> ReviewState:
        return self.found.state

    @property
    def figures(self) -> Figures:
        assert self.found.figures is not None
        return self.found.figures

    # --- the moments
    @cached_property
    def moments(self) -> list[Shown]:
        """The moves that cost points, each beside the better one."""
        return [self._moment(one) for one in self.figures["moments"]]

    @property
    def judged(self) -> str:
        """How many moves were looked at."""
        count = self.figures["judged"]
        return ngettext("%(count)s move left a choice.", "%(count)s moves left a choice.", count) % {"count": count}

    def _moment(self, one: MomentFigure) -> Shown:
        state = self.play.at(one["ply"]).step.state
        view, terms = engine.view_for(state, one["seat"]), [ReasonTerm(**term) for term in one["reasons"]]
        person = self.names[one["seat"]]
        replay = reverse("games:replay", args=[self.play.game.pk])
        return {
            "person": person,
            "where": _moment_words(one["phase"], one["round"]),
            "played": self._move(one["played"], view),
            "better": self._move(one["better"], view),
            "why": reason_in_words(engine.parse_move(one["better"], state), terms, Reader(view, self.deck, self.names)),
            "cost": _("%(points)s points") % {"points": words.decimal(one["points"])},
            "interval": _("%(low)s to %(high)s")
            % {"low": words.decimal(one["low"]), "high": words.decimal(one["high"])},
            "wins": _wins(one, person),
            "url": f"{replay}?at={one['ply']}&seat={one['seat']}",
        }

    def _move(self, text: str, view: engine.View) -> MoveLine:
        return move_line(text, view, self.deck).naming(self.names)

    # --- the seats
    @cached_property
    def sources(self) -> list[str]:
        """Sources of points during the rounds, in the order of the phases; others follow."""
        found = {one["source"] for one in self.figures["points"] if one["round"] != FINAL}
        phases = [f"scoring:{phase}" for phase in words.PILES]
        return sorted(found, key=lambda source: (phases.index(source) if source in phases else len(phases), source))

    @property
    def columns(self) -> list[str]:
        return [_short(source) for source in self.sources]

    @cached_property
    def seats(self) -> list[Shown]:
        """Each seat with its bar, its points by round and source, and its cards; best first."""
        totals = {person.seat: sum(points for _key, points in self._points(person.seat)) for person in self.names}
        most = max(1, *(self._gained(person.seat) for person in self.names))
        order = sorted(self.names, key=lambda person: -totals[person.seat])
        return [
            {
                "person": person,
                "total": totals[person.seat],
                "bar": [*self._bar(person.seat, most)],
                "says": self._says(person.seat),
                "rounds": [*self._rounds(person.seat)],
                "cards": [self._card(one) for one in self.figures["cards"] if one["seat"] == person.seat],
            }
            for person in order
        ]

    def _points(self, seat: int) -> Iterator[tuple[tuple[int, str], int]]:
        for one in self.figures["points"]:
            if one["seat"] == seat:
                yield (one["round"], one["source"]), one["points"]

    def _by_source(self, seat: int) -> dict[str, int]:
        """Those of the rounds in the order of the columns, then those of the final scoring."""
        found = dict.fromkeys(self.sources, 0)
        for (_round, source), points in self._points(seat):
            found[source] = found.get(source, 0) + points
        return {source: points for source, points in found.items() if points}

    def _gained(self, seat: int) -> int:
        return sum(points for points in self._by_source(seat).values() if points > 0)

    def _bar(self, seat: int, most: int) -> Iterator[Shown]:
        """The points by source, as parts of a bar: `look` is a class, `label` the points where they have room."""
        x = 0.0
        for source, points in self._by_source(seat).items():
            if points > 0:
                width, label = WIDTH * points / most, str(points)
                shown = label if width > DIGIT * len(label) + 4 else ""
                named = {"look": source.replace(":", "-"), "name": _short(source), "label": shown}
                yield {"x": round(x, 1), "width": round(width, 1), **named}
                x += width

    def _says(self, seat: int) -> str:
        """`Buildings 62, Nobles 40, cards in hand −5`."""
        return ", ".join(f"{_short(source)} {words.figure(n)}" for source, n in self._by_source(seat).items())

    def _rounds(self, seat: int) -> Iterator[Shown]:
        """What each round brought a seat, by source, and the rubles that it left."""
        points = dict(self._points(seat))
        for number, left in enumerate(self.figures["rubles_left"][seat], 1):
            cells = [points.get((number, source), 0) for source in self.sources]
            shown = [words.figure(cell) if cell else "–" for cell in cells]
            yield {"name": str(number), "cells": shown, "total": words.figure(sum(cells)), "left": str(left)}

    def final(self, seat: int) -> list[tuple[str, str]]:
        """The steps of the final scoring."""
        return [
            (_short(source), words.signed(points))
            for (number, source), points in self._points(seat)
            if number == FINAL and points
        ]

    def _card(self, one: CardFigure) -> Shown:
        """What a card cost and brought; `name` has the number of copies."""
        face = self.deck[one["card"]]
        name = face.name if one["copies"] < 2 else f"{one['copies']} × {face.name}"
        rubles = words.figure(one["rubles"])
        if one["saved"]:
            rubles = _("%(rubles)s, saved %(saved)s") % {"rubles": rubles, "saved": one["saved"]}
        cost = {"paid": str(one["paid"]), "rubles": rubles, "points": words.figure(one["points"])}
        return {"face": face, "name": name, **cost}

    # --- luck
    @property
    def luck(self) -> list[Shown]:
        """How lucky each seat was with all deals, and with the best and the worst of them, as the seats stand on the page; none
        where no card was dealt after the first."""
        found = self.figures["luck"]
        if not found:
            return []
        lines = []
        for seat in (one["person"] for one in self.seats):
            best = max(found, key=lambda one: one["points"][seat.seat])
            worst = min(found, key=lambda one: one["points"][seat.seat])
            total = sum(one["points"][seat.seat] for one in found)
            deals = {"best": _deal(best, seat.seat), "worst": _deal(worst, seat.seat)}
            lines.append({"person": seat, "total": words.decimal(total, signed=True), **deals})
        return lines


def _wins(one: MomentFigure, person: Person) -> str:
    values = {"who": person, "played": one["won_played"], "better": one["won_better"], "worlds": one["worlds"]}
    if one["won_better"] == one["won_played"] == 0:
        return _("It decided nothing: %(who)s lost all %(worlds)s simulated games after either move.") % values
    if one["won_better"] == one["won_played"] == one["worlds"]:
        return _("It decided nothing: %(who)s won all %(worlds)s simulated games after either move.") % values
    return (
        _("In %(worlds)s simulated games, %(who)s won %(played)s after this move and %(better)s after the better one.")
        % values
    )


def _short(source: str) -> str:
    """A source as the heading of a column."""
    kind, _colon, what = source.partition(":")
    if kind == "scoring" and what in words.PILES:
        return str(words.PILES[what])
    return capfirst(source_name(source))


def _deal(one: LuckFigure, seat: int) -> str:
    return f"{words.decimal(one['points'][seat], signed=True)} ({_moment_words(one['phase'], one['round'])})"


def _moment_words(phase: str, number: int) -> str:
    return _("%(phase)s, round %(round)s") % {"phase": words.PHASE_NAMES[phase], "round": number}
