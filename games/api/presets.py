"""What the caller may decide before he is asked: a list, and each of them by its name."""

from collections.abc import Sequence

from django.utils.timezone import now
from drf_spectacular.utils import extend_schema
from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engine
from accounts.models import User
from games.board.presets import chosen
from games.errors import GameError
from games.models import Game
from games.play.errors import NotSeated
from games.play.positions import Play
from games.play.services.presets import revoke_preset, set_preset

from . import serializers
from .refusals import WITH_BODY, refusals
from .views import visible_play


class PresetList(APIView):
    """What may be decided beforehand now, for the eyes of the seat's own player only."""

    permission_classes = (permissions.IsAuthenticated,)

    @extend_schema(responses={200: serializers.PresetsOutput, **refusals(404)})
    def get(self, request: Request, game_id: int) -> Response:
        return answer(request, game_id)


class PresetDetail(APIView):
    """Decide something beforehand, or no longer."""

    permission_classes = (permissions.IsAuthenticated,)

    @extend_schema(
        request=serializers.PresetInput,
        responses={200: serializers.PresetsOutput, **refusals(404, 409, 422, *WITH_BODY)},
    )
    def put(self, request: Request, game_id: int, name: str) -> Response:
        body = serializers.PresetInput(data=request.data)
        body.is_valid(raise_exception=True)
        assert isinstance(request.user, User)
        try:
            set_preset(game_id=game_id, user=request.user, name=name, now=now(), **body.validated_data)
        except (Game.DoesNotExist, GameError) as error:
            raise refused(request, game_id, error) from None
        return answer(request, game_id)

    @extend_schema(responses={200: serializers.PresetsOutput, **refusals(404, 409, 422)})
    def delete(self, request: Request, game_id: int, name: str) -> Response:
        """The default holds again."""
        assert isinstance(request.user, User)
        try:
            revoke_preset(game_id=game_id, user=request.user, name=name, now=now())
        except (Game.DoesNotExist, GameError) as error:
            raise refused(request, game_id, error) from None
        return answer(request, game_id)


def refused(request: Request, game_id: int, error: Exception) -> Exception:
    """Of a game that the caller may not watch he does not even learn why not."""
    visible_play(request, game_id)
    return error


def answer(request: Request, game_id: int) -> Response:
    """All presets as they are now, with the version: deciding may have answered a question that was waiting."""
    play = visible_play(request, game_id)
    seat = play.seat_of(request.user)
    if seat is None:
        raise NotSeated
    body = {"version": play.game.version, "presets": offered(play, seat.index)}
    return Response(serializers.PresetsOutput(body).data, headers={"Cache-Control": "private, no-store"})


def offered(play: Play, seat: int) -> Sequence[dict[str, object]]:
    """What this seat may decide now, with what holds."""
    presets = engine.presets_for(play.state, seat) if play.game.is_running else ()
    decided = play.presets.get(seat, {}) if presets else {}
    return [
        {
            "name": preset.name,
            "card": preset.card,
            "values": list(preset.values),
            "default": preset.default,
            "value": chosen(preset, decided),
            "lasts": preset.lasts,
        }
        for preset in presets
    ]
