"""Tournaments: lists, one of them, its rounds, standings and players."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.timezone import now
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, asked, http_of, user_of
from api.pages import CURSOR, LIMIT, limit_of, next_url, number_of
from api.schema import operation
from api.scopes import Scope
from api.typed import Typed
from games.api.typed import OptionsJson
from games.tables import links
from tournaments.models import (
    Act,
    Chair,
    Entry,
    EntryState,
    Reach,
    Round,
    RoundState,
    Table,
    Tournament,
    TournamentInvitation,
    TournamentState,
)
from tournaments.pages import acts as words_of_acts
from tournaments.pages import standings_lines
from tournaments.pages.deals import sealed_rounds
from tournaments.pages.lists import counted
from tournaments.pages.people import FIELDS, SeenTournament, person, rating_for, seen_by, visible
from tournaments.pages.rounds import resting
from tournaments.pages.rules_summary import in_short
from tournaments.pages.tables import table_rows
from tournaments.pages.tournament_page import TournamentPage

LINK = OpenApiParameter(
    "link", {"type": "string", "maxLength": 60}, description="Key of a tournament by link: the part after `/e/`."
)


class TournamentsInput(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=TournamentState.choices, required=False)
    title = serializers.CharField(max_length=80, required=False, help_text="Part of its title.")
    mine = serializers.BooleanField(default=False, help_text="Tournaments you play in or direct.")
    invited = serializers.BooleanField(
        default=False, help_text="Tournaments you are invited to and have not registered for."
    )


class TournamentLine(serializers.Serializer[Any]):
    """A tournament in a list."""

    id = serializers.IntegerField(source="pk")
    title = serializers.CharField()
    url = serializers.CharField(source="get_absolute_url")
    state = serializers.ChoiceField(choices=TournamentState.choices)
    short = serializers.SerializerMethodField(help_text="Its terms in one line, in the language of the request.")
    reach = serializers.ChoiceField(choices=Reach.choices)
    rated = serializers.BooleanField(source="is_rated")
    options = Typed(OptionsJson, help_text="Options of its games, as in records (docs/record.md).")
    bots_allowed = serializers.BooleanField(
        source="conditions.bots_allowed", help_text="Accounts played by a program may register."
    )
    entered = serializers.SerializerMethodField(help_text="Number of participants.")
    is_in = serializers.SerializerMethodField(help_text="You are registered or on the waiting list.")
    is_invited = serializers.BooleanField(help_text="You are invited.")
    directs = serializers.BooleanField(help_text="You are a director.")
    most_entrants = serializers.IntegerField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    starts_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    paused_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)

    def get_short(self, tournament: Tournament) -> str:
        return in_short(tournament)

    def get_entered(self, tournament: Any) -> int:
        return tournament.entered or 0

    def get_is_in(self, tournament: Any) -> bool:
        return bool(tournament.mine)


class RoundDates(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=RoundState.choices)
    begins_at = serializers.DateTimeField()
    deadline_at = serializers.DateTimeField()


class RoundLineOutput(RoundDates):
    games = serializers.IntegerField()
    open = serializers.IntegerField(help_text="Games that do not count yet.")


class RoundGamesOutput(RoundDates):
    game_ids = serializers.ListField(
        child=serializers.IntegerField(), help_text="Games in the order of their tables, as far as you may open them."
    )


class NamedOutput(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class TournamentOutput(TournamentLine):
    about = serializers.CharField(allow_blank=True)
    directors = NamedOutput(many=True, source="page.directors")
    rounds = RoundLineOutput(many=True, source="page.rounds")
    can_enter = serializers.BooleanField(
        source="page.can_enter", help_text="Requirements are checked when you register."
    )


class PersonOutput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(help_text="Number of the registration.")
    number = serializers.IntegerField(allow_null=True, help_text="Starting number; null before the start.")
    player = serializers.IntegerField(source="user")
    name = serializers.CharField()
    is_you = serializers.BooleanField()


class ChairOutput(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    person = PersonOutput()
    place = serializers.IntegerField(allow_null=True)
    points = serializers.CharField(allow_blank=True)
    vp = serializers.IntegerField(allow_null=True)
    note = serializers.CharField(allow_blank=True)


class PairingOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    leg = serializers.IntegerField(help_text="Number of the game within the match.")
    group = serializers.IntegerField(
        help_text="0: no groups. In a knockout 1 winners, 2 losers, 3 grand final, 4 the second one, 5 for third place."
    )
    game = serializers.IntegerField(allow_null=True, help_text="ID of its game; null if you may not open it.")
    url = serializers.CharField(allow_blank=True, help_text="Path of its game; empty if you may not open it.")
    state = serializers.CharField(help_text="In the language of the request.")
    is_running = serializers.BooleanField()
    is_sealed = serializers.BooleanField(help_text="Its deal is still in play at other tables.")
    is_mine = serializers.BooleanField()
    seats = ChairOutput(many=True)


class RestOutput(serializers.Serializer[Any]):
    person = PersonOutput()
    why = serializers.CharField()


class RoundOutput(RoundDates):
    is_sealed = serializers.BooleanField()
    tables = PairingOutput(many=True)
    next = serializers.CharField(allow_null=True, help_text="URL of the next tables.")


class ValueOutput(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="The tie-break (docs/standings.md).")
    value = serializers.CharField(source="exact", allow_blank=True, help_text="Exact, such as 43/3.")
    decides = serializers.BooleanField()


class StandingOutput(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    person = PersonOutput()
    values = ValueOutput(source="cells", many=True)
    is_out = serializers.BooleanField(help_text="No longer in the tournament.")
    best = serializers.IntegerField(allow_null=True, help_text="The best place still possible.")
    worst = serializers.IntegerField(allow_null=True)


class EntrantOutput(serializers.Serializer[Any]):
    person = PersonOutput()
    state = serializers.ChoiceField(choices=EntryState.choices)
    rating = serializers.IntegerField(
        allow_null=True, help_text="At the start; null for yourself if you hide your own ratings."
    )
    first_round = serializers.IntegerField()
    byes = serializers.ListField(child=serializers.IntegerField(), help_text="Rounds with a requested bye.")


class ActOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    text = serializers.CharField(source="says")
    by = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True)
    digest = serializers.CharField(help_text="Hash of the log up to here (docs/tournaments.md).")


def links_of(request: Request) -> list[str]:
    named = request.query_params.get("link")
    return [*links.followed(http_of(request)), *([named] if named else [])][-links.KEPT :]


def seen(request: Request, tournament_id: int) -> SeenTournament:
    """The tournament, if the caller may see it. Raises Http404."""
    return seen_by(user_of(request), links_of(request), tournament_id)


def listed(request: Request) -> Any:
    """The tournaments that the caller may see, annotated with the caller's part in each. One statement."""
    reader = user_of(request)
    invited = TournamentInvitation.objects.filter(tournament=OuterRef("pk"), user=reader)
    return counted(visible(reader, links_of(request)), reader).annotate(is_invited=Exists(invited))


