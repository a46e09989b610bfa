"""Asking for a hint: a POST that leads back to the game, with the answer in the address."""

from urllib.parse import urlencode

from allauth.core.internal import ratelimit
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.limits import APP
from accounts.visitors import visitor_of
from games.tables.links import watched

from .practice import may_ask
from .told import ask


@require_POST
@never_cache
def hint(request: HttpRequest, game_id: int) -> HttpResponse:
    """Let the searching bot say what it would do. It gets the view of the seat; how long it thinks is bounded by its budget, and
    how often it is asked by a limit for each person."""
    user, address = visitor_of(request), reverse("games:game", args=[game_id])
    if user is None:
        return redirect_to_login(address)
    play = watched(request, game_id)
    if not play.game.has_begun:
        return redirect("games:table", game_id)
    seat = may_ask(play, user)
    if seat is None:
        text = "no_hint"
    elif ratelimit.consume(request, app=APP, action="hint_for_person", key=str(user.pk)) is None:
        text = "too_many_hints"
    else:
        text = ask(play, seat)
    return redirect(f"{address}?{urlencode({'hint': text})}")
