"""What directors do: opening, starting, and every action of the page Manage, by its forms and services; what an action takes,
for programs, and what was sent, read by its form.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any, TypeAlias, TypeVar

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import QueryDict
from django.utils.timezone import now
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from actions import LAST, Action, Groups, offered
from api.endpoint import asked, http_of, user_of
from api.schema import operation
from api.scopes import Scope
from api.typed import AnyInput, FormInput, Typed, choices_of
from tournaments.api.tournaments import TournamentAct, TournamentOutput, one_tournament
from tournaments.director.actions import ACTIONS, GROUPS
from tournaments.director.forms import TournamentForm
from tournaments.director.templates import initial_of
from tournaments.director.views import directed
from tournaments.lifecycle import errors
from tournaments.lifecycle.services import creating
from tournaments.lifecycle.services.creating import TournamentTerms
from tournaments.models import League, Tournament, TournamentState

AnyForm = TypeVar("AnyForm", bound=forms.BaseForm)


def data_of(sent: object) -> QueryDict:
    """Plain values as a form has them: lists are several values of a name, false and null are none. Raises ValidationError for
    what is no object of plain values."""
    data = QueryDict(mutable=True)
    if not isinstance(sent, Mapping):
        raise ValidationError({"non_field_errors": [ErrorDetail("Expected an object.", "invalid")]})
    if isinstance(sent, QueryDict):
        return sent
    for name, value in sent.items():
        values = value if isinstance(value, list) else [] if value is None or value is False else [value]
        if any(isinstance(one, list | dict) for one in values):
            raise ValidationError({str(name): [ErrorDetail("Expected a plain value.", "invalid")]})
        texts = [str(one) for one in values]
        if any(
            "\0" in text or (not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text))
            for text in texts
        ):
            raise ValidationError({str(name): [ErrorDetail("Must be text.", "invalid")]})
        data.setlist(str(name), texts)
    return data


def checked(form: forms.BaseForm) -> None:
    """Raises ValidationError with what is wrong, by field and code."""
    if not form.is_valid():
        raise ValidationError(
            {
                "non_field_errors" if field == NON_FIELD_ERRORS else field: [
                    ErrorDetail(str(one.messages[0]), one.code or "invalid") for one in wrong
                ]
                for field, wrong in form.errors.as_data().items()
            }
        )


Plain: TypeAlias = str | int | bool


class FieldOutput(serializers.Serializer[Any]):
    """A field that a form takes."""

    name = serializers.CharField()
    about = serializers.CharField(allow_blank=True)
    required = serializers.BooleanField()  # type: ignore[assignment]
    several = serializers.BooleanField(help_text="Accepts a list.")
    choices = serializers.ListField(
        child=serializers.CharField(allow_blank=True), allow_null=True, help_text="Allowed values; null: any."
    )
    value = Typed(Plain | list[Plain], allow_null=True, help_text="Current or proposed value; null: none.")


def fields_of(form: forms.BaseForm) -> list[dict[str, object]]:
    """What a form takes, for programs."""
    return [
        {
            "name": name,
            "about": str(field.label or name),
            "required": field.required,
            "several": isinstance(field, forms.MultipleChoiceField | forms.ModelMultipleChoiceField),
            "choices": choices_of(field),
            "value": None if form[name].is_hidden else _plain(form[name].value()),
        }
        for name, field in form.fields.items()
    ]


def with_usual(form: forms.BaseForm, data: QueryDict) -> QueryDict:
    """What was sent, and for fields that were not named what stands in this form by itself."""
    whole = data_of({name: _plain(form[name].value()) for name in form.fields})
    for name in data:
        whole.setlist(name, data.getlist(name))
    return whole


def read_form(usual: AnyForm, request: Request) -> AnyForm:
    """What was sent as such a form, with its own values for what was left out. Raises ValidationError."""
    form = type(usual)(with_usual(usual, data_of(request.data)))
    checked(form)
    return form


def _plain(value: object) -> Any:
    """As JSON has it."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, list | tuple | set):
        return [_plain(one) for one in value]
    return value.isoformat() if isinstance(value, date) else str(value)


class OfferOutput(serializers.Serializer[Any]):
    act = serializers.CharField()
    title = serializers.CharField()
    about = serializers.CharField(allow_blank=True)
    is_grave = serializers.BooleanField(help_text="It cannot be undone.")
    fields = FieldOutput(many=True)  # type: ignore[assignment]


class DeskOutput(serializers.Serializer[Any]):
    acts = OfferOutput(many=True)


def bodies_of(name: str, actions: Mapping[str, type[Action]]) -> tuple[AnyInput, OpenApiParameter]:
    """What one of these actions takes, each by its form, and its place in the address."""
    bodies = [
        FormInput(
            f"{name}{slug.title().replace('-', '')}Input",
            action,
            about=action.title,
            needs=[
                field_name
                for field_name, field in action.base_fields.items()
                if field.required and not (action.keeps_rest and field_name not in LAST)
            ],
            for_each=action.for_each,
        )
        for slug, action in actions.items()
    ]
    return AnyInput(f"{name}ActionInput", bodies), OpenApiParameter("act", str, OpenApiParameter.PATH, enum=[*actions])


class LookInput(serializers.Serializer[Any]):
    look = serializers.BooleanField(default=False, help_text="Preview only.")


