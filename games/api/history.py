"""What has happened in a game: its log in words, earlier positions, and the record once it is over."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from accounts.models import User
from api.cursors import CURSOR, LIMIT, page_of, slice_of
from api.endpoint import Endpoint
from api.schema import operation
from games.board import log as log_lines
from games.board.people import changes, people
from games.errors import GameError
from games.names.cards import Deck
from games.play.positions import visible_entries
from games.play.proof import proof_of
from games.replay.record import record_of

from . import examples
from .looking import LINK, visible_play
from .serializers import Number


class NotFinished(GameError):
    code = "not_finished"
    sentence = "The record, with its deal, is published when the game has finished."


class LogLineOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="The row of the log it belongs to; one row may produce several lines.")
    ply = serializers.IntegerField(help_text="Number of moves so far; `positions/<ply>/` shows the position.")
    at = serializers.DateTimeField(allow_null=True)
    seat = serializers.IntegerField(allow_null=True)
    text = serializers.CharField(help_text="A sentence in the language of the request.")
    note = serializers.CharField(allow_blank=True, help_text="For example `by email`; usually empty.")
    head = serializers.BooleanField(help_text="True for the heading of a phase.")


class Log(Endpoint):
    tag, public = "games", True

    @operation(
        "Game log",
        answer=page_of(LogLineOutput),
        query=(LINK, CURSOR, LIMIT),
        example=examples.LOG,
        is_list=True,
    )
    def get(self, request: Request, game_id: int) -> Response:
        """Everything you may know of what happened, oldest first."""
        play = visible_play(request, game_id)
        eyes = play.eyes_of(request.user) if isinstance(request.user, User) else None
        told = visible_entries(play, eyes)
        found = log_lines.lines(told, play.rows, Deck(play.options), people(play, eyes), hands=changes(play))
        shown, following = slice_of(request, list(found))
        rows = [
            {
                "number": line.number,
                "ply": line.ply,
                "at": line.at,
                "seat": line.person.seat if line.person else None,
                "text": line.text,
                "note": line.note,
                "head": line.head,
            }
            for line in shown
        ]
        return Response({"results": LogLineOutput(rows, many=True).data, "next": following})


class PositionInput(serializers.Serializer[Any]):
    seat = Number(
        required=False, help_text="Seat whose view you want, for finished games. A running game always shows your view."
    )


class PositionOutput(serializers.Serializer[Any]):
    ply = serializers.IntegerField()
    plies = serializers.IntegerField(help_text="Number of moves so far.")
    seat = serializers.IntegerField(allow_null=True, help_text="Seat whose view this is; null for a spectator.")
    view = serializers.DictField(help_text="As in the state of a game.")


class Position(Endpoint):
    tag, public = "games", True

    @operation("Position after a number of moves", answer=PositionOutput, query=(LINK, PositionInput))
    def get(self, request: Request, game_id: int, ply: int) -> Response:
        """Any player's view of a finished game; only your own view of a running one."""
        play = visible_play(request, game_id)
        query = PositionInput(
            data={name: request.query_params[name] for name in ("seat",) if name in request.query_params}
        )
        query.is_valid(raise_exception=True)
        if play.game.is_finished:
            seat = query.validated_data.get("seat")
            seat = seat if seat is not None and seat < len(play.seats) else None
        else:
            seat = play.eyes_of(request.user) if isinstance(request.user, User) else None
        last = len(play.steps) - 1
        if ply > last:
            raise NotFound
        view = play.view(seat) if ply == last else engine.view_for(play.at(ply).step.state, seat)
        return Response({"ply": ply, "plies": last, "seat": seat, "view": view.to_json()})


class Record(Endpoint):
    tag, public = "games", True

    @operation("Record of a finished game", answer=dict, query=(LINK,), refuses=(NotFinished,), example=examples.RECORD)
    def get(self, request: Request, game_id: int) -> Response:
        """Deal, secret, moves and result: enough to replay the game and verify the deal (docs/record.md)."""
        play = visible_play(request, game_id)
        if proof_of(play) is None:
            raise NotFinished
        return Response(record_of(play))
