"""What directors do: opening, starting, and every act of the desk, by the forms and services of its page."""

from __future__ import annotations

from typing import Any

from django.utils.timezone import now
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from actions import Action, Groups, offered
from api.endpoint import Endpoint, user_of
from api.forms import FieldOutput, checked, data_of, fields_of, read, with_usual
from api.schema import operation
from api.scopes import Scope
from tournaments.director.access import directed
from tournaments.director.actions import ACTIONS, GROUPS
from tournaments.director.forms.terms import TournamentForm
from tournaments.lifecycle import errors
from tournaments.lifecycle.services import creating, starting
from tournaments.models import League, Tournament

from .tournaments import TournamentOutput, one_tournament


class OfferOutput(serializers.Serializer[Any]):
    act = serializers.CharField()
    title = serializers.CharField()
    about = serializers.CharField(allow_blank=True)
    is_grave = serializers.BooleanField(help_text="It cannot be undone.")
    fields = FieldOutput(many=True)  # type: ignore[assignment]


class DeskOutput(serializers.Serializer[Any]):
    acts = OfferOutput(many=True)


class LookInput(serializers.Serializer[Any]):
    look = serializers.BooleanField(default=False, help_text="Preview only.")


class DoneOutput(serializers.Serializer[Any]):
    done = serializers.BooleanField()
    follows = serializers.ListField(child=serializers.CharField(), help_text="The effects, in sentences.")


class Desk(Endpoint):
    tag = "tournaments"
    read_scope = Scope.TOURNAMENTS

    @operation("Available director actions", answer=DeskOutput)
    def get(self, request: Request, tournament_id: int) -> Response:
        """Every action that is possible now, with its fields."""
        tournament = directed(request._request, tournament_id)
        told = told_of(offered(GROUPS, tournament, now()), tournament, user_of(request))
        return Response(DeskOutput({"acts": told}).data)


class DeskAct(Endpoint):
    tag, scope = "tournaments", Scope.TOURNAMENTS

    @operation(
        "Take a director action",
        body=OpenApiTypes.OBJECT,
        answer=DoneOutput,
        query=(LookInput,),
        refuses=(errors.WrongState, errors.ReasonMissing, errors.NotADirector),
        example_body={"reason": "The train was late.", "deadline": "2026-12-01 18:00"},
    )
    def post(self, request: Request, tournament_id: int, act: str) -> Response:
        """With the fields of the action, including `reason`, which is public. `?look=true` only previews the effects."""
        tournament = directed(request._request, tournament_id)
        if act not in ACTIONS:
            raise NotFound
        look = read(LookInput, request.query_params.dict())["look"]
        if not ACTIONS[act].is_possible(tournament, now()):
            raise errors.WrongState
        form = ACTIONS[act](data_of(request.data), of=tournament, by=user_of(request))
        return Response(DoneOutput(done(form, look=look)).data)


def done(form: Action, *, look: bool) -> dict[str, object]:
    """Do what this form says, or with `look` only say what would follow. Raises ValidationError, or what the act refuses."""
    checked(form)
    if form.needs_choice:
        raise ValidationError({"non_field_errors": ["Something has to be chosen first; look at the page of this act."]})
    follows = [str(one) for one in form.preview()]
    if not look:
        form.run(now())
    return {"done": not look, "follows": follows}


def told_of(groups: Groups, of: Tournament | League, by: User) -> list[dict[str, object]]:
    """The actions that are possible now, each with its fields."""
    return [
        {
            "act": one.slug,
            "title": str(one.title),
            "about": str(one.about),
            "is_grave": one.is_grave,
            "fields": fields_of(one(of=of, by=by)),
        }
        for _group, actions in groups
        for one in actions
    ]


class TermsOutput(serializers.Serializer[Any]):
    fields = FieldOutput(many=True)  # type: ignore[assignment]


class Terms(Endpoint):
    tag, scope = "tournaments", Scope.TOURNAMENTS

    @operation("Fields for creating a tournament", answer=TermsOutput)
    def get(self, request: Request) -> Response:
        """The fields of the form; fields you leave out keep the form's defaults."""
        return Response(TermsOutput({"fields": fields_of(TournamentForm())}).data)

    @operation(
        "Create a tournament",
        body=OpenApiTypes.OBJECT,
        answer=TournamentOutput,
        status=201,
        refuses=(errors.MayNotCreate, errors.BadPlan),
        example_body={"title": "Winter on the Neva", "rounds": 5},
    )
    def post(self, request: Request) -> Response:
        """Creates a draft only you can see; `tournaments/<id>/open/` opens registration."""
        form = TournamentForm(with_usual(TournamentForm(), data_of(request.data)))
        checked(form)
        tournament = creating.create_tournament(creator=user_of(request), terms=form.terms(), now=now())
        return Response(one_tournament(request, tournament.pk), status=201)


class Opening(Endpoint):
    tag, scope = "tournaments", Scope.TOURNAMENTS

    @operation("Open registration for a tournament", body=None, answer=TournamentOutput, refuses=(errors.WrongState,))
    def post(self, request: Request, tournament_id: int) -> Response:
        directed(request._request, tournament_id)
        creating.open_tournament(tournament_id=tournament_id, director=user_of(request), now=now())
        return Response(one_tournament(request, tournament_id))


class Starting(Endpoint):
    tag, scope = "tournaments", Scope.TOURNAMENTS

    @operation(
        "Start a tournament", body=None, answer=TournamentOutput, refuses=(errors.WrongState, errors.TooFewEntrants)
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Starts with the registered participants."""
        directed(request._request, tournament_id)
        starting.start(tournament_id=tournament_id, director=user_of(request), now=now())
        return Response(one_tournament(request, tournament_id))
