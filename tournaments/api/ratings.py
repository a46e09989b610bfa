"""Ratings and leaderboards."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from api.cursors import CURSOR, next_url, number_of, page_of
from api.endpoint import Endpoint, user_of
from api.forms import read
from api.schema import operation
from api.scopes import Scope
from tournaments.rated.ladders import Part, ladder_of, pools
from tournaments.rated.services.wishes import hide_own
from tournaments.rated.standing import standing_of
from arbiter.ratings.games import OVERALL


class PoolOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    players = serializers.IntegerField()


class PoolsOutput(serializers.Serializer[Any]):
    pools = PoolOutput(many=True)


class LadderInput(serializers.Serializer[Any]):
    pool = serializers.CharField(max_length=60, default=OVERALL, help_text="Key of the pool.")
    list = serializers.ChoiceField(choices=[one.value for one in Part], default=Part.SETTLED.value)


class LadderLineOutput(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    rating = serializers.CharField(allow_blank=True, help_text="With a question mark while provisional.")
    games = serializers.IntegerField()
    played_at = serializers.DateTimeField()
    is_you = serializers.BooleanField()


class RatingOutput(serializers.Serializer[Any]):
    pool = serializers.CharField()
    rating = serializers.CharField()
    games = serializers.IntegerField()
    is_provisional = serializers.BooleanField()
    is_inactive = serializers.BooleanField()
    played_at = serializers.DateTimeField()


class RatingsOutput(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField()
    is_hidden = serializers.BooleanField(help_text="You chose to hide your own ratings.")
    ratings = RatingOutput(many=True)


class Pools(Endpoint):
    tag, public = "ratings", True

    @operation("Rating pools", answer=PoolsOutput)
    def get(self, request: Request) -> Response:
        """All pools with at least one rating."""
        return Response({"pools": [{"name": one.pool.name, "players": one.players} for one in pools()]})


class Leaderboard(Endpoint):
    tag, public = "ratings", True

    @operation("A leaderboard", answer=page_of(LadderLineOutput), query=(LadderInput, CURSOR), is_list=True)
    def get(self, request: Request) -> Response:
        """Of one pool: established ratings, provisional ratings, or ratings of players inactive for a year."""
        sent, number = read(LadderInput, request.query_params.dict()), number_of(request)
        pool = sent["pool"]
        if pool != OVERALL and pool not in {one.pool.name for one in pools()}:
            raise NotFound
        found = ladder_of(pool, Part(sent["list"]), str(number), user_of(request), now())
        if found.page.number != number:
            return Response({"results": [], "next": None})
        rows = [
            {
                "place": line.place,
                "player": line.user.pk,
                "name": line.user.name,
                "rating": str(line.rating),
                "games": line.games,
                "played_at": line.played_at,
                "is_you": line.is_you,
            }
            for line in found.lines
        ]
        following = next_url(request, number + 1) if found.page.has_next() else None
        return Response({"results": LadderLineOutput(rows, many=True).data, "next": following})


class PlayerRatings(Endpoint):
    tag, public = "ratings", True

    @operation("The ratings of a player", answer=RatingsOutput)
    def get(self, request: Request, user_id: int) -> Response:
        """In every pool, the overall rating first."""
        player: User = get_object_or_404(User, pk=user_id, guest_until=None)
        standing = standing_of(player, user_of(request))
        rows = [
            {
                "pool": line.pool.name,
                "rating": str(line.rating),
                "games": line.games,
                "is_provisional": line.is_provisional,
                "is_inactive": line.is_inactive,
                "played_at": line.played_at,
            }
            for line in standing.lines
        ]
        answer = {"player": player.pk, "name": player.name, "is_hidden": standing.is_hidden, "ratings": rows}
        return Response(RatingsOutput(answer).data)


class OwnRatings(Endpoint):
    tag, scope = "ratings", Scope.ACCOUNT

    @operation("Hide your own ratings", body=None, status=204)
    def delete(self, request: Request) -> Response:
        """Hides your ratings from you on the whole site; others still see them."""
        hide_own(user=user_of(request), hidden=True)
        return Response(status=204)

    @operation("Show your own ratings", body=None, status=204)
    def put(self, request: Request) -> Response:
        hide_own(user=user_of(request), hidden=False)
        return Response(status=204)