def one_tournament(request: Request, tournament_id: int) -> dict[str, Any]:
    """The answer about one tournament."""
    found = seen(request, tournament_id)
    tournament: Any = listed(request).get(pk=tournament_id)
    tournament.page = TournamentPage(found, now())
    return dict(TournamentOutput(tournament).data)


def round_of(within: SeenTournament, number: int) -> Round:
    """Raises NotFound, for everybody but directors also where it is held."""
    found = Round.objects.filter(tournament=within.tournament, number=number).first() if number < 32_768 else None
    if found is None or (found.is_held and not within.directs):
        raise NotFound
    return found


class TournamentEndpoint(Endpoint):
    """What everybody may read about a tournament that they may see."""

    tag, public = "tournaments", True


class TournamentAct(Endpoint):
    """What a player or a director does in a tournament."""

    tag, scope = "tournaments", Scope.TOURNAMENTS


class TournamentList(TournamentEndpoint):
    @operation("Tournaments", lists=TournamentLine, query=(TournamentsInput,))
    def get(self, request: Request) -> Response:
        """Tournaments you may see, newest first."""
        sent, found = asked(TournamentsInput, request), listed(request)
        if "state" in sent:
            found = found.filter(state=sent["state"])
        if "title" in sent:
            found = found.filter(title__icontains=sent["title"])
        if sent["mine"]:
            found = found.filter(Q(mine__gt=0) | Q(directs=True))
        if sent["invited"]:
            found = found.filter(is_invited=True, mine__isnull=True)
        return self.newest_first(found, TournamentLine)


class TournamentDetail(TournamentEndpoint):
    @operation("A tournament", answer=TournamentOutput, query=(LINK,))
    def get(self, request: Request, tournament_id: int) -> Response:
        """Its terms, its rounds and your status."""
        return Response(one_tournament(request, tournament_id))


