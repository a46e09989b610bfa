"""What the caller may decide before he is asked: a list, and each of them by its name."""

from collections.abc import Sequence

from django.utils.timezone import now
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from api.endpoint import Endpoint
from api.schema import operation
from api.scopes import Scope
from games.board.presets import chosen
from games.play.errors import NoSuchPreset, NotSeated
from games.play.positions import Play
from games.play.services.presets import revoke_preset, set_preset

from . import serializers
from .acts import AS_SEATED, granted
from .looking import caller, visible_play


class PresetList(Endpoint):
    tag = "games"

    @operation("Your conditional orders", answer=serializers.PresetsOutput, refuses=(NotSeated,))
    def get(self, request: Request, game_id: int) -> Response:
        """Conditional orders: possible questions, allowed answers and the current choice. Visible to you only."""
        return answer(request, game_id)


class PresetDetail(Endpoint):
    tag, scope = "games", Scope.PLAY

    @operation(
        "Set a conditional order",
        body=serializers.PresetInput,
        answer=serializers.PresetsOutput,
        refuses=(NoSuchPreset, *AS_SEATED),
        example_body={"value": "rubles"},
    )
    def put(self, request: Request, game_id: int, name: str) -> Response:
        """Answers the question when it comes up, or at once if it is already open."""
        body = serializers.PresetInput(data=request.data)
        body.is_valid(raise_exception=True)
        user, sent = caller(request), body.validated_data
        granted(request, game_id, lambda: set_preset(game_id=game_id, user=user, name=name, now=now(), **sent))
        return answer(request, game_id)

    @operation("Reset a conditional order", answer=serializers.PresetsOutput, refuses=(NoSuchPreset, *AS_SEATED))
    def delete(self, request: Request, game_id: int, name: str) -> Response:
        """Restores the default."""
        user = caller(request)
        granted(request, game_id, lambda: revoke_preset(game_id=game_id, user=user, name=name, now=now()))
        return answer(request, game_id)


def answer(request: Request, game_id: int) -> Response:
    """All presets as they are now, with the version: deciding may have answered a question that was waiting."""
    play = visible_play(request, game_id)
    seat = play.seat_of(request.user)
    if seat is None:
        raise NotSeated
    body = {"version": play.game.version, "presets": offered(play, seat.index)}
    return Response(serializers.PresetsOutput(body).data)


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
