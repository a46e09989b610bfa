"""What has changed: everything of a person's with a mark that changes with it."""

import hashlib
import json
from collections import defaultdict
from typing import Any

from django.db.models import Max
from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from api.endpoint import Endpoint, user_of
from api.schema import operation
from games.models import Game, Invitation, Participant, Status, Tenure
from games.page.pulse import STREAM, VIEWER
from games.tables.gathering import GATHERING, own_invitations
from notifications.models import Notification
from notifications.services import KEEP_MESSAGES

PULSE = {
    "games": [{"game": 4711, "version": 41, "said": 3, "is_paused": False}],
    "tables": [{"table": 4730, "mark": "5f0c1d2e9a7b3348"}],
    "notifications": 90210,
}
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

    @operation("Updates", answer=PulseOutput, example=PULSE)
    def get(self, request: Request) -> Response:
        """Everything of yours, each with a number or mark that changes with it. The response is small, so you can poll it with
        `If-None-Match`. `GET /streams/mine/` (`text/event-stream`, same token) sends the same as tournaments: `look` names what
        to reload, and `beat` comes every 20 s."""
        user = user_of(request)
        told = Notification.objects.filter(user=user, created_at__gte=now() - KEEP_MESSAGES)
        newest = told.aggregate(newest=Max("pk"))["newest"]
        answer = {"games": _games(user), "tables": _tables(user), "notifications": newest}
        headers = {VIEWER: str(user.pk)} if STREAM in request.headers else None
        return Response(PulseOutput(answer).data, headers=headers)


def _games(user: User) -> list[dict[str, object]]:
    games = Participant.going_on(user).values("game")
    held = Tenure.objects.filter(user=user, until=None, seat__game__status=Status.RUNNING, seat__game__in=games)
    columns = ("seat__game", "seat__game__version", "seat__game__said", "seat__game__paused_at")
    rows = held.order_by("-seat__game").values_list(*columns)[:MOST_GAMES]
    return [
        {"game": game, "version": version, "said": said, "is_paused": paused_at is not None}
        for game, version, said, paused_at in rows
    ]


def _tables(user: User) -> list[dict[str, object]]:
    sits = Participant.objects.filter(pk__in=Participant.going_on(user).values("pk")).order_by().values("game")
    asked = Invitation.objects.filter(own_invitations(user)).order_by().values("game")
    columns = ("pk", "title", "status", "visibility", "starts_at", "expires_at", "options_changed_at")
    gathering = Game.objects.filter(pk__in=sits.union(asked), status__in=GATHERING)
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
