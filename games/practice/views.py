"""One click in a replay: play on from here."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.activity import visitor_of
from games.board.table import number_in
from games.errors import GameError
from games.practice import what_if
from games.tables.links import watched


@require_POST
@never_cache
def play_on(request: HttpRequest, game_id: int) -> HttpResponse:
    """Begins a practice game after `at` moves and leads to it; whoever is not signed in comes back here afterwards."""
    play = watched(request, game_id)
    ply = number_in(request.POST.get("at", "")) or 0
    here, user = f"{reverse('games:replay', args=[game_id])}?at={ply}", visitor_of(request)
    if user is None:
        return redirect_to_login(here)
    if not play.game.has_begun:
        return redirect("games:table", game_id)
    try:
        game = what_if.play_on(user=user, play=play, ply=min(ply, len(play.steps) - 1), now=now())
    except GameError as error:
        messages.error(request, str(error))
        return redirect(here)
    return redirect("games:game", game.pk)
