"""The game as plain text, and a line of text as moves: for programs that speak with people."""

from typing import Any

from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from api.endpoint import Endpoint, read
from api.schema import operation
from api.scopes import Scope
from games.models import Source
from games.play import errors as refusals
from games.play.positions import load
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
