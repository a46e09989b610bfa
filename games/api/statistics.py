"""The statistics of the site and of players for programs."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from api.endpoint import Endpoint
from api.schema import operation
from games.selectors.career import tables_of
from games.statistics.figures import statistics

from .history import ShareOutput


class MonthOutput(serializers.Serializer[Any]):
    month = serializers.CharField()
    games = serializers.IntegerField()
    rated = serializers.IntegerField()
    points = serializers.FloatField(help_text="Average of all players.")


class SeatOrderOutput(serializers.Serializer[Any]):
    edition = serializers.IntegerField()
    players = serializers.IntegerField()
    seat = serializers.IntegerField()
    wins = ShareOutput()
    points = serializers.FloatField(help_text="Average.")


class ExpansionOutput(serializers.Serializer[Any]):
    expansion = serializers.CharField(source="key", allow_blank=True, help_text="Empty: the base game.")
    players = serializers.IntegerField()
    games = serializers.IntegerField()
    points = serializers.FloatField(help_text="Average of all players.")
    rounds = serializers.FloatField(help_text="Average.")


class CardTotalOutput(serializers.Serializer[Any]):
    card = serializers.CharField()
    wins = ShareOutput(help_text="Of players who bought it, in games with two or more players.")
    price = serializers.FloatField(help_text="Average price of the first copy.")
    round = serializers.FloatField(help_text="Average round of the first copy.")


class PaceTotalOutput(serializers.Serializer[Any]):
    time_control = serializers.CharField(source="name", help_text="In words, in the language of the request.")
    players = serializers.IntegerField()
    games = serializers.IntegerField(help_text="Without bots, played to the end.")
    days = serializers.FloatField(help_text="Average.")
    wait = serializers.FloatField(help_text="Average hours from one move to the next.")


class StatisticsOutput(serializers.Serializer[Any]):
    games = serializers.IntegerField()
    months = MonthOutput(many=True)
    seats = SeatOrderOutput(many=True)
    expansions = ExpansionOutput(many=True)
    cards = CardTotalOutput(many=True)
    time_controls = PaceTotalOutput(source="paces", many=True)


class SiteStatistics(Endpoint):
    tag, public = "games", True

    @operation("Statistics of the site", answer=StatisticsOutput)
    def get(self, request: Request) -> Response:
        """From all finished public games. For other selections use `archive/counts/`."""
        return Response(StatisticsOutput(statistics()).data)


class TallyOutput(serializers.Serializer[Any]):
    name = serializers.CharField(source="words", help_text="In words, in the language of the request.")
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    place = serializers.FloatField(help_text="Average.")
    points = serializers.FloatField(help_text="Average.")


class PlayerStatisticsOutput(serializers.Serializer[Any]):
    editions = TallyOutput(many=True)
    seats = TallyOutput(many=True)
    expansions = TallyOutput(many=True)


class PlayerStatistics(Endpoint):
    tag, public = "games", True

    @operation("Statistics of a player", answer=PlayerStatisticsOutput)
    def get(self, request: Request, user_id: int) -> Response:
        """From all finished public games against others."""
        player = get_object_or_404(User.objects.players(), pk=user_id)
        return Response(PlayerStatisticsOutput(tables_of(player)).data)
