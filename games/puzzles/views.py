"""The puzzle of the day, those of earlier days, and the answer to one."""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import extensions
from games.models import Game, Puzzle
from games.play.positions import load
from games.puzzles.content import PuzzlePage, archive_rows
from games.puzzles.search import midnight
from games.puzzles.solvers import Solver, shown_puzzles, solver_of
from games.selectors.keyset import Listing, Place

PAGE = 25


@require_safe
@never_cache
def today(request: HttpRequest) -> HttpResponse:
    """The puzzle of today; on a day without one, or once it is gone, the latest that this reader has not answered."""
    moment, solver = now(), solver_of(request)
    puzzle = (
        shown_puzzles().filter(day=midnight(moment)).first()
        or solver.unanswered().order_by("-day").first()
        or shown_puzzles().order_by("-day").first()
    )
    if puzzle is None:
        return render(request, "games/puzzles/none.html")
    return _page(request, puzzle, solver, moment)


@require_safe
@never_cache
def puzzle(request: HttpRequest, puzzle_id: int) -> HttpResponse:
    return _page(request, get_object_or_404(shown_puzzles(), pk=puzzle_id), solver_of(request), now())


def _page(request: HttpRequest, puzzle: Puzzle, solver: Solver, moment: datetime) -> HttpResponse:
    page = PuzzlePage(puzzle, load(puzzle.game_id), answered=solver.answers([puzzle]).get(puzzle.pk, ""))
    shown = {
        "page": page,
        "game": page.game,
        "puzzle": puzzle,
        "is_today": puzzle.day == midnight(moment),
        "streak": solver.streak(moment),
        "following": solver.unanswered().exclude(pk=puzzle.pk).order_by("-day").first() if page.answered else None,
    }
    return render(request, "games/puzzles/puzzle.html", shown)


@require_POST
@never_cache
def answer(request: HttpRequest, puzzle_id: int) -> HttpResponse:
    """The first answer counts, and leads to what is said to it."""
    found = get_object_or_404(shown_puzzles(), pk=puzzle_id)
    page = PuzzlePage(found, load(found.game_id), answered=request.POST.get("move", ""))
    if page.answered not in [one.move for one in page.choices]:
        raise Http404
    solver = solver_of(request)
    solver.answer(found, page.answered, is_right=page.is_right, now=now())
    response = redirect("games:puzzle", found.pk)
    solver.keep(response)
    return response


@lru_cache(maxsize=8)
def _listing(closed: Q | None) -> Listing[Puzzle]:
    """All puzzles, the latest first. `closed` is what other apps ask for, from which the statements follow too."""
    return Listing(
        shown_puzzles,
        "day",
        numbers=0,
        size=PAGE,
        columns=("pk", "day", "choices", "game__options"),
        row_of=_row,
        place=lambda one: Place(one.day, one.pk),
    )


def _row(columns: Sequence[Any]) -> Puzzle:
    pk, day, choices, options = columns
    return Puzzle(pk=pk, day=day, choices=choices, game=Game(options=options))


@require_safe
@never_cache
def archive(request: HttpRequest) -> HttpResponse:
    """At most three statements beside the reader, whatever the number of puzzles."""
    solver, moment = solver_of(request), now()
    page = _listing(extensions.closed()).page(request.GET)
    shown = {"page": page, "rows": archive_rows(page.rows, solver), "streak": solver.streak(moment)}
    return render(request, "games/puzzles/archive.html", shown)
