"""Links to tables outside the lobby, kept in a cookie so that looking writes no row; and the game behind an
address, for readers who may see it.
"""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse

from accounts.activity import visitor_of
from accounts.permissions import can
from games.models import Game
from games.play.positions import Play, load

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
