"""The notice above the own display of a player whom a real hurdle stops (HURD-8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import engine
from games.board.hurdles import PART, Hurdle, stopped_words, stopping
from games.board.people import Person
from games.names.cards import Deck

from .base import Extra


@dataclass(frozen=True, slots=True)
class Stopped:
    words: str
    hurdle: Hurdle


class Stop(Extra):
    part = PART
    place = "own"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> Stopped | None:
        if view.over:
            return None
        own = next((hurdle for seat, hurdle in stopping(view) if seat == view.viewer), None)
        if own is None or view.viewer is None:
            return None
        return Stopped(stopped_words(view.viewer, own, names), own)

    @property
    def macro(self) -> str:
        return "hurdles_stop"


EXTRA = Stop()
