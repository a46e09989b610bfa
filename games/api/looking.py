"""What addresses of games share: what the caller may look at. What he may not see does not exist for him."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from accounts.models import User
from accounts.permissions import can
from api.endpoint import http_of, user_of
from games.errors import GameError
from games.models import Game
from games.play.positions import Play, load
from games.selectors import queries
from games.tables import links


class Number(serializers.IntegerField):
    """A whole number from 0 on, within what a database can count."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=2_147_483_647, **options)


LINK = OpenApiParameter(
    "link", {"type": "string", "maxLength": 60}, description="Key of a table by link: the part after `/t/`."
)


def may_answer(request: Request) -> bool:
    return can(user_of(request), "answer invitations", request.auth)


def links_of(request: Request) -> list[str]:
    """Keys of tables by link that this request knows: the one it names, and those that a browser has followed."""
    named = request.query_params.get("link")
    return [*links.followed(http_of(request)), *([named] if named else [])]


def visible_play(request: Request, game_id: int) -> Play:
    """A begun game that the caller may watch. Raises NotFound."""
    user = request.user if isinstance(request.user, User) else None
    try:
        play = load(game_id)
    except Game.DoesNotExist:
        raise NotFound from None
    if not play.seats or not can(user, "watch game", play, links=links_of(request)):
        raise NotFound
    return play


def visible_table(request: Request, game_id: int) -> Game:
    """A table that the caller may see, with its people and invitations, also once its game has begun. Raises NotFound."""
    user = request.user if isinstance(request.user, User) else None
    game = queries.table(game_id)
    if game.has_begun:
        visible_play(request, game_id)
    elif not can(user, "see table", game, links=links_of(request)):
        raise NotFound
    return game


def eyes_of(request: Request, play: Play) -> int | None:
    return play.eyes_of(request.user) if isinstance(request.user, User) else None


def granted(request: Request, game_id: int, wish: Callable[..., Any], **more: object) -> Any:
    """Call a service for the caller. Answers 404 for a game they may not watch, whatever the error."""
    try:
        return wish(game_id=game_id, user=user_of(request), **more)
    except Game.DoesNotExist:
        raise NotFound from None
    except GameError:
        visible_play(request, game_id)
        raise
