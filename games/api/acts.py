"""What one does in a begun game, through the services that the pages use, and what one decides before one is asked."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from accounts.allauth_internals import ratelimit
from accounts.limits import APP
from api.endpoint import Endpoint, http_of, read, user_of
from api.problems import Refusal
from api.schema import operation
from api.scopes import Scope
from games.board.questions import chosen
from games.hints.advice import REFUSED, seat_for_hint
from games.hints.views import advice_for
from games.models import LogRow, PassMode, Source
from games.play import errors as refusals
from games.play import moves, seats, secrecy
from games.play.errors import NoSuchPreset, NotSeated
from games.play.moves import set_preset
from games.play.positions import Play, load
from games.play.seen import record_seen
from games.tables import tables

from .games import AT, StateOutput, state_of
from .looking import Number, granted, visible_play

AS_SEATED = (refusals.NotSeated, refusals.NotRunning)
MOVE = {"text": "buy market lower", "version": 41}
MOVED = {
    "version": 42,
    "rows": [
        {"number": 42, "ply": 40, "kind": "move", "seat": 0, "text": "buy market lower", "source": "api", "at": AT}
    ],
}


class MoveInput(serializers.Serializer[Any]):
    text = serializers.CharField(
        max_length=80, help_text="A move as `view.moves` lists it, such as `buy market lower`."
    )
    version = Number(help_text="The `version` of the state the move was chosen from.")


class PassInput(serializers.Serializer[Any]):
    mode = serializers.ChoiceField(
        choices=(PassMode.UNTIL_CHANGE.value, PassMode.PHASE.value),
        help_text="Until the tableau changes, or for the rest of this phase.",
    )
    version = Number(help_text="The `version` of the state you have seen.")


class SeenInput(serializers.Serializer[Any]):
    version = Number(default=0)
    line = Number(default=0, help_text="Number of the last message in the table's chat.")
    result = serializers.BooleanField(default=False)


class MoveOutput(serializers.ModelSerializer[LogRow]):
    """A row of the log; `seat`, `text` and `source` are null where they are a secret of somebody else (BANQ-THIEF-6)."""

    seat = serializers.IntegerField(allow_null=True)
    text = serializers.CharField(allow_null=True)
    source = serializers.ChoiceField(choices=Source.choices, allow_null=True)  # type: ignore[assignment]

    class Meta:
        model = LogRow
        fields = read_only_fields = ("number", "ply", "kind", "seat", "text", "source", "at")


class MovesOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    rows = MoveOutput(many=True)


class HintOutput(serializers.Serializer[Any]):
    move = serializers.CharField(help_text="The bot's move.")
    next = serializers.CharField(
        allow_blank=True, help_text="The bot's second choice; empty if there is only one move."
    )
    gain = serializers.FloatField(help_text="Expected lead in points of the first choice over the second.")


class NewTableOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text="ID of the table and of its game.")
    url = serializers.CharField()


class PresetInput(serializers.Serializer[Any]):
    value = serializers.CharField(max_length=60, help_text="One of `values` of the conditional order.")


class PresetOutput(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="Such as `trading-guild`, `trading-house` or `impostor-4-1`.")
    card = serializers.CharField(allow_null=True, help_text="The card it belongs to.")
    values = serializers.ListField(child=serializers.CharField())
    default = serializers.CharField(help_text="The value used if you choose nothing.")
    value = serializers.CharField(help_text="The current value.")
    lasts = serializers.BooleanField(help_text="Applies until you change it, not just for this phase.")


class PresetsOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    presets = PresetOutput(many=True)


class Act(Endpoint):
    """A wish after which the answer is the game as it stands then."""

    tag, scope = "games", Scope.PLAY

    def done(self, request: Request, game_id: int, wish: Callable[..., object], **more: object) -> Response:
        granted(request, game_id, wish, **more)
        return Response(state_of(visible_play(request, game_id), request.user))


class MoveList(Endpoint):
    tag, scope = "games", Scope.PLAY

    @operation(
        "Play a move",
        body=MoveInput,
        answer=MovesOutput,
        status=201,
        refuses=(
            refusals.NotAMove,
            refusals.IllegalMove,
            refusals.StalePosition,
            refusals.NotYourTurn,
            refusals.GamePaused,
            *AS_SEATED,
        ),
        example_body=MOVE,
        example=MOVED,
    )
    def post(self, request: Request, game_id: int) -> Response:
        """`version` is the version of the state you chose the move from. If your question has changed since, the answer is
        `stale_position` and nothing is played. The response lists the resulting rows of the log, including automatic passes
        and answers of other players."""
        sent = read(MoveInput, request.data)
        rows = granted(request, game_id, moves.submit_move, source=Source.API, now=now(), **sent)
        return rows_answer(request, game_id, rows, status=201)


def rows_answer(request: Request, game_id: int, rows: Any, *, status: int = 200) -> Response:
    """New log rows as the caller may see them; answers by other players' orders may be hidden."""
    found = load(game_id)
    version = rows[-1].number if rows else found.game.version
    answer = {"version": version, "rows": secrecy.rows_for(found, found.eyes_of(request.user), rows)}
    return Response(MovesOutput(answer).data, status=status)


