"""The lists of best results as they are told, and one more game for them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import engine
from accounts.models import User
from games.models import Game, Visibility
from games.options.table_words import rules_in_words
from games.options.titles import any_title
from games.tables.services import tables
from games.tables.services.gathering import Terms
from games.tables.terms import QUICK_CLOCK

from . import results as solo


@dataclass(frozen=True, slots=True)
class Result:
    """One line of a list. `is_hidden`: nobody but its player sees this line, because the game is open by link only."""

    rank: int
    user: User
    points: int
    rubles: int
    at: datetime
    game_id: int
    is_mine: bool
    is_hidden: bool

    @classmethod
    def of(cls, game: Any, visitor: User | None) -> "Result":
        """Of a game that `solo.results` or `solo.bests` found; the latter are all first."""
        (seat,) = game.seats.all()
        user = seat.tenures.all()[0].user
        return cls(
            rank=getattr(game, "rank", 1),
            user=user,
            points=game.points,
            rubles=game.rubles,
            at=game.finished_at,
            game_id=game.pk,
            is_mine=user == visitor,
            is_hidden=game.visibility != Visibility.PUBLIC,
        )


@dataclass(frozen=True, slots=True)
class Line:
    """One selection of the overview: how many results, the best one, and the reader's own best points."""

    key: str
    words: str
    total: int
    best: Result
    mine: int | None


def overview_for(reader: User | None) -> list[Line]:
    """Every selection that somebody has played alone, with its best result. Three statements, and one for a reader's own."""
    mine = {_key(game): game.points for game in solo.own_bests(reader, reader)} if reader is not None else {}
    return [
        Line(
            key=_key(game),
            words=rules_in_words(game.engine_options),
            total=game.total,
            best=Result.of(game, reader),
            mine=mine.get(_key(game)),
        )
        for game in solo.bests(reader)
    ]


def _key(game: Game) -> str:
    return solo.key_of(solo.selection_of(game.engine_options))


def alone(*, user: User, selection: engine.Options, now: datetime) -> Game:
    """A game alone with exactly this selection, begun at once; everybody may see how it goes. Raises TooMany."""
    terms = Terms(title=any_title(), options=selection, clock=QUICK_CLOCK, visibility=Visibility.PUBLIC)
    return tables.quick_game(user=user, terms=terms, now=now)
