"""Leagues: their seasons as ladders, signing up, and what their directors do, by the forms and services of the pages."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.timezone import now
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, asked, http_of, user_of
from api.schema import operation
from api.scopes import Scope
from api.typed import FormInput
from tournaments.api.director import (
    DoneOutput,
    LookInput,
    OfferOutput,
    TermsOutput,
    bodies_of,
    fields_of,
    offers_of,
    read_form,
    take_action,
)
from tournaments.api.tournaments import ActOutput, NamedOutput
from tournaments.leagues.forms import ACTIONS, LeagueForm
from tournaments.leagues.ladder import LeaguePage, Zone, history_of
from tournaments.leagues.services.leagues import create_league, sign_off, sign_up
from tournaments.leagues.views import desk_of, directed
from tournaments.leagues.words import act_lines, short_of
from tournaments.lifecycle import errors
from tournaments.lifecycle.errors import EntriesClosed, LastLeagueDirector, NoOpenSeason, NotLeagueDirector, TakenOff
from tournaments.lifecycle.services import accounts
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
    player = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")
    points = serializers.CharField(allow_blank=True)
    zone = serializers.ChoiceField(
        source="zone.value", choices=[one.value for one in Zone], help_text="Division this place leads to."
    )


class GroupOutput(serializers.Serializer[Any]):
    level = serializers.IntegerField(help_text="From 1, the highest.")
    group = serializers.IntegerField()
    tournament = serializers.IntegerField(allow_null=True, help_text="Each group is a tournament of its own.")
    players = RungOutput(source="rungs", many=True)


class SeasonOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=SeasonState.choices)
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()


class EntriesOutput(serializers.Serializer[Any]):
    season = SeasonOutput()
    players = serializers.SerializerMethodField(help_text="Registered players.")
    is_in = serializers.BooleanField()

    def get_players(self, entries: dict[str, Any]) -> list[str]:
        return [one.name for one in entries["people"]]


class LadderOutput(serializers.Serializer[Any]):
    seasons = SeasonOutput(many=True)
    shown = SeasonOutput(allow_null=True, help_text="The season this ladder belongs to.")
    ladder = GroupOutput(many=True)
    entries = EntriesOutput(allow_null=True, help_text="The season with open registration.")


class LeagueOutput(LadderOutput, LeagueLine):
    pass


def league_answer(request: Request, league_id: int, number: int | None = None) -> dict[str, Any]:
    """The league with one of its seasons."""
    league: League = get_object_or_404(League, pk=league_id)
    page = LeaguePage.of(league, number, user_of(request), now())
    if number is not None and (page.shown is None or page.shown.number != number):
        raise NotFound
    answer = {
        "seasons": page.seasons,
        "shown": page.shown,
        "ladder": [ring for level in page.ladder for ring in level],
        "entries": page.entries,
    }
    return {**LeagueLine(league).data, **LadderOutput(answer).data}


class LeagueEndpoint(Endpoint):
    """What everybody may read about leagues."""

    tag, public = "leagues", True


class LeagueAction(Endpoint):
    """What a player or a director does in a league."""

    tag, scope = "leagues", Scope.TOURNAMENTS


class LeagueList(LeagueEndpoint):
    @operation("Leagues", lists=LeagueLine)
    def get(self, request: Request) -> Response:
        """Newest first."""
        return self.newest_first(League.objects.all(), LeagueLine)


class LeagueDetail(LeagueEndpoint):
    @operation("A league", answer=LeagueOutput)
    def get(self, request: Request, league_id: int) -> Response:
        """The current season as a ladder, and the season with open registration."""
        return Response(league_answer(request, league_id))


class SeasonDetail(LeagueEndpoint):
    @operation("A season of a league", answer=LeagueOutput)
    def get(self, request: Request, league_id: int, number: int) -> Response:
        """A started season as a ladder."""
        return Response(league_answer(request, league_id, number))


class SigningUp(LeagueAction):
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
        return Response(league_answer(request, season.league_id), status=201)

    @operation("Withdraw from a season", status=204, refuses=(EntriesClosed,))
    def delete(self, request: Request, season_id: int) -> None:
        """Before it starts."""
        get_object_or_404(Season, pk=season_id)
        sign_off(season_id=season_id, user=user_of(request), now=now())


class LeagueFollowing(LeagueAction):
    @operation("Follow a league", body=None, status=204)
    def put(self, request: Request, league_id: int) -> None:
        """You are notified when its seasons start and finish."""
        accounts.follow(get_object_or_404(League, pk=league_id), user_of(request), now=now())

    @operation("Unfollow a league", status=204)
    def delete(self, request: Request, league_id: int) -> None:
        accounts.unfollow(get_object_or_404(League, pk=league_id), user_of(request))


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
    def get_seasons(self, row: dict[str, Any]) -> Any:
        return CellOutput([cell for cell in row["cells"] if cell is not None], many=True).data


class UntilInput(serializers.Serializer[Any]):
    until = serializers.IntegerField(
        min_value=1, max_value=9999, required=False, help_text="The last season shown; the latest by default."
    )


class LeagueHistory(LeagueEndpoint):
    @operation("History of a league", lists=HistoryLine, query=(UntilInput,))
    def get(self, request: Request, league_id: int) -> Response:
        """Places in the last six seasons; the best of the latest season come first."""
        league: League = get_object_or_404(League, pk=league_id)
        until = asked(UntilInput, request).get("until")
        begun = league.seasons.exclude(state=SeasonState.OPEN)
        numbers = list((begun.filter(number__lte=until) if until else begun).values_list("number", flat=True))
        return self.in_order(history_of(league, numbers)["rows"], HistoryLine)


class LeagueAskedOutput(serializers.Serializer[Any]):
    text = serializers.CharField(help_text="A task for a director.")
    url = serializers.CharField(allow_blank=True, help_text="Link to the page for it.")


class GroupLine(serializers.Serializer[Any]):
    level = serializers.IntegerField()
    group = serializers.IntegerField()
    tournament = serializers.IntegerField(
        source="tournament_id", allow_null=True, help_text="It has director actions of its own."
    )


class PlayerLine(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="user_id")
    name = serializers.CharField(source="user.name")


class PrivateActOutput(ActOutput):
    private = serializers.CharField(allow_blank=True, help_text="Visible to directors only.")


class LeagueDeskOutput(serializers.Serializer[Any]):
    facts = serializers.ListField(child=serializers.CharField(), help_text="The league's description.")
    season = SeasonOutput(allow_null=True, help_text="The season with open registration.")
    players = PlayerLine(many=True, help_text="Players registered for it.")
    groups = GroupLine(many=True, help_text="Running seasons.")
    asked = LeagueAskedOutput(many=True)
    directors = NamedOutput(many=True)
    acts = OfferOutput(many=True)
    log = PrivateActOutput(many=True, help_text="The last ten actions.")


class LeagueTerms(LeagueAction):
    @operation("Fields for creating a league", answer=TermsOutput)
    def get(self, request: Request) -> Response:
        """The fields of the form; fields you leave out keep the form's defaults."""
        return Response(TermsOutput({"fields": fields_of(LeagueForm())}).data)

    @operation(
        "Create a league",
        body=FormInput("LeagueTermsInput", LeagueForm),
        answer=LeagueOutput,
        status=201,
        refuses=(errors.MayNotCreate, errors.BadPlan),
        example_body={"title": "Neva League", "starts_at": "2026-12-01T18:00:00Z", "group_size": 6},
    )
    def post(self, request: Request) -> Response:
        """Registration for the first season opens at once; each season starts on schedule."""
        form = read_form(LeagueForm(), request)
        league = create_league(creator=user_of(request), terms=form.terms, now=now())
        return Response(league_answer(request, league.pk), status=201)


class LeagueDesk(LeagueAction):
    read_scope = Scope.TOURNAMENTS

    @operation("Manage a league", answer=LeagueDeskOutput)
    def get(self, request: Request, league_id: int) -> Response:
        """Seasons, open tasks, and every possible action with its fields."""
        league, director = directed(http_of(request), league_id), user_of(request)
        desk = desk_of(league, director, now())
        return Response(LeagueDeskOutput({**desk, "acts": offers_of(desk["offers"], league, director)}).data)


ACTION, ACT = bodies_of("League", ACTIONS)


class LeagueAct(LeagueAction):
    @operation(
        "Take a director action in a league",
        body=ACTION,
        answer=DoneOutput,
        query=(ACT, LookInput),
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
        return take_action(request, ACTIONS, act, directed(http_of(request), league_id))


class LeagueLog(LeagueEndpoint):
    @operation("Log of a league", lists=ActOutput)
    def get(self, request: Request, league_id: int) -> Response:
        """All actions with reasons, latest first."""
        league: League = get_object_or_404(League, pk=league_id)
        rows = league.acts.select_related("by")
        return self.newest_first(rows, ActOutput, lambda some: act_lines(list(some), for_directors=False))
