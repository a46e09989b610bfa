"""Conditional orders of the own seat: the same words as on the page and by email, and what they would do now."""

from typing import Any

from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, read, user_of
from api.schema import operation
from api.scopes import Scope
from games.board.standing import order_lines, standing_lines, stopped_words
from games.models import Source
from games.names.cards import Deck
from games.play import errors as refusals
from games.play import moves
from games.play.positions import Play
from games.play.standing import ordered_by

from .acts import AS_SEATED, MovesOutput, rows_told
from .looking import Number, granted, visible_play

WORDS = "buy hospital up to 13, else take it, else pass until change"


class OrdersText(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=2000, help_text="One order on each line, in English or German.")


class OrdersTestInput(OrdersText):
    supposed = serializers.CharField(
        max_length=200,
        allow_blank=True,
        default="",
        help_text="What else holds, such as `I have 12 rubles and Market costs 4`. Empty: the present position.",
    )


class OrdersInput(OrdersText):
    version = Number(help_text="The `version` of the state you have seen.")


class OrderOutput(serializers.Serializer[Any]):
    text = serializers.CharField()
    does = serializers.CharField(help_text="What the order would do now, in words.")


class ActedOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="The row of the log.")
    order = serializers.CharField()


class OrdersOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    orders = OrderOutput(many=True)
    stopped = serializers.CharField(allow_blank=True, help_text="Why your orders stopped, until you act.")
    acted = ActedOutput(many=True, help_text="What your orders have played.")


class Orders(Endpoint):
    tag, scope = "games", Scope.PLAY

    @operation("Your orders in words", answer=OrdersOutput, refuses=(refusals.NotSeated,))
    def get(self, request: Request, game_id: int) -> Response:
        """Orders that stand, with what each would do now. Visible to you only."""
        return orders_answer(request, visible_play(request, game_id))

    @operation(
        "Give orders",
        body=OrdersInput,
        answer=MovesOutput,
        refuses=(
            refusals.NotAnOrder,
            refusals.OrderStops,
            refusals.StalePosition,
            refusals.GamePaused,
            *AS_SEATED,
        ),
        example_body={"text": WORDS, "version": 41},
    )
    def put(self, request: Request, game_id: int) -> Response:
        """Replaces all your orders. Takes effect at once if you are asked. docs/orders.md has the grammar."""
        sent, user = read(OrdersInput, request.data), user_of(request)
        rows = granted(
            request,
            game_id,
            lambda: moves.give_orders(game_id=game_id, user=user, source=Source.API, now=now(), **sent),
        )
        return Response(rows_told(game_id, request.user, rows))

    @operation("Revoke all orders", status=204, refuses=AS_SEATED)
    def delete(self, request: Request, game_id: int) -> Response:
        """Moves already played stand."""
        granted(request, game_id, lambda: moves.revoke_pass(game_id=game_id, user=user_of(request)))
        return Response(status=204)


class OrdersTest(Endpoint):
    tag, scope = "games", Scope.PLAY

    @operation(
        "Test orders",
        body=OrdersTestInput,
        answer=OrdersOutput,
        refuses=(refusals.NotAnOrder, refusals.NotSeated),
        example_body={"text": WORDS},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """What these orders would do now, or if something else held. Changes nothing."""
        sent = read(OrdersTestInput, request.data)
        return orders_answer(request, visible_play(request, game_id), **sent)


def orders_answer(request: Request, play: Play, text: str | None = None, supposed: str = "") -> Response:
    """The orders that stand for the own seat, or those of a text."""
    seat = play.seat_of(request.user)
    if seat is None:
        raise refusals.NotSeated
    if text is None:
        orders = standing_lines(play, seat)
    else:
        view = moves.supposed_view(play, seat, supposed)
        orders = order_lines(moves.read_orders(play, text), view, Deck(play.options), supposed)
    body = {
        "version": play.game.version,
        "orders": orders,
        "stopped": stopped_words(play, seat),
        "acted": [{"number": number, "order": order} for number, order in ordered_by(seat).items()],
    }
    return Response(OrdersOutput(body).data)
