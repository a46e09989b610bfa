"""Ratings, leaderboards, two players against each other, and the own calendar."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from api.endpoint import Endpoint, asked, http_of, user_of
from api.pages import CURSOR, LIMIT, limit_of, next_url, place_of
from api.schema import operation
from api.scopes import Scope
from arbiter.ratings.games import OVERALL
from games.selectors.ranking import Place
from tournaments.models.rating import LadderPart
from tournaments.pages import exports
from tournaments.rated import records
from tournaments.rated.ladders import ladder_of, pools, standing_of
from tournaments.rated.services import hide_own


class PoolOutput(serializers.Serializer[Any]):
    name = serializers.CharField(source="pool.name")
    players = serializers.IntegerField()


class PoolsOutput(serializers.Serializer[Any]):
    pools = PoolOutput(many=True)
    next = serializers.CharField(allow_null=True, help_text="URL of the next page; null on the last page.")


class LadderInput(serializers.Serializer[Any]):
    pool = serializers.CharField(max_length=60, default=OVERALL, help_text="Key of the pool.")
    list = serializers.ChoiceField(choices=LadderPart.values, default=LadderPart.SETTLED.value)


class LadderLineOutput(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    player = serializers.IntegerField(source="user.pk")
    name = serializers.CharField(source="user.name")
    rating = serializers.CharField(allow_blank=True, help_text="With a question mark while provisional.")
    games = serializers.IntegerField()
    played_at = serializers.DateTimeField()
    is_you = serializers.BooleanField()


class RatingOutput(serializers.Serializer[Any]):
    pool = serializers.CharField(source="pool.name")
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


class RatingsEndpoint(Endpoint):
    tag, public = "ratings", True


class Pools(RatingsEndpoint):
    @operation("Rating pools", answer=PoolsOutput, query=(CURSOR, LIMIT))
    def get(self, request: Request) -> Response:
        """All pools with at least one rating."""
        page = self.in_order(pools(), PoolOutput).data
        return Response({"pools": page["results"], "next": page["next"]})


class Leaderboard(RatingsEndpoint):
    @operation("A leaderboard", lists=LadderLineOutput, query=(LadderInput,))
    def get(self, request: Request) -> Response:
        """Of one pool: established ratings, provisional ratings, or ratings of players inactive for a year."""
        sent, start = asked(LadderInput, request), place_of(request, Place.read)
        pool = sent["pool"]
        if pool != OVERALL and pool not in {one["pool"].name for one in pools()}:
            raise NotFound
        found = ladder_of(pool, LadderPart(sent["list"]), start, user_of(request), size=limit_of(request))
        following = next_url(request, found["page"].next) if found["page"].next else None
        return Response({"results": LadderLineOutput(found["lines"], many=True).data, "next": following})


class PlayerRatings(RatingsEndpoint):
    @operation("The ratings of a player", answer=RatingsOutput)
    def get(self, request: Request, user_id: int) -> Response:
        """In every pool, the overall rating first."""
        player: User = get_object_or_404(User, pk=user_id, guest_until=None)
        standing = standing_of(player, user_of(request))
        answer = {"player": player.pk, "name": player.name} | {
            "is_hidden": standing["is_hidden"],
            "ratings": standing["lines"],
        }
        return Response(RatingsOutput(answer).data)


class OwnRatings(Endpoint):
    tag, scope = "ratings", Scope.ACCOUNT

    @operation("Hide your own ratings", body=None, status=204)
    def delete(self, request: Request) -> None:
        """Hides your ratings from you on the whole site; others still see them."""
        hide_own(user=user_of(request), hidden=True)

    @operation("Show your own ratings", body=None, status=204)
    def put(self, request: Request) -> None:
        hide_own(user=user_of(request), hidden=False)


class MeetingOutput(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    game = serializers.IntegerField(source="game_id", allow_null=True, help_text="Null if you may not see it.")
    own = serializers.IntegerField(help_text="Final place of the first player.")
    other = serializers.IntegerField()


class AgainstOutput(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    other = serializers.IntegerField()
    games = serializers.IntegerField(help_text="Rated games.")
    won = serializers.IntegerField(help_text="Games in which the first player finished ahead.")
    level = serializers.IntegerField()
    lost = serializers.IntegerField()
    meetings = MeetingOutput(many=True, help_text="The latest fifty, latest first.")


class Against(RatingsEndpoint):
    @operation("Two players head to head", answer=AgainstOutput)
    def get(self, request: Request, user_id: int, other_id: int) -> Response:
        """Their rated games against each other."""
        people = User.objects.filter(guest_until=None)
        player, other = get_object_or_404(people, pk=user_id), get_object_or_404(people, pk=other_id)
        if player == other:
            raise NotFound
        found = next(iter(records.opponents(player, only=other)), None)
        told = {
            "player": player.pk,
            "other": other.pk,
            **(found or dict.fromkeys(("games", "won", "level", "lost"), 0)),
            "meetings": records.meetings(player, other, user_of(request)),
        }
        return Response(AgainstOutput(told).data)


class FeedOutput(serializers.Serializer[Any]):
    url = serializers.CharField(
        allow_blank=True,
        allow_null=True,
        help_text="Anyone with this URL can read your calendar. Empty: none; null if the first response is repeated.",
    )


class Feed(Endpoint):
    tag, scope, read_scope = "tournaments", Scope.ACCOUNT, Scope.ACCOUNT
    secrets = frozenset({"url"})

    @operation("Your calendar URL", answer=FeedOutput)
    def get(self, request: Request) -> Response:
        """For calendar programs: the deadlines of your games and the dates of your tournaments."""
        return self._told(request, user_of(request))

    @operation("Create a new calendar URL", body=None, answer=FeedOutput, status=201)
    def post(self, request: Request) -> Response:
        """The old URL stops working."""
        user = user_of(request)
        exports.renew_feed(user)
        return self._told(request, user, 201)

    @operation("Delete your calendar URL", status=204)
    def delete(self, request: Request) -> None:
        """No calendar until you create a new URL."""
        exports.revoke_feed(user_of(request))

    def _told(self, request: Request, user: User, status: int = 200) -> Response:
        return Response({"url": exports.feed_address(http_of(request), user)}, status=status)
