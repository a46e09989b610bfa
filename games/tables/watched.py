"""The game behind an address, for whoever may watch it."""

from django.http import Http404, HttpRequest

from accounts.visitors import visitor_of
from games.models import Game
from games.play.access import may_watch
from games.play.positions import Play, load

from . import links


def watched(request: HttpRequest, game_id: int) -> Play:
    """The game, if this visitor may watch it; 404 otherwise, so that a number tells nothing. Three statements."""
    try:
        play = load(game_id)
    except Game.DoesNotExist as error:
        raise Http404 from error
    if play.game.has_begun and not may_watch(play, visitor_of(request), links=links.followed(request)):
        raise Http404
    return play
