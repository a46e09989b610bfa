"""All that somebody has, each with what changes when there is something new: for programs that ask, and for streams/."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from typing import Any

from django.db.models import Max, Q
from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from api.endpoint import Endpoint
from api.schema import operation
from games.models import Game, Invitation, Participant, Status, Tenure
from games.page.views.pulse import STREAM, VIEWER
from games.tables.services.gathering import GATHERING, own_invitations
from notifications.forgetting import MESSAGES
from notifications.models import Notification

from . import examples
from .looking import caller

MOST_GAMES, MOST_TABLES = 200, 50
"""How many are told; the newest. The process of the streams keeps them for each that listens."""


class GamePulse(serializers.Serializer[Any]):
    game = serializers.IntegerField()
    version = serializers.IntegerField()
    said = serializers.IntegerField(help_text="Number of the last message in the table's chat.")
    is_paused = serializers.BooleanField()


class TablePulse(serializers.Serializer[Any]):
    table = serializers.IntegerField()
    mark = serializers.CharField(help_text="Changes when terms, players, invitations or the start change.")


class PulseOutput(serializers.Serializer[Any]):
    games = GamePulse(many=True, help_text=f"Your running games, newest first; at most {MOST_GAMES}.")
    tables = TablePulse(
        many=True, help_text=f"Tables you joined or are invited to that have not started; at most {MOST_TABLES}."
    )
    notifications = serializers.IntegerField(allow_null=True, help_text="Your newest notification.")


class Pulse(Endpoint):
    tag = "games"

    @operation("Updates", answer=PulseOutput, example=examples.PULSE)
    def get(self, request: Request) -> Response:
        """Everything of yours, each with a number or mark that changes with it. The response is small, so you can poll it with
        `If-None-Match`. `GET /streams/mine/` (`text/event-stream`, same token) sends the same as tournaments: `look` names what
        to reload, and `beat` comes every 20 s."""
        user = caller(request)
        answer = {"games": _games(user), "tables": _tables(user), "notifications": _newest(user)}
        headers = {VIEWER: str(user.pk)} if STREAM in request.headers else None
        return Response(PulseOutput(answer).data, headers=headers)


def _games(user: User) -> list[dict[str, object]]:
    held = Tenure.objects.filter(user=user, until__isnull=True, seat__game__status=Status.RUNNING)
    columns = ("seat__game", "seat__game__version", "seat__game__said", "seat__game__paused_at")
    rows = held.order_by("-seat__game").values_list(*columns)[:MOST_GAMES]
    return [
        {"game": game, "version": version, "said": said, "is_paused": paused_at is not None}
        for game, version, said, paused_at in rows
    ]


def _tables(user: User) -> list[dict[str, object]]:
    sits = Participant.objects.filter(user=user).values("game")
    asked = Invitation.objects.filter(own_invitations(user)).values("game")
    columns = ("pk", "title", "status", "visibility", "starts_at", "expires_at", "options_changed_at")
    gathering = Game.objects.filter(Q(pk__in=sits) | Q(pk__in=asked), status__in=GATHERING)
    tables = list(gathering.order_by("-pk").values_list(*columns)[:MOST_TABLES])
    people: defaultdict[int, list[object]] = defaultdict(list)
    if tables:
        numbers = [row[0] for row in tables]
        sitting = Participant.objects.filter(game__in=numbers).order_by("pk")
        invited = Invitation.objects.filter(game__in=numbers).order_by("pk")
        for game, *told in [
            *sitting.values_list("game", "pk", "agreed"),
            *invited.values_list("game", "pk", "state"),
        ]:
            people[game].append(told)
    return [{"table": row[0], "mark": _mark([*row, *people[row[0]]])} for row in tables]


def _mark(told: list[object]) -> str:
    return hashlib.sha256(json.dumps(told, default=str).encode()).hexdigest()[:16]


def _newest(user: User) -> int | None:
    found = Notification.objects.filter(user=user, created_at__gte=now() - MESSAGES).aggregate(newest=Max("pk"))
    newest: int | None = found["newest"]
    return newest
