"""Finished games: any position through anybody's eyes, and the record."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.tables.watched import watched

from .content import ReplayPage
from .record import record_of


@require_safe
@never_cache
def replay(request: HttpRequest, game_id: int) -> HttpResponse:
    """`?at=17&seat=2`: the position after 17 moves as seat 2 saw it. Beyond the ends is the end; a running game has no replay."""
    play = watched(request, game_id)
    if not play.game.is_finished:
        return redirect("games:game", game_id)
    ply = min(_number(request.GET.get("at", "")) or 0, len(play.steps) - 1)
    seat = _number(request.GET.get("seat", ""))
    if seat is not None and seat >= len(play.seats):
        seat = None
    page = ReplayPage(play, seat, ply=ply)
    return render(request, "games/replay/replay.html", {"page": page, "game": play.game})


@require_safe
@never_cache
def record(request: HttpRequest, game_id: int) -> HttpResponse:
    """The record of a finished game, for anybody who may watch it; 404 as long as its secret is nobody's."""
    play = watched(request, game_id)
    if not play.game.is_finished or play.game.is_closed:
        raise Http404
    response = JsonResponse(record_of(play), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="st-pete-{play.game.pk}.json"'
    return response


def _number(text: str) -> int | None:
    return int(text[:9]) if text.isascii() and text.isdecimal() else None
