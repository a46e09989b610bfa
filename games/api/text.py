"""The game as plain text, and text as moves and conditional orders, in the same words as on the page and by email."""

from typing import Any

from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from api.endpoint import Endpoint, read
from api.schema import operation
from api.scopes import Scope
from games.board.standing import order_lines, standing_lines, stopped_words
from games.models import Source
from games.names.cards import Deck
from games.play import errors as refusals
from games.play import moves
from games.play.positions import Play, load
from games.play.standing import ordered_by
from games.text_client import lines
from games.text_client.lines import LONGEST_PART, MOST_PARTS
from games.text_client.playing import ORDERS, PlayedLine, line_from, play_line
from games.text_client.telling import telling

from .acts import AS_SEATED, MovesOutput, rows_answer
from .looking import LINK, Number, eyes_of, granted, visible_play


class TextOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    text = serializers.CharField(help_text="Plain text in the language of the request, at most 72 characters per line.")
    moves = serializers.ListField(
        child=serializers.CharField(), help_text="Your options in words; the first is number 1."
    )


class LineInput(serializers.Serializer[Any]):
    line = serializers.CharField(
        max_length=MOST_PARTS * (LONGEST_PART + 2),
        help_text="Moves joined by `;`, as notation or words. The first may be a number of the list, the last an auto-pass order.",
    )
    version = Number(help_text="The `version` you have read.")


class UnplayedOutput(serializers.Serializer[Any]):
    parts = serializers.ListField(child=serializers.CharField(), help_text="Parts that were not played.")
    code = serializers.CharField(help_text="Error code.")
    detail = serializers.CharField(help_text="The error as a sentence.")


class LinePlayedOutput(MovesOutput):
    played = serializers.ListField(child=serializers.CharField(), help_text="Moves that were played.")
    ordered = serializers.CharField(allow_null=True, help_text="The auto-pass order that was set, or `pass no more`.")
    unplayed = UnplayedOutput(allow_null=True, help_text="Why the rest of the line was not played.")


class GameText(Endpoint):
    tag, scope, public = "games", Scope.PLAY, True

    @operation("A game as text", answer=TextOutput, query=(LINK,))
    def get(self, request: Request, game_id: int) -> Response:
        """As in emails, from your point of view: what happened, the position, and your options."""
        play = visible_play(request, game_id)
        told = telling(play, eyes_of(request, play), now=now())
        moves = [move.text for move in told.moves]
        return Response({"version": play.game.version, "text": told.text, "moves": moves})

    @operation(
        "Play moves as text",
        body=LineInput,
        answer=LinePlayedOutput,
        status=201,
        refuses=(
            lines.NothingWritten,
            lines.LineTooLong,
            lines.NoSuchNumber,
            lines.NumberAfterFirst,
            lines.OrderNotLast,
            refusals.NotAMove,
            refusals.IllegalMove,
            refusals.StalePosition,
            refusals.NotYourTurn,
            refusals.NoStandingPass,
            refusals.GamePaused,
            *AS_SEATED,
        ),
        example_body={"line": "2; pass until change", "version": 41},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Plays several moves of one phase in one transaction, read like an email reply. If the first part is wrong, nothing
        is played. Moves that reveal cards are played without a second question."""
        sent = read(LineInput, request.data)
        visible_play(request, game_id)

        def play_written(game_id: int, user: User) -> PlayedLine:
            play = load(game_id)
            line = line_from(play, play.acting_seat(user), sent["line"], sent["version"])
            return play_line(
                game_id=game_id, user=user, line=line, version=sent["version"], source=Source.API, now=now()
            )

        done = granted(request, game_id, play_written)
        why = done.why
        told = {
            **rows_answer(request, game_id, done.rows).data,
            "played": list(done.moves),
            "ordered": None if done.ordered is None else ORDERS[done.ordered],
            "unplayed": why and {"parts": list(done.left), "code": why.code, "detail": str(why)},
        }
        return Response(told, status=201)


WORDS = "buy hospital up to 13, else take it, else pass until change"


class OrdersText(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=2000, help_text="One order on each line, in English or German.")


class OrdersTestInput(OrdersText):
    supposed = serializers.CharField(
        max_length=200,
        allow_blank=True,
        default="",
        help_text="A hypothetical position, such as `I have 12 rubles and Market costs 4`. Empty: the current position.",
    )


class OrdersInput(OrdersText):
    version = Number(help_text="The `version` of the state you have seen.")


class OrderOutput(serializers.Serializer[Any]):
    text = serializers.CharField()
    does = serializers.CharField(help_text="What the order would do, in words.")


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
        sent = read(OrdersInput, request.data)
        rows = granted(request, game_id, moves.give_orders, source=Source.API, now=now(), **sent)
        return rows_answer(request, game_id, rows)

    @operation("Revoke all orders", status=204, refuses=AS_SEATED)
    def delete(self, request: Request, game_id: int) -> None:
        """Moves already played stand."""
        granted(request, game_id, moves.revoke_pass)


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
