"""What an entrant does: entering, leaving, wishes, days away, following; by the services of the pages."""

from __future__ import annotations

from typing import Any

from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, user_of
from api.forms import checked, read
from api.schema import operation
from api.scopes import Scope
from tournaments.events import errors
from tournaments.events.services import away, entering, following
from tournaments.models import Reach
from tournaments.pages.forms.away import AwayForm

from .events import LINK, EventOutput, one_event, seen


class EnterInput(serializers.Serializer[Any]):
    code_word = serializers.CharField(
        max_length=80, default="", allow_blank=True, help_text="Where the event asks for one."
    )


class WishesInput(serializers.Serializer[Any]):
    byes = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=1000), default=list, max_length=50, help_text="Rounds."
    )
    not_before = serializers.DateField(default=None, allow_null=True)


class AwayInput(serializers.Serializer[Any]):
    since = serializers.DateField()
    until = serializers.DateField(help_text="The last day.")


class Entering(Endpoint):
    tag, scope = "events", Scope.EVENTS

    @operation(
        "Enter an event",
        body=EnterInput,
        answer=EventOutput,
        status=201,
        query=(LINK,),
        refuses=(errors.EntriesClosed, errors.NotEligible, errors.WrongState),
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Or stand on the waiting list, or come back. Entering is agreeing to its terms."""
        seen(request, event_id)
        word = read(EnterInput, request.data)["code_word"]
        entering.enter(event_id=event_id, user=user_of(request), code_word=word, now=now())
        return Response(one_event(request, event_id), status=201)

    @operation("Leave an event", status=204, query=(LINK,), refuses=(errors.NotEntered, errors.WrongState))
    def delete(self, request: Request, event_id: int) -> Response:
        """Games that run go on."""
        seen(request, event_id)
        entering.leave(event_id=event_id, user=user_of(request), now=now())
        return Response(status=204)


class BackAgain(Endpoint):
    tag, scope = "events", Scope.EVENTS

    @operation(
        "Say that you are back", body=None, status=204, query=(LINK,), refuses=(errors.NotEntered, errors.WrongState)
    )
    def post(self, request: Request, event_id: int) -> Response:
        """After you had vanished: you are paired again from the next round on."""
        seen(request, event_id)
        entering.be_back(event_id=event_id, user=user_of(request), now=now())
        return Response(status=204)


class Wishes(Endpoint):
    tag, scope = "events", Scope.EVENTS

    @operation(
        "Ask for byes",
        body=WishesInput,
        status=204,
        query=(LINK,),
        refuses=(errors.NotEntered, errors.BadRequest, errors.NothingToComeLater),
    )
    def put(self, request: Request, event_id: int) -> Response:
        """In rounds that are not paired yet, or not to be paired before a day."""
        seen(request, event_id)
        entering.wish(event_id=event_id, user=user_of(request), now=now(), **read(WishesInput, request.data))
        return Response(status=204)


class Away(Endpoint):
    tag, scope = "events", Scope.EVENTS

    @operation(
        "State days away", body=AwayInput, status=204, query=(LINK,), refuses=(errors.NotEntered, errors.BadRequest)
    )
    def put(self, request: Request, event_id: int) -> Response:
        """Once in an event: the deadlines of your games there move."""
        seen(request, event_id)
        sent = read(AwayInput, request.data)
        form = AwayForm({f"away-{name}": str(day) for name, day in sent.items()})
        checked(form)
        since, until = form.span()
        away.be_away(event_id=event_id, user=user_of(request), since=since, until=until, now=now())
        return Response(status=204)


class Following(Endpoint):
    tag, scope = "events", Scope.EVENTS

    @operation("Follow an event", body=None, status=204)
    def put(self, request: Request, event_id: int) -> Response:
        """Its beginning and its end are told to you."""
        event = seen(request, event_id).event
        if event.reach != Reach.PUBLIC:
            raise NotFound
        following.follow(event, user_of(request), now=now())
        return Response(status=204)

    @operation("Follow an event no longer", status=204, query=(LINK,))
    def delete(self, request: Request, event_id: int) -> Response:
        following.unfollow(seen(request, event_id).event, user_of(request))
        return Response(status=204)
