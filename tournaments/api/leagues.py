"""Leagues: their seasons as ladders, and signing up."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.timezone import now
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, asked, user_of
from api.schema import operation
from api.scopes import Scope
from tournaments.leagues.describing import short_of
from tournaments.leagues.errors import NoOpenSeason, TakenOff
from tournaments.leagues.history import Row, history_of
from tournaments.leagues.ladder import Zone
from tournaments.leagues.page import LeaguePage
from tournaments.leagues.services.entering import sign_off, sign_up
from tournaments.lifecycle.errors import EntriesClosed
from tournaments.lifecycle.services import following
from tournaments.models import League, Season, SeasonState


class LeagueLine(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    title = serializers.CharField()
    url = serializers.CharField(source="get_absolute_url")
    rules = serializers.SerializerMethodField(help_text="In short sentences, in the language of the request.")
    closed_at = serializers.DateTimeField(allow_null=True, help_text="No further season follows.")

    def get_rules(self, league: League) -> list[str]:
        return [str(one) for one in short_of(league)]


class RungOutput(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True)
    player = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.CharField(allow_blank=True)
    zone = serializers.ChoiceField(choices=[one.value for one in Zone], help_text="Division this place leads to.")


class GroupOutput(serializers.Serializer[Any]):
    level = serializers.IntegerField(help_text="From 1, the highest.")
    group = serializers.IntegerField()
    tournament = serializers.IntegerField(allow_null=True, help_text="Each group is a tournament of its own.")
    players = RungOutput(many=True)


class SeasonOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=SeasonState.choices)
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()


class EntriesOutput(serializers.Serializer[Any]):
    season = SeasonOutput()
    players = serializers.ListField(child=serializers.CharField(), help_text="Registered players.")
    is_in = serializers.BooleanField()


class LeagueOutput(LeagueLine):
    seasons = SeasonOutput(many=True)
    shown = SeasonOutput(allow_null=True, help_text="The season this ladder belongs to.")
    ladder = GroupOutput(many=True)
    entries = EntriesOutput(allow_null=True, help_text="The season with open registration.")


def told(request: Request, league_id: int, number: int | None = None) -> dict[str, Any]:
    """The league with one of its seasons."""
    league: League = get_object_or_404(League, pk=league_id)
    page = LeaguePage.of(league, number, user_of(request), now())
    if number is not None and (page.shown is None or page.shown.number != number):
        raise NotFound
    rings = [ring for level in page.ladder for ring in level]
    ladder = [
        {
            "level": ring.division.level,
            "group": ring.division.group,
            "tournament": ring.division.tournament_id,
            "players": [
                {
                    "place": rung.place,
                    "player": rung.entry.user_id,
                    "name": rung.entry.user.name,
                    "points": rung.points,
                    "zone": rung.zone.value,
                }
                for rung in ring.rungs
            ],
        }
        for ring in rings
    ]
    entries = page.entries
    return {
        **LeagueLine(league).data,
        "seasons": SeasonOutput(page.seasons, many=True).data,
        "shown": SeasonOutput(page.shown).data if page.shown else None,
        "ladder": ladder,
        "entries": {
            "season": SeasonOutput(entries.season).data,
            "players": [one.name for one in entries.people],
            "is_in": entries.is_in,
        }
        if entries
        else None,
    }


class LeagueList(Endpoint):
    tag, public = "leagues", True

    @operation("Leagues", lists=LeagueLine)
    def get(self, request: Request) -> Response:
        """Newest first."""
        return self.newest_first(League.objects.all(), LeagueLine)


class LeagueDetail(Endpoint):
    tag, public = "leagues", True

    @operation("A league", answer=LeagueOutput)
    def get(self, request: Request, league_id: int) -> Response:
        """The current season as a ladder, and the season with open registration."""
        return Response(told(request, league_id))


class SeasonDetail(Endpoint):
    tag, public = "leagues", True

    @operation("A season of a league", answer=LeagueOutput)
    def get(self, request: Request, league_id: int, number: int) -> Response:
        """A started season as a ladder."""
        return Response(told(request, league_id, number))


class SigningUp(Endpoint):
    tag, scope = "leagues", Scope.TOURNAMENTS

    @operation(
        "Register for a season",
        body=None,
        answer=LeagueOutput,
        status=201,
        refuses=(EntriesClosed, TakenOff, NoOpenSeason),
    )
    def post(self, request: Request, season_id: int) -> Response:
        """A season with open registration."""
        season: Season = get_object_or_404(Season, pk=season_id)
        sign_up(season_id=season_id, user=user_of(request), now=now())
        return Response(told(request, season.league_id), status=201)

    @operation("Withdraw from a season", status=204, refuses=(EntriesClosed,))
    def delete(self, request: Request, season_id: int) -> Response:
        """Before it starts."""
        get_object_or_404(Season, pk=season_id)
        sign_off(season_id=season_id, user=user_of(request), now=now())
        return Response(status=204)


class LeagueFollowing(Endpoint):
    tag, scope = "leagues", Scope.TOURNAMENTS

    @operation("Follow a league", body=None, status=204)
    def put(self, request: Request, league_id: int) -> Response:
        """You are notified when its seasons start and finish."""
        following.follow(get_object_or_404(League, pk=league_id), user_of(request), now=now())
        return Response(status=204)

    @operation("Unfollow a league", status=204)
    def delete(self, request: Request, league_id: int) -> Response:
        following.unfollow(get_object_or_404(League, pk=league_id), user_of(request))
        return Response(status=204)


class CellOutput(serializers.Serializer[Any]):
    season = serializers.IntegerField()
    level = serializers.IntegerField()
    group = serializers.IntegerField()
    place = serializers.IntegerField()
    turn = serializers.ChoiceField(choices=["", "up", "down"], help_text="Change from the previous season.")


class HistoryLine(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")
    seasons = serializers.SerializerMethodField()

    @extend_schema_field(CellOutput(many=True))
    def get_seasons(self, row: Row) -> Any:
        return CellOutput([cell for cell in row.cells if cell is not None], many=True).data


class UntilInput(serializers.Serializer[Any]):
    until = serializers.IntegerField(
        min_value=1, max_value=9999, required=False, help_text="The last season shown; the latest by default."
    )


class LeagueHistory(Endpoint):
    tag, public = "leagues", True

    @operation("History of a league", lists=HistoryLine, query=(UntilInput,))
    def get(self, request: Request, league_id: int) -> Response:
        """Places in the last six seasons; the best of the latest season come first."""
        league: League = get_object_or_404(League, pk=league_id)
        until = asked(UntilInput, request).get("until")
        begun = league.seasons.exclude(state=SeasonState.OPEN)
        numbers = list((begun.filter(number__lte=until) if until else begun).values_list("number", flat=True))
        return self.in_order(history_of(league, numbers, slice(None)).rows, HistoryLine)