class DoneOutput(serializers.Serializer[Any]):
    done = serializers.BooleanField()
    follows = serializers.ListField(child=serializers.CharField(), help_text="The effects, in sentences.")


class Desk(TournamentAct):
    read_scope = Scope.TOURNAMENTS

    @operation("Available director actions", answer=DeskOutput)
    def get(self, request: Request, tournament_id: int) -> Response:
        """Every action that is possible now, with its fields."""
        tournament = directed(http_of(request), tournament_id)
        acts = offers_of(offered(GROUPS, tournament, now()), tournament, user_of(request))
        return Response(DeskOutput({"acts": acts}).data)


ACTION, ACT = bodies_of("Tournament", ACTIONS)


class DeskAct(TournamentAct):
    @operation(
        "Take a director action",
        body=ACTION,
        answer=DoneOutput,
        query=(ACT, LookInput),
        refuses=(errors.WrongState, errors.ReasonMissing, errors.NotADirector),
        example_body={"reason": "The train was late.", "round": 3, "at": "2026-12-01T18:00:00Z"},
    )
    def post(self, request: Request, tournament_id: int, act: str) -> Response:
        """With the fields of the action, including `reason`, which is public. `?look=true` only previews the effects."""
        return take_action(request, ACTIONS, act, directed(http_of(request), tournament_id))


def take_action(request: Request, actions: Mapping[str, type[Action]], act: str, of: Tournament | League) -> Response:
    """Do what was sent, or with `?look=true` only say what would follow. Raises NotFound, WrongState, ValidationError, or what the
    action refuses."""
    if act not in actions:
        raise NotFound
    look = asked(LookInput, request)["look"]
    if not actions[act].is_possible(of, now()):
        raise errors.WrongState
    data, by = data_of(request.data), user_of(request)
    if actions[act].keeps_rest:
        data = with_usual(actions[act](of=of, by=by), data)
    form = actions[act](data, of=of, by=by)
    checked(form)
    if form.needs_choice:
        raise ValidationError({"non_field_errors": ["Something has to be chosen first; look at the page of this act."]})
    follows = [str(one) for one in form.preview()]
    if not look:
        form.run(now())
    return Response(DoneOutput({"done": not look, "follows": follows}).data)


def offers_of(groups: Groups, of: Tournament | League, by: User) -> list[dict[str, object]]:
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


class Terms(TournamentAct):
    @operation("Fields for creating a tournament", answer=TermsOutput)
    def get(self, request: Request) -> Response:
        """The fields of the form; fields you leave out keep the form's defaults."""
        return Response(TermsOutput({"fields": fields_of(TournamentForm())}).data)

    @operation(
        "Create a tournament",
        body=FormInput("TournamentTermsInput", TournamentForm),
        answer=TournamentOutput,
        status=201,
        refuses=(errors.MayNotCreate, errors.BadPlan),
        example_body={"title": "Winter on the Neva", "rounds": 5},
    )
    def post(self, request: Request) -> Response:
        """Creates a draft only you can see; `tournaments/<id>/open/` opens registration."""
        form = read_form(TournamentForm(), request)
        tournament = creating.create_tournament(creator=user_of(request), terms=form.terms(), now=now())
        return Response(one_tournament(request, tournament.pk), status=201)


class Opening(TournamentAct):
    @operation("Open registration for a tournament", body=None, answer=TournamentOutput, refuses=(errors.WrongState,))
    def post(self, request: Request, tournament_id: int) -> Response:
        directed(http_of(request), tournament_id)
        creating.open_tournament(tournament_id=tournament_id, director=user_of(request), now=now())
        return Response(one_tournament(request, tournament_id))


class Starting(TournamentAct):
    @operation(
        "Start a tournament", body=None, answer=TournamentOutput, refuses=(errors.WrongState, errors.TooFewEntrants)
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Starts with the registered participants."""
        directed(http_of(request), tournament_id)
        creating.start_tournament(tournament_id=tournament_id, director=user_of(request), now=now())
        return Response(one_tournament(request, tournament_id))


class TermsNow(TournamentAct):
    read_scope = Scope.TOURNAMENTS

    @operation("Terms of a tournament before it starts", answer=TermsOutput, refuses=(errors.WrongState,))
    def get(self, request: Request, tournament_id: int) -> Response:
        """The fields of the form with their current values; for directors."""
        return Response(TermsOutput({"fields": fields_of(self._form(request, tournament_id))}).data)

    @operation(
        "Change the terms of a tournament",
        body=FormInput("TournamentChangesInput", TournamentForm, needs=()),
        answer=TournamentOutput,
        refuses=(errors.WrongState, errors.BadPlan),
        example_body={"rounds": 6},
    )
    def patch(self, request: Request, tournament_id: int) -> Response:
        """Before it starts. Fields you leave out stay as they are; participants are notified of changes to the terms."""
        form = read_form(self._form(request, tournament_id), request)
        creating.change_tournament(
            tournament_id=tournament_id, director=user_of(request), terms=form.terms(), now=now()
        )
        return Response(one_tournament(request, tournament_id))

    def _form(self, request: Request, tournament_id: int) -> TournamentForm:
        tournament: Tournament = directed(http_of(request), tournament_id)
        if tournament.state not in (TournamentState.DRAFT, TournamentState.OPEN):
            raise errors.WrongState
        return TournamentForm(initial=initial_of(TournamentTerms.of(tournament)))
