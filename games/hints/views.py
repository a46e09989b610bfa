"""Asking for a hint: a POST that leads back to the game, with the answer signed in the address."""

from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

import engine
from accounts.activity import visitor_of
from accounts.allauth_internals import ratelimit
from accounts.limits import APP
from games.hints.advice import SALT, Advice, advise, seat_for_hint, seed_for
from games.play.positions import Play
from games.tables.links import watched


def advice_for(play: Play, seat: int) -> Advice:
    """What the bot advises this seat, of which it sees the view alone; the same however often asked."""
    return advise(engine.view_for(play.state, seat), seed_for(play, play.game.version, seat))


@require_POST
@never_cache
def hint(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask the searching bot for advice. Its budget bounds how long it thinks, and a limit for each person how often it is asked."""
    user, address = visitor_of(request), reverse("games:game", args=[game_id])
    if user is None:
        return redirect_to_login(address)
    play = watched(request, game_id)
    if not play.game.has_begun:
        return redirect("games:table", game_id)
    seat = seat_for_hint(play, user)
    if seat is None:
        text = "no_hint"
    elif ratelimit.consume(request, app=APP, action="hint_for_person", key=str(user.pk)) is None:
        text = "too_many_hints"
    else:
        game, advice = play.game, advice_for(play, seat)
        text = signing.dumps([game.pk, game.version, seat, advice.move, advice.next, round(advice.gain, 2)], salt=SALT)
    return redirect(f"{address}?{urlencode({'hint': text})}")


@require_POST
@never_cache
def mistakes(request: HttpRequest, game_id: int) -> HttpResponse:
    """Have costly moves of practice games told, or not any more."""
    user, address = visitor_of(request), reverse("games:game", args=[game_id])
    if user is None:
        return redirect_to_login(address)
    watched(request, game_id)
    user.tell_mistakes = "tell" in request.POST
    user.save(update_fields=["tell_mistakes"])
    return redirect(address)
