"""Games played alone: the lists of best results (SOLO-7), and one click to the next one."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_POST, require_safe

import engine
from accounts.activity import person_of, visitor_of
from api.problems import or_404
from games.errors import GameError
from games.options.table_words import rules_in_words
from games.options.variants import key_of, selection_named
from games.selectors.ranking import Place
from games.solo import results as solo
from games.solo.results import alone, overview_for
from games.tables.errors import TooMany

PAGE = 50


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    return render(request, "games/solo/solo.html", {"lines": overview_for(visitor_of(request))})


@require_safe
def results(request: HttpRequest, key: str) -> HttpResponse:
    return _results(request, or_404(selection_named(key)))


def _results(request: HttpRequest, selection: engine.Options, error: GameError | None = None) -> HttpResponse:
    visitor, key = visitor_of(request), key_of(selection)
    page, lines = solo.results(key, visitor, Place.read(request.GET.get("from", "")), PAGE)
    context = {
        "key": key,
        "words": rules_in_words(selection),
        "page": page,
        "lines": lines,
        "total": solo.size_of(key, visitor),
        "mine": solo.best_of(visitor, key) if visitor is not None else None,
        "error": error,
    }
    return render(request, "games/solo/solo_results.html", context, status=error.status if error else 200)


@login_required
@require_POST
def play(request: HttpRequest, key: str) -> HttpResponse:
    """A game alone with exactly this selection, begun at once; everybody may see how it goes."""
    selection = or_404(selection_named(key))
    try:
        game = alone(user=person_of(request), selection=selection, now=now())
    except TooMany as error:
        return _results(request, selection, error)
    return redirect("games:game", game.pk)
