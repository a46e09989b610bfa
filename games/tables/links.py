"""Links to tables outside the lobby, kept in a cookie so that looking writes no row; and the game behind an
address, for readers who may see it.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse

from accounts.activity import visitor_of
from accounts.permissions import can
from games.models import Game, Visibility
from games.play.positions import Play, load

View = Callable[..., HttpResponse]

COOKIE = "tables"
KEPT = 20
AGE = 60 * 60 * 24 * 180


def followed(request: HttpRequest) -> list[str]:
    """The link tokens this visitor has followed, latest last. They cannot be guessed, so they need no signature."""
    return [token for token in request.COOKIES.get(COOKIE, "").split(".") if token][-KEPT:]


def remember(request: HttpRequest, response: HttpResponse, token: str) -> None:
    """Keep the token of a link that was followed."""
    tokens = [known for known in followed(request) if known != token] + [token]
    response.set_cookie(
        COOKIE,
        ".".join(tokens[-KEPT:]),
        max_age=AGE,
        httponly=True,
        secure=bool(settings.SESSION_COOKIE_SECURE),
        samesite="Lax",
    )


def offers_sign_in(view: View) -> View:
    """For pages that emails link to. Somebody signed out gets the sign-in instead of a 404, alike for a game that is not theirs to
    see and for a number that is no game."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **options: Any) -> HttpResponse:
        try:
            return view(request, *args, **options)
        except Http404:
            if visitor_of(request) is not None:
                raise
            return redirect_to_login(request.get_full_path())

    return page


def watched(request: HttpRequest, game_id: int) -> Play:
    """The game, or its table as long as it has not begun, if this visitor may see it; 404 otherwise, so that a number
    tells nothing. One statement for a begun game, two where its log has gone on."""
    try:
        play = load(game_id)
    except Game.DoesNotExist as error:
        raise Http404 from error
    if not can(visitor_of(request), "see game or table", play, links=followed(request)):
        raise Http404
    return play


def public_game(game_id: int) -> Play:
    """The game or its table, if every visitor may see it without a link; 404 otherwise."""
    try:
        play = load(game_id)
    except Game.DoesNotExist as error:
        raise Http404 from error
    if (
        play.game.visibility != Visibility.PUBLIC
        or play.game.is_closed
        or not can(None, "see game or table", play, links=())
    ):
        raise Http404
    return play
