"""Finished games: any position through anybody's eyes, and the record."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.play.proof import proof_of
from games.tables.watched import watched

from .content import ReplayPage
from .record import record_of
from .steps import step

STEP = "X-Step"
"""The header of a script that has the page already (static/js/replay.js) and asks only for what a step changes."""


@require_safe
@never_cache
def replay(request: HttpRequest, game_id: int) -> HttpResponse:
    """`?at=17&seat=2`: the position after 17 moves as seat 2 saw it. Beyond the ends is the end; a running game has no replay. A
    step is the same page without its frame."""
    play = watched(request, game_id)
    if not play.game.is_finished:
        return redirect("games:game", game_id)
    ply = min(_number(request.GET.get("at", "")) or 0, len(play.steps) - 1)
    seat = _number(request.GET.get("seat", ""))
    if seat is not None and seat >= len(play.seats):
        seat = None

    def drawn(frame: str) -> str:
        shown = {"page": ReplayPage(play, seat, ply=ply), "game": play.game, "frame_template": frame}
        return render_to_string("games/replay/replay.html", shown, request)

    is_step = STEP in request.headers
    said = step(play, ply, seat, request.user, lambda: drawn("step.html")) if is_step else drawn("base.html")
    response = HttpResponse(said)
    patch_vary_headers(response, [STEP])
    return response


@require_safe
@never_cache
def record(request: HttpRequest, game_id: int) -> HttpResponse:
    """The record of a finished game, for anybody who may watch it; 404 as long as its secret is nobody's."""
    play = watched(request, game_id)
    if proof_of(play) is None:
        raise Http404
    response = JsonResponse(record_of(play), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="st-pete-{play.game.pk}.json"'
    return response


def _number(text: str) -> int | None:
    return int(text[:9]) if text.isascii() and text.isdecimal() else None
