"""The page behind an action link of a mail. GET shows what the move would do and changes nothing; POST plays it.

The token alone is the right to this one move: no session is opened and none is asked for, no cookie is set, and what the page
shows beside the move is no more than who opens it may see anyhow.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.permissions import can
from accounts.visitors import visitor_of
from games.errors import GameError
from games.models import Source
from games.play.errors import StalePosition
from games.play.positions import Play, load
from games.play.services.play import submit_move
from games.tables import links as followed_links
from games.text_client import links
from games.text_client.consequence import consequence
from games.text_client.questions import phase_of
from games.text_client.telling import telling


@csrf_exempt  # the token is the right, and no cookie is: nothing of a session is used
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, token: str) -> HttpResponse:
    """One move of a mail. A link whose question is answered shows the game as it stands and says so (409); one that was ended, or
    is none of ours, says that (404), and nothing else."""
    link = links.read(token)
    if link is None:
        return render(request, "games/text_client/no_link.html", status=404)
    if link.move is None or link.play.game.is_paused:
        return _over(request, link.play, StalePosition())
    view = link.play.view(link.seat.index)
    if request.method != "POST":
        shown = consequence(link.play, link.seat, link.move)
        context = {"game": link.play.game, "shown": shown, "phase": phase_of(view), "token": token}
        return render(request, "games/text_client/act.html", context)
    words = consequence(link.play, link.seat, link.move).what
    try:
        submit_move(
            game_id=link.play.game.pk,
            user=link.user,
            text=link.move,
            version=link.number,
            source=Source.MAIL,
            now=now(),
        )
    except GameError as error:
        return _over(request, load(link.play.game.pk), error)
    return _state(request, load(link.play.game.pk), {"played": words})


def _over(request: HttpRequest, play: Play, error: GameError) -> HttpResponse:
    return _state(request, play, {"error": error}, status=error.status)


def _state(request: HttpRequest, play: Play, said: dict[str, object], *, status: int = 200) -> HttpResponse:
    """The game as it stands, through the eyes of whoever is signed in here; the link itself shows nothing of it."""
    visitor = visitor_of(request)
    told = None
    if can(visitor, "watch game", play, links=followed_links.followed(request)):
        told = telling(play, play.eyes_of(visitor) if visitor else None, now=now())
    context = {"game": play.game, "told": told, **said}
    return render(request, "games/text_client/acted.html", context, status=status)
