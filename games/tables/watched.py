"""The game behind an address, for whoever may watch it."""

from django.http import Http404, HttpRequest

from accounts.permissions import can
from accounts.visitors import visitor_of
from games.models import Game
from games.play.positions import Play, load

from . import links


def watched(request: HttpRequest, game_id: int) -> Play:
    """The game, or its table as long as it has not begun, if this visitor may see it; 404 otherwise, so that a number
    tells nothing. One statement for a begun game, two where its log has gone on."""
    try:
        play = load(game_id)
    except Game.DoesNotExist as error:
        raise Http404 from error
    if not can(visitor_of(request), "see game or table", play, links=links.followed(request)):
        raise Http404
    return play
