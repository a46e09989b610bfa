"""The game behind an address, for whoever may watch it."""

from collections.abc import Container

from django.http import Http404, HttpRequest

from accounts.activity import visitor_of
from accounts.models import User
from games.models import Game
from games.play.access import may_see_table, may_watch
from games.play.positions import Play, load

from . import links


def watched(request: HttpRequest, game_id: int) -> Play:
    """The game, or its table as long as it has not begun, if this visitor may see it; 404 otherwise, so that a number
    tells nothing. One statement for a begun game, two where its log has gone on."""
    try:
        play = load(game_id)
    except Game.DoesNotExist as error:
        raise Http404 from error
    if not _may_see(play, visitor_of(request), links.followed(request)):
        raise Http404
    return play


def _may_see(play: Play, visitor: User | None, followed: Container[str]) -> bool:
    if play.game.has_begun:
        return may_watch(play, visitor, links=followed)
    return may_see_table(play.game, visitor, links=followed)