class StandingPass(Endpoint):
    tag, scope = "games", Scope.PLAY

    @operation(
        "Set an auto-pass",
        body=PassInput,
        answer=MovesOutput,
        refuses=(refusals.NoStandingPass, refusals.StalePosition, refusals.GamePaused, *AS_SEATED),
        example_body={"mode": "until-change", "version": 41},
    )
    def put(self, request: Request, game_id: int) -> Response:
        """Pass until the tableau changes, or for the rest of this phase. Takes effect at once if it is your turn."""
        sent = read(PassInput, request.data)
        sent["mode"] = PassMode(sent["mode"])
        rows = granted(request, game_id, moves.order_pass, source=Source.API, now=now(), **sent)
        return rows_answer(request, game_id, rows)

    @operation("Cancel an auto-pass", status=204, refuses=AS_SEATED)
    def delete(self, request: Request, game_id: int) -> None:
        """Passes already played stand."""
        granted(request, game_id, moves.revoke_pass)


class Resignation(Act):
    @operation("Resign", body=None, answer=StateOutput, refuses=AS_SEATED)
    def post(self, request: Request, game_id: int) -> Response:
        """Gives your seat to a bot for good."""
        return self.done(request, game_id, seats.resign, source=Source.API, now=now())


class SeatBack(Act):
    @operation("Reclaim your seat", body=None, answer=StateOutput, refuses=AS_SEATED)
    def post(self, request: Request, game_id: int) -> Response:
        """Reclaims your seat from the bot that took over after missed deadlines."""
        return self.done(request, game_id, seats.take_back_seat, source=Source.API, now=now())


class Rematch(Endpoint):
    tag, scope = "games", Scope.TABLES

    @operation("Create a rematch table", body=None, answer=NewTableOutput, status=201)
    def post(self, request: Request, game_id: int) -> Response:
        """Available once the game has finished. The first request creates the table; further requests return the same one."""
        table = granted(request, game_id, tables.rematch, now=now())
        return Response(NewTableOutput({"id": table.pk, "url": table.get_absolute_url()}).data, status=201)


class SeenMark(Endpoint):
    tag, scope = "games", Scope.PLAY

    @operation("Mark as seen", body=SeenInput, status=204)
    def put(self, request: Request, game_id: int) -> None:
        """Keeps pages and emails from reporting it as new: the version, the last chat message, the result. Values never go
        down."""
        sent = read(SeenInput, request.data)
        found = visible_play(request, game_id)
        if not found.has_sat(user_of(request)):
            raise refusals.NotSeated
        record_seen(
            user=user_of(request),
            game_id=game_id,
            version=min(sent["version"], found.game.version),
            line=min(sent["line"], found.game.said),
            result=sent["result"] and found.game.is_finished,
        )


class NoHint(Refusal):
    code = "no_hint"
    sentence = REFUSED["no_hint"]


class TooManyHints(Refusal):
    code = "too_many_hints"
    sentence = REFUSED["too_many_hints"]
    status = 429
    wait = 10 * 60


class Hint(Endpoint):
    tag, scope, takes_keys = "games", Scope.PLAY, False

    @operation(
        "Get a hint",
        body=None,
        answer=HintOutput,
        refuses=(NoHint, TooManyHints),
        example={"move": "buy market lower", "next": "pass", "gain": 1.25},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """The move of a search bot in your place. For practice games only: unrated games against bots. At most thirty in ten
        minutes."""
        play, user = visible_play(request, game_id), user_of(request)
        seat = seat_for_hint(play, user)
        if seat is None:
            raise NoHint
        if ratelimit.consume(http_of(request), app=APP, action="hint_for_person", key=str(user.pk)) is None:
            raise TooManyHints
        return Response(HintOutput(advice_for(play, seat)).data)


class PresetList(Endpoint):
    tag = "games"

    @operation("Your conditional orders", answer=PresetsOutput, refuses=(NotSeated,))
    def get(self, request: Request, game_id: int) -> Response:
        """Conditional orders: possible questions, allowed answers and the current choice. Visible to you only."""
        return presets_answer(request, game_id)


class PresetDetail(Endpoint):
    tag, scope = "games", Scope.PLAY

    @operation(
        "Set a conditional order",
        body=PresetInput,
        answer=PresetsOutput,
        refuses=(NoSuchPreset, *AS_SEATED),
        example_body={"value": "rubles"},
    )
    def put(self, request: Request, game_id: int, name: str) -> Response:
        """Answers the question when it comes up, or at once if it is already open."""
        granted(request, game_id, set_preset, name=name, now=now(), **read(PresetInput, request.data))
        return presets_answer(request, game_id)

    @operation("Reset a conditional order", answer=PresetsOutput, refuses=(NoSuchPreset, *AS_SEATED))
    def delete(self, request: Request, game_id: int, name: str) -> Response:
        """Restores the default."""
        granted(request, game_id, set_preset, name=name, value=None, now=now())
        return presets_answer(request, game_id)


def presets_answer(request: Request, game_id: int) -> Response:
    """All presets as they are now, with the version: deciding may have answered a question that was waiting."""
    play = visible_play(request, game_id)
    seat = play.seat_of(request.user)
    if seat is None:
        raise NotSeated
    body = {"version": play.game.version, "presets": offered(play, seat.index)}
    return Response(PresetsOutput(body).data)


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
