"""The page that a device keeps of a game, for when the net is away. It has nothing of whose device it is but the language."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.visitors import visitor_of
from games.tables.links import watched

from .position import glimpse


@require_safe
@never_cache
def show(request: HttpRequest, game_id: int) -> HttpResponse:
    """A spectator's position, also for who plays: somebody else may hold the device when it is opened. For accounts only, and not
    of a game that is closed to spectators, not even for its seats."""
    user, play = visitor_of(request), watched(request, game_id)
    if user is None or not play.game.has_begun or play.game.is_closed:
        raise Http404
    response = render(request, "games/offline_summary/page.html", {"glimpse": glimpse(play, now=now())})
    response["X-Account"] = str(user.pk)  # static/js/frame.js keeps it for nobody else
    return response
