"""Finished games: any position through anybody's eyes, and the record. Running ones: any earlier position through one's own."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.activity import visitor_of
from games.board.parts import left_out
from games.board.people import people
from games.board.table import number_in
from games.play.results import chance_of
from games.replay.charts import charts_of
from games.replay.content import ALL, ReplayPage
from games.tables.links import offers_sign_in, watched

from .record import record_of

STEP = "X-Step"
"""The header of a script that has the page already (static/js/replay.js) and asks only for what a step changes: the
marks of the parts it has."""


@require_safe
@never_cache
@offers_sign_in
def replay(request: HttpRequest, game_id: int) -> HttpResponse:
    """`?at=17&seat=2`: the position after 17 moves as seat 2 saw it, or with `all` as nobody did. Beyond the ends is the end. While
    the game runs everybody looks through their own eyes, whatever seat they name. A step is the same page without its frame."""
    play = watched(request, game_id)
    if not play.game.has_begun:
        return redirect("games:table", game_id)
    ply = min(number_in(request.GET.get("at", "")) or 0, len(play.steps) - 1)
    user, eyes = visitor_of(request), request.GET.get("seat", "")
    if play.game.is_finished:
        seat = number_in(eyes)
        if seat is not None and seat >= len(play.seats):
            seat = None
    else:
        seat = play.eyes_of(user) if user else None
    own_seat = next((one.index for one in play.seats if user and play.owner(one.index) == user), None)

    frame = "step.html" if STEP in request.headers else "base.html"
    shown = {
        "page": ReplayPage(play, seat, ply=ply, own_seat=own_seat, sees_all=play.game.is_finished and eyes == ALL),
        "game": play.game,
        "frame_template": frame,
    }
    said = render_to_string("games/replay/replay.html", shown, request)
    response = HttpResponse(left_out(said, request.headers.get(STEP, "")))
    patch_vary_headers(response, [STEP])
    return response


@require_safe
@never_cache
@offers_sign_in
def charts(request: HttpRequest, game_id: int) -> HttpResponse:
    """A finished game in lines and tables."""
    play = watched(request, game_id)
    if not play.game.is_finished:
        return redirect(play.game.get_absolute_url())
    shown = {"charts": charts_of(play, people(play, None)), "game": play.game}
    return render(request, "games/replay/charts.html", shown)


@require_safe
@never_cache
def record(request: HttpRequest, game_id: int) -> HttpResponse:
    """The record of a finished game, for anybody who may watch it; 404 as long as its secret is nobody's."""
    play = watched(request, game_id)
    if chance_of(play) is None:
        raise Http404
    response = JsonResponse(record_of(play), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="st-pete-{play.game.pk}.json"'
    return response