class RoundList(TournamentEndpoint):
    @operation("Rounds with their games", lists=RoundGamesOutput, query=(LINK,))
    def get(self, request: Request, tournament_id: int) -> Response:
        """In order, from the first round on."""
        found = seen(request, tournament_id)

        def with_games(rounds: Sequence[Any]) -> Sequence[Any]:
            own = Chair.objects.filter(entry__tournament=found.tournament, entry__user=found.reader).values("table")
            is_open = Q(deal=0) | Q(game__deal__released_at__isnull=False) | Q(pk__in=own)
            tables = Table.objects.filter(is_open, round__in=rounds, game__isnull=False).order_by("number", "leg")
            games: defaultdict[int, list[int]] = defaultdict(list)
            for of, game in tables.values_list("round_id", "game_id"):
                games[of].append(game)
            for one in rounds:
                one.game_ids = games[one.pk]
            return rounds

        rounds = Round.objects.filter(tournament=found.tournament).order_by("number")
        return self.in_order(rounds, RoundGamesOutput, with_games)


class RoundDetail(TournamentEndpoint):
    @operation("A round with its pairings", answer=RoundOutput, query=(LINK, CURSOR, LIMIT))
    def get(self, request: Request, tournament_id: int, number: int) -> Response:
        """Tables, players and results; sealed while the same deal is played elsewhere."""
        found = seen(request, tournament_id)
        one = round_of(found, number)
        tables = Table.objects.filter(round=one).order_by("number", "leg")
        first, limit = number_of(request, "0"), limit_of(request)
        answer = {
            **RoundDates(one).data,
            "is_sealed": one.number in sealed_rounds(found.tournament),
            "tables": PairingOutput(
                table_rows(tables[first : first + limit], found.reader, found.tournament.plan, for_program=True),
                many=True,
            ).data,
            "next": next_url(request, first + limit) if tables.count() > first + limit else None,
        }
        return Response(answer)


class Resting(TournamentEndpoint):
    @operation("Byes of a round", lists=RestOutput, query=(LINK,))
    def get(self, request: Request, tournament_id: int, number: int) -> Response:
        """With the reason."""
        found = seen(request, tournament_id)
        one = round_of(found, number)
        return self.in_order(list(resting(one, found.reader, found.tournament.plan)), RestOutput)


class Standings(TournamentEndpoint):
    @operation("The standings", lists=StandingOutput, query=(LINK,))
    def get(self, request: Request, tournament_id: int) -> Response:
        """In order, once the tournament has started; without sealed results."""
        found, number = seen(request, tournament_id), number_of(request)
        if found.tournament.started_at is None:
            raise NotFound
        shown = standings_lines.page(found.tournament, found.reader, number, limit := limit_of(request))
        more = standings_lines.count(found.tournament) > number * limit
        following = next_url(request, number + 1) if more else None
        return Response({"results": StandingOutput(shown, many=True).data, "next": following})


class Players(TournamentEndpoint):
    @operation("Participants", lists=EntrantOutput, query=(LINK,))
    def get(self, request: Request, tournament_id: int) -> Response:
        """By starting number; before the start by registration."""
        found = seen(request, tournament_id)
        order = ("number", "pk") if found.tournament.started_at else ("state", "entered_at", "pk")
        rows = Entry.objects.filter(tournament=found.tournament).order_by(*order)
        listed = rows.values_list("state", rating_for(found.reader), "first_round", "requested", *FIELDS)
        return self.in_order(
            listed,
            EntrantOutput,
            lambda rows: [
                {
                    "person": person(who, found.reader),
                    "state": state,
                    "rating": None if rating is None else round(rating),
                    "first_round": first_round,
                    "byes": requested,
                }
                for state, rating, first_round, requested, *who in rows
            ],
        )


class TournamentLog(TournamentEndpoint):
    @operation("Log of a tournament", lists=ActOutput, query=(LINK,))
    def get(self, request: Request, tournament_id: int) -> Response:
        """All actions with reasons, latest first."""
        tournament = seen(request, tournament_id).tournament
        return self.newest_first(
            Act.objects.filter(tournament=tournament).select_related("by"),
            ActOutput,
            lambda rows: words_of_acts.act_lines(tournament, list(rows), for_directors=False),
        )
