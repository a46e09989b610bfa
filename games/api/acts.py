"""What one does in a begun game, through the services that the pages use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.core.internal import ratelimit
from django.utils.timezone import now
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import APP
from api.endpoint import Endpoint
from api.refusals import Refusal
from api.schema import operation
from api.scopes import Scope
from games.errors import GameError
from games.hints.practice import may_ask
from games.hints.told import REFUSED, advice_for
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
        """`version` is that of the state you chose it from: where the question put to you has changed since, it is
        `stale_position`, so nothing is played twice. The answer has the rows of the log that came of it, also what standing passes
        and presets of others have answered at once."""
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
        "Order passes",
        body=serializers.PassInput,
        answer=serializers.MovesOutput,
        refuses=(refusals.NoStandingPass, refusals.StalePosition, refusals.GamePaused, *AS_SEATED),
        example_body={"mode": "until-change", "version": 41},
    )
    def put(self, request: Request, game_id: int) -> Response:
        """Pass until the tableau changes, or for this phase; at once where it is your turn."""
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

    @operation("Order no more passes", status=204, refuses=AS_SEATED)
    def delete(self, request: Request, game_id: int) -> Response:
        """What it has answered already stays."""
        granted(request, game_id, lambda: play.revoke_pass(game_id=game_id, user=caller(request)))
        return Response(status=204)


class EndWish(Act):
    @operation("Wish to end the game as it stands", answer=serializers.StateOutput, refuses=AS_SEATED)
    def put(self, request: Request, game_id: int) -> Response:
        """It ends when everybody who plays wishes so."""
        user = caller(request)
        granted(request, game_id, lambda: endings.wish_end(game_id=game_id, user=user, source=Source.API, now=now()))
        return self.state(request, game_id)

    @operation("No longer wish to end the game", answer=serializers.StateOutput, refuses=AS_SEATED)
    def delete(self, request: Request, game_id: int) -> Response:
        granted(request, game_id, lambda: endings.withdraw_end(game_id=game_id, user=caller(request)))
        return self.state(request, game_id)


class Resignation(Act):
    @operation("Resign", body=None, answer=serializers.StateOutput, refuses=AS_SEATED)
    def post(self, request: Request, game_id: int) -> Response:
        """Give your seat to a bot, for good."""
        user = caller(request)
        granted(request, game_id, lambda: seats.resign(game_id=game_id, user=user, source=Source.API, now=now()))
        return self.state(request, game_id)


class SeatBack(Act):
    @operation("Take your seat back", body=None, answer=serializers.StateOutput, refuses=AS_SEATED)
    def post(self, request: Request, game_id: int) -> Response:
        """From the bot that keeps it because deadlines were missed."""
        user = caller(request)
        granted(request, game_id, lambda: seats.take_back(game_id=game_id, user=user, source=Source.API, now=now()))
        return self.state(request, game_id)


class Rematch(Endpoint):
    tag, scope = "games", Scope.TABLES

    @operation("Open a table for the same people", body=None, answer=serializers.NewTableOutput, status=201)
    def post(self, request: Request, game_id: int) -> Response:
        """Once the game is over. Whoever wished it first has opened it; asked again it is the same table."""
        table = granted(request, game_id, lambda: tables.rematch(game_id=game_id, user=caller(request), now=now()))
        return Response(serializers.NewTableOutput({"id": table.pk, "url": table.get_absolute_url()}).data, status=201)


class SeenMark(Endpoint):
    tag, scope = "games", Scope.PLAY

    @operation("Say what you have seen", body=serializers.SeenInput, status=204)
    def put(self, request: Request, game_id: int) -> Response:
        """So that pages and mails do not call it news: the version, the last line of the chat, the result. It only grows."""
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
        "Ask for a hint",
        body=None,
        answer=serializers.HintOutput,
        refuses=(NoHint, TooManyHints),
        example={"move": "buy market lower", "next": "pass", "gain": 1.25},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """What a searching bot would do in your place: in practice games, which you play against bots alone and unrated. Thirty in
        ten minutes."""
        play, user = visible_play(request, game_id), caller(request)
        seat = may_ask(play, user)
        if seat is None:
            raise NoHint
        if ratelimit.consume(request._request, app=APP, action="hint_for_person", key=str(user.pk)) is None:
            raise TooManyHints
        return Response(serializers.HintOutput(advice_for(play, seat)).data)
