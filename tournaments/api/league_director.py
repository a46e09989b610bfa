"""What directors of leagues do: making one, every act of its desk, by the forms and services of the pages; and its log."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.timezone import now
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.permissions import can
from api.endpoint import Endpoint, asked, user_of
from api.schema import operation
from api.scopes import Scope
from tournaments.leagues.acts import ACTS, act_lines, offered
from tournaments.leagues.director import desk_of
from tournaments.leagues.errors import LastLeagueDirector, NoOpenSeason, NotLeagueDirector
from tournaments.leagues.forms.league import LeagueForm
from tournaments.leagues.services.leagues import create_league
from tournaments.lifecycle import errors
from tournaments.models import League, SeasonState

from .director import DoneOutput, LookInput, OfferOutput, TermsOutput, done, told_of
from .forms import checked, data_of, fields_of, with_usual
from .leagues import LeagueOutput, SeasonOutput, told
from .tournaments import ActOutput


class LeagueAskedOutput(serializers.Serializer[Any]):
    text = serializers.CharField(help_text="A task for a director.")
    url = serializers.CharField(allow_blank=True, help_text="Link to the page for it.")


class GroupLine(serializers.Serializer[Any]):
    level = serializers.IntegerField()
    group = serializers.IntegerField()
    tournament = serializers.IntegerField(allow_null=True, help_text="It has director actions of its own.")


class PlayerLine(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="user_id")
    name = serializers.CharField(source="user.name")


class DirectorLine(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class PrivateActOutput(ActOutput):
    private = serializers.CharField(allow_blank=True, help_text="Visible to directors only.")


class LeagueDeskOutput(serializers.Serializer[Any]):
    facts = serializers.ListField(child=serializers.CharField(), help_text="The league's description.")
    season = SeasonOutput(allow_null=True, help_text="The season with open registration.")
    players = PlayerLine(many=True, help_text="Players registered for it.")
    groups = GroupLine(many=True, help_text="Running seasons.")
    asked = LeagueAskedOutput(many=True)
    directors = DirectorLine(many=True)
    acts = OfferOutput(many=True)
    log = PrivateActOutput(many=True, help_text="The last ten actions.")


DESK: dict[str, object] = {
    "facts": ["Second edition, 4 players, 2 days for a move"],
    "season": {
        "id": 7,
        "number": 3,
        "state": "open",
        "starts_at": "2026-12-01T18:00:00Z",
        "ends_at": "2027-03-01T18:00:00Z",
    },
    "players": [{"player": 12, "name": "Anna"}],
    "groups": [{"level": 1, "group": 1, "tournament": 31}],
    "asked": [],
    "directors": [{"player": 12, "name": "Anna"}],
    "acts": [
        {
            "act": "put-off",
            "title": "Move the start",
            "about": "The next season starts at another time.",
            "is_grave": False,
            "fields": [
                {"name": "at", "about": "Start", "required": True, "several": False, "choices": None, "value": None},
                {
                    "name": "reason",
                    "about": "Reason",
                    "required": True,
                    "several": False,
                    "choices": None,
                    "value": None,
                },
            ],
        }
    ],
    "log": [],
}


def directed(request: Request, league_id: int) -> League:
    """The league, for one of its directors. Raises NotFound."""
    found: League = get_object_or_404(League, pk=league_id)
    if not can(user_of(request), "direct league", found):
        raise NotFound
    return found


class LeagueTerms(Endpoint):
    tag, scope = "leagues", Scope.TOURNAMENTS

    @operation("Fields for creating a league", answer=TermsOutput)
    def get(self, request: Request) -> Response:
        """The fields of the form; fields you leave out keep the form's defaults."""
        return Response(TermsOutput({"fields": fields_of(LeagueForm())}).data)

    @operation(
        "Create a league",
        body=OpenApiTypes.OBJECT,
        answer=LeagueOutput,
        status=201,
        refuses=(errors.MayNotCreate, errors.BadPlan),
        example_body={"title": "Neva League", "starts_at": "2026-12-01T18:00:00Z", "group_size": 6},
    )
    def post(self, request: Request) -> Response:
        """Registration for the first season opens at once; each season starts on schedule."""
        form = LeagueForm(with_usual(LeagueForm(), data_of(request.data)))
        checked(form)
        league = create_league(creator=user_of(request), terms=form.terms, now=now())
        return Response(told(request, league.pk), status=201)


class LeagueDesk(Endpoint):
    tag = "leagues"
    read_scope = Scope.TOURNAMENTS

    @operation("Manage a league", answer=LeagueDeskOutput, example=DESK)
    def get(self, request: Request, league_id: int) -> Response:
        """Seasons, open tasks, and every possible action with its fields."""
        league, director = directed(request, league_id), user_of(request)
        desk = desk_of(league, director, now())
        answer = {
            "facts": [str(one) for one in desk.facts],
            "season": desk.season,
            "players": desk.players,
            "groups": [
                {"level": one.level, "group": one.group, "tournament": one.tournament_id} for one in desk.groups
            ],
            "asked": [{"text": str(one.text), "url": one.url} for one in desk.asked],
            "directors": desk.directors,
            "acts": [
                told_of(one, ACTS[one.name](None, league=league, director=director))
                for _group, acts in desk.offers
                for one in acts
            ],
            "log": desk.log,
        }
        return Response(LeagueDeskOutput(answer).data)


class LeagueAct(Endpoint):
    tag, scope = "leagues", Scope.TOURNAMENTS

    @operation(
        "Take a director action in a league",
        body=OpenApiTypes.OBJECT,
        answer=DoneOutput,
        query=(LookInput,),
        refuses=(
            errors.WrongState,
            errors.ReasonMissing,
            errors.BadPlan,
            NotLeagueDirector,
            LastLeagueDirector,
            NoOpenSeason,
        ),
        example_body={"reason": "The hall is taken that week.", "at": "2026-12-08T18:00:00Z"},
        example={"done": True, "follows": ["7 players who have signed up get a mail, and the directors."]},
    )
    def post(self, request: Request, league_id: int, act: str) -> Response:
        """With the fields of the action, including `reason`, which is public; fields `change` leaves out stay as they are.
        `?look=true` only previews the effects."""
        league, director = directed(request, league_id), user_of(request)
        if act not in ACTS:
            raise NotFound
        look = asked(LookInput, request)["look"]
        season = league.seasons.filter(state=SeasonState.OPEN).first()
        if not any(one.name == act for _group, acts in offered(league, season) for one in acts):
            raise errors.WrongState
        data = data_of(request.data)
        if act == "change":
            data = with_usual(ACTS[act](None, league=league, director=director), data)
        return Response(DoneOutput(done(ACTS[act](data, league=league, director=director), look=look)).data)


class LeagueLog(Endpoint):
    tag, public = "leagues", True

    @operation("Log of a league", lists=ActOutput)
    def get(self, request: Request, league_id: int) -> Response:
        """All actions with reasons, latest first."""
        league: League = get_object_or_404(League, pk=league_id)
        rows = league.acts.select_related("by")
        return self.newest_first(rows, ActOutput, lambda some: act_lines(list(some), for_directors=False))
