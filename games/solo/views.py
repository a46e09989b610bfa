"""Games played alone: the lists of best results (SOLO-7), and one click to the next one."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_POST, require_safe

import engine
from accounts.models import User
from accounts.visitors import person_of, visitor_of
from games.lobby.forms.quick import QUICK_CLOCK
from games.models import Game, Visibility
from games.options.table_words import rules_in_words
from games.options.titles import any_title
from games.solo import results as solo
from games.tables.errors import TooMany
from games.tables.services import tables
from games.tables.services.gathering import Terms

PAGE = 50


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


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Every selection that somebody has played alone, with its best result. Four statements beside the reader's own."""
    visitor = visitor_of(request)
    mine = {}
    if visitor is not None:
        mine = {_key(game): game.points for game in solo.own_bests(visitor, visitor)}
    lines = [
        Line(
            key=_key(game),
            words=rules_in_words(game.engine_options),
            total=game.total,
            best=Result.of(game, visitor),
            mine=mine.get(_key(game)),
        )
        for game in solo.bests(visitor)
    ]
    return render(request, "games/solo/solo.html", {"lines": lines})


def _key(game: Game) -> str:
    return solo.key_of(solo.selection_of(game.engine_options))


@require_safe
def results(request: HttpRequest, key: str) -> HttpResponse:
    """The list of one selection; also of one that nobody has played yet."""
    return _results(request, _selection(key))


def _selection(key: str) -> engine.Options:
    selection = solo.selection_named(key)
    if selection is None:
        raise Http404
    return selection


def _results(request: HttpRequest, selection: engine.Options, error: TooMany | None = None) -> HttpResponse:
    visitor = visitor_of(request)
    page = Paginator(solo.results(selection, visitor), PAGE).get_page(request.GET.get("page"))
    context = {
        "key": solo.key_of(selection),
        "words": rules_in_words(selection),
        "page": page,
        "lines": [Result.of(game, visitor) for game in page],
        "mine": solo.best_of(visitor, selection) if visitor is not None else None,
        "error": error,
    }
    return render(request, "games/solo/solo_results.html", context, status=error.status if error else 200)


@login_required
@require_POST
def play(request: HttpRequest, key: str) -> HttpResponse:
    """A game alone with exactly this selection, begun at once; everybody may see how it goes."""
    selection = _selection(key)
    terms = Terms(title=any_title(), options=selection, clock=QUICK_CLOCK, visibility=Visibility.PUBLIC)
    try:
        game = tables.quick_game(user=person_of(request), terms=terms, now=now())
    except TooMany as error:
        return _results(request, selection, error)
    return redirect("games:game", game.pk)
