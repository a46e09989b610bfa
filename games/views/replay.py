"""Replays of finished games: any position, through anybody's eyes."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.presenters.replay import ReplayPage

from .game import watched


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
    return render(request, "games/replay.html", {"page": page, "game": play.game})


def _number(text: str) -> int | None:
    return int(text[:9]) if text.isascii() and text.isdecimal() else None
