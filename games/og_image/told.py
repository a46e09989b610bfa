"""What stands on the picture of a game or table: what any visitor sees of it, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.board.score import FinalLine
from games.lobby.table_page import TablePage
from games.models import Game
from games.options.table_words import option_words, pace_words, selection_words
from games.page.content import GamePage
from games.play.positions import Play


@dataclass(frozen=True, slots=True)
class Place:
    """A seat: its number, which is its shape and colour, and who sits there. `points` is empty before the start; `is_winner` of
    a finished game; where nobody sits `is_free`, and the name says so."""

    seat: int
    name: str
    points: str = ""
    is_winner: bool = False
    is_free: bool = False


@dataclass(frozen=True, slots=True)
class Postcard:
    """A picture in words; `moment` says how far it is, `news` whom it waits for or what one may do."""

    title: str
    terms: str
    places: tuple[Place, ...]
    moment: str
    news: str = ""


def of_game(play: Play, *, now: datetime) -> Postcard:
    """A begun game. Nothing hidden is on it, because it is made from a visitor's view; the caller has asked whether the game may
    be shown. No clock is on it, so the picture changes with the game alone."""
    page = GamePage(play, None, now=now)
    view, bar = page.view, page.bar
    final = {line.person.seat: line for line in page.final}
    places = tuple(_place(seat, str(page.names[seat.seat]), final.get(seat.seat)) for seat in view.seats)
    moment, news = (bar.title, bar.subtitle) if page.over else (bar.subtitle, bar.title)
    return Postcard(play.game.title, _terms(play.options), places, moment, news)


def _terms(options: engine.Options) -> str:
    return ", ".join([selection_words(options), *option_words(options)])


def _place(seat: engine.SeatView, name: str, line: FinalLine | None) -> Place:
    if line is None:
        return Place(seat.seat, name, str(seat.points))
    return Place(seat.seat, name, line.points, line.winner)


def of_table(game: Game, *, now: datetime) -> Postcard:
    """A table that gathers people, or was closed. `game` comes from `queries.table`."""
    page = TablePage.of(game, None, now)
    chips = [one.chip for one in page.places]
    places = tuple(Place(chip.seat, chip.name, is_free=chip.kind in ("free", "kept")) for chip in chips)
    if page.closed or not page.gathers:
        moment = page.closed
    elif page.free:
        moment = ngettext("%(number)s free seat", "%(number)s free seats", page.free) % {"number": page.free}
    else:
        moment = _("All seats are taken.")
    return Postcard(game.title, _terms(game.engine_options), places, moment, pace_words(game.clock))
