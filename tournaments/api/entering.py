"""What an entrant does: entering, leaving, wishes, days away, following; by the services of the pages."""

from __future__ import annotations

from typing import Any

from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, read, user_of
from api.schema import operation
from api.scopes import Scope
from tournaments.lifecycle import errors
from tournaments.lifecycle.services import away, entering, following
from tournaments.lifecycle.services.away import span_of
from tournaments.models import Reach

from .tournaments import LINK, TournamentOutput, one_tournament, seen


class EnterInput(serializers.Serializer[Any]):
    code_word = serializers.CharField(
        max_length=80, default="", allow_blank=True, help_text="If the tournament asks for one."
    )


class WishesInput(serializers.Serializer[Any]):
    byes = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=1000),
        default=list,
        max_length=50,
        help_text="Numbers of rounds.",
    )
    not_before = serializers.DateField(default=None, allow_null=True)


class AwayInput(serializers.Serializer[Any]):
    since = serializers.DateField()
    until = serializers.DateField(help_text="The last day.")

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        """As moments in the zone of the caller."""
        since, until = span_of(sent["since"], sent["until"])
        return {"since": since, "until": until}


class Entering(Endpoint):
    tag, scope = "tournaments", Scope.TOURNAMENTS

    @operation(
        "Register for a tournament",
        body=EnterInput,
        answer=TournamentOutput,
        status=201,
        query=(LINK,),
        refuses=(errors.EntriesClosed, errors.NotEligible, errors.WrongState),
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Also joins the waiting list, or rejoins. Registering accepts the tournament's terms."""
        seen(request, tournament_id)
        word = read(EnterInput, request.data)["code_word"]
        entering.enter(tournament_id=tournament_id, user=user_of(request), code_word=word, now=now())
        return Response(one_tournament(request, tournament_id), status=201)

    @operation("Withdraw from a tournament", status=204, query=(LINK,), refuses=(errors.NotEntered, errors.WrongState))
    def delete(self, request: Request, tournament_id: int) -> Response:
        """Running games continue."""
        seen(request, tournament_id)
        entering.leave(tournament_id=tournament_id, user=user_of(request), now=now())
        return Response(status=204)


class BackAgain(Endpoint):
    tag, scope = "tournaments", Scope.TOURNAMENTS

    @operation(
        "Rejoin a tournament", body=None, status=204, query=(LINK,), refuses=(errors.NotEntered, errors.WrongState)
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """After you dropped out: you are paired again from the next round."""
        seen(request, tournament_id)
        entering.be_back(tournament_id=tournament_id, user=user_of(request), now=now())
        return Response(status=204)


class Wishes(Endpoint):
    tag, scope = "tournaments", Scope.TOURNAMENTS

    @operation(
        "Request byes",
        body=WishesInput,
        status=204,
        query=(LINK,),
        refuses=(errors.NotEntered, errors.BadRequest, errors.NothingToComeLater),
    )
    def put(self, request: Request, tournament_id: int) -> Response:
        """For rounds that are not paired yet, or until a given day."""
        seen(request, tournament_id)
        entering.wish(tournament_id=tournament_id, user=user_of(request), now=now(), **read(WishesInput, request.data))
        return Response(status=204)


class Away(Endpoint):
    tag, scope = "tournaments", Scope.TOURNAMENTS

    @operation(
        "Announce an absence", body=AwayInput, status=204, query=(LINK,), refuses=(errors.NotEntered, errors.BadRequest)
    )
    def put(self, request: Request, tournament_id: int) -> Response:
        """Once per tournament: deadlines of your games there are extended."""
        seen(request, tournament_id)
        sent = read(AwayInput, request.data)
        away.be_away(tournament_id=tournament_id, user=user_of(request), **sent, now=now())
        return Response(status=204)


class Following(Endpoint):
    tag, scope = "tournaments", Scope.TOURNAMENTS

    @operation("Follow a tournament", body=None, status=204)
    def put(self, request: Request, tournament_id: int) -> Response:
        """You are notified when it starts and finishes."""
        tournament = seen(request, tournament_id).tournament
        if tournament.reach != Reach.PUBLIC:
            raise NotFound
        following.follow(tournament, user_of(request), now=now())
        return Response(status=204)

    @operation("Unfollow a tournament", status=204, query=(LINK,))
    def delete(self, request: Request, tournament_id: int) -> Response:
        following.unfollow(seen(request, tournament_id).tournament, user_of(request))
        return Response(status=204)
