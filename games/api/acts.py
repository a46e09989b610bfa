"""What one does in a begun game, through the services that the pages use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.timezone import now
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.allauth_internals import ratelimit
from accounts.limits import APP
from api.endpoint import Endpoint
from api.refusals import Refusal
from api.schema import operation
from api.scopes import Scope
from games.errors import GameError
from games.hints.advice import may_ask
from games.hints.views import REFUSED, advice_for
from games.models import Game, PassMode, Source
from games.play import asked
from games.play import errors as refusals
from games.play.positions import load
from games.play.services import endings, play, seats
from games.play.services.seen import saw
from games.tables.services import tables

from . import examples, serializers
from .games import state_of
from .looking import caller, visible_play

AS_SEATED = (refusals.NotSeated, refusals.NotRunning)


def granted(request: Request, game_id: int, wish: Callable[[], Any]) -> Any:
    """What a service answers. Of a game that the caller may not watch he does not even learn why not."""
    try:
        return wish()
    except Game.DoesNotExist:
        raise NotFound from None
    except GameError:
        visible_play(request, game_id)
        raise


class Act(Endpoint):
    """A wish after which the answer is the game as it stands then."""

    tag, scope = "games", Scope.PLAY

    def state(self, request: Request, game_id: int) -> Response:
        return Response(state_of(visible_play(request, game_id), request.user))


class MoveList(Endpoint):
    tag, scope = "games", Scope.PLAY

    @operation(
        "Play a move",
        body=serializers.MoveInput,
        answer=serializers.MovesOutput,
        status=201,
        refuses=(
            refusals.NotAMove,
            refusals.IllegalMove,
            refusals.StalePosition,
            refusals.NotYourTurn,
            refusals.GamePaused,
            *AS_SEATED,
        ),
        example_body=examples.MOVE,
        example=examples.MOVED,
    )
    def post(self, request: Request, game_id: int) -> Response:
        """`version` is the version of the state you chose the move from. If your question has changed since, the answer is
        `stale_position` and nothing is played. The response lists the resulting rows of the log, including automatic passes
        and answers of other players."""
        body = serializers.MoveInput(data=request.data)
        body.is_valid(raise_exception=True)
        user, sent = caller(request), body.validated_data
        rows = granted(
            request,
            game_id,
            lambda: play.submit_move(game_id=game_id, user=user, source=Source.API, now=now(), **sent),
        )
        return Response(rows_told(game_id, request.user, rows), status=201)


def rows_told(game_id: int, user: object, rows: Any) -> object:
    """Rows that have come, as this user may know them: what standing orders of others have answered is not all his to know."""
    found = load(game_id)
    version = rows[-1].number if rows else found.game.version
    answer = {"version": version, "rows": asked.told_rows(found, found.eyes_of(user), rows)}
    return serializers.MovesOutput(answer).data


class StandingPass(Endpoint):
    tag, scope = "games", Scope.PLAY

    @operation(
        "Set an auto-pass",
        body=serializers.PassInput,
        answer=serializers.MovesOutput,
        refuses=(refusals.NoStandingPass, refusals.StalePosition, refusals.GamePaused, *AS_SEATED),
        example_body={"mode": "until-change", "version": 41},
    )
    def put(self, request: Request, game_id: int) -> Response:
        """Pass until the tableau changes, or for the rest of this phase. Takes effect at once if it is your turn."""
        body = serializers.PassInput(data=request.data)
        body.is_valid(raise_exception=True)
        user, mode, version = caller(request), body.validated_data["mode"], body.validated_data["version"]
        rows = granted(
            request,
            game_id,
            lambda: play.order_pass(
                game_id=game_id, user=user, mode=PassMode(mode), version=version, source=Source.API, now=now()
            ),
        )
        return Response(rows_told(game_id, request.user, rows))

    @operation("Cancel an auto-pass", status=204, refuses=AS_SEATED)
    def delete(self, request: Request, game_id: int) -> Response:
        """Passes already played stand."""
        granted(request, game_id, lambda: play.revoke_pass(game_id=game_id, user=caller(request)))
        return Response(status=204)


class EndWish(Act):
    @operation("Propose to end the game now", answer=serializers.StateOutput, refuses=AS_SEATED)
    def put(self, request: Request, game_id: int) -> Response:
        """The game ends when all players agree."""
        user = caller(request)
        granted(request, game_id, lambda: endings.wish_end(game_id=game_id, user=user, source=Source.API, now=now()))
        return self.state(request, game_id)

    @operation("Withdraw the proposal to end the game", answer=serializers.StateOutput, refuses=AS_SEATED)
    def delete(self, request: Request, game_id: int) -> Response:
        granted(request, game_id, lambda: endings.withdraw_end(game_id=game_id, user=caller(request)))
        return self.state(request, game_id)


class Resignation(Act):
    @operation("Resign", body=None, answer=serializers.StateOutput, refuses=AS_SEATED)
    def post(self, request: Request, game_id: int) -> Response:
        """Gives your seat to a bot for good."""
        user = caller(request)
        granted(request, game_id, lambda: seats.resign(game_id=game_id, user=user, source=Source.API, now=now()))
        return self.state(request, game_id)


class SeatBack(Act):
    @operation("Reclaim your seat", body=None, answer=serializers.StateOutput, refuses=AS_SEATED)
    def post(self, request: Request, game_id: int) -> Response:
        """Reclaims your seat from the bot that took over after missed deadlines."""
        user = caller(request)
        granted(request, game_id, lambda: seats.take_back(game_id=game_id, user=user, source=Source.API, now=now()))
        return self.state(request, game_id)


class Rematch(Endpoint):
    tag, scope = "games", Scope.TABLES

    @operation("Create a rematch table", body=None, answer=serializers.NewTableOutput, status=201)
    def post(self, request: Request, game_id: int) -> Response:
        """Available once the game has finished. The first request creates the table; further requests return the same one."""
        table = granted(request, game_id, lambda: tables.rematch(game_id=game_id, user=caller(request), now=now()))
        return Response(serializers.NewTableOutput({"id": table.pk, "url": table.get_absolute_url()}).data, status=201)


class SeenMark(Endpoint):
    tag, scope = "games", Scope.PLAY

    @operation("Mark as seen", body=serializers.SeenInput, status=204)
    def put(self, request: Request, game_id: int) -> Response:
        """Keeps pages and emails from reporting it as new: the version, the last chat message, the result. Values never go
        down."""
        body = serializers.SeenInput(data=request.data)
        body.is_valid(raise_exception=True)
        found = visible_play(request, game_id)
        if not found.has_sat(caller(request)):
            raise refusals.NotSeated
        sent = body.validated_data
        saw(
            user=caller(request),
            game_id=game_id,
            version=min(sent["version"], found.game.version),
            line=min(sent["line"], found.game.said),
            result=sent["result"] and found.game.is_finished,
        )
        return Response(status=204)


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
        answer=serializers.HintOutput,
        refuses=(NoHint, TooManyHints),
        example={"move": "buy market lower", "next": "pass", "gain": 1.25},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """The move of a search bot in your place. For practice games only: unrated games against bots. At most thirty in ten
        minutes."""
        play, user = visible_play(request, game_id), caller(request)
        seat = may_ask(play, user)
        if seat is None:
            raise NoHint
        if ratelimit.consume(request._request, app=APP, action="hint_for_person", key=str(user.pk)) is None:
            raise TooManyHints
        return Response(serializers.HintOutput(advice_for(play, seat)).data)
