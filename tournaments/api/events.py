"""Events: lists, one of them, its rounds, standings and players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django.db.models import Exists, OuterRef, Q
from django.utils.timezone import now
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.cursors import CURSOR, LIMIT, newest_first, next_url, number_of, page_of, slice_of
from api.endpoint import Endpoint, user_of
from api.forms import read
from api.schema import operation
from games.tables import links
from tournaments.models import (
    Act,
    Entry,
    EntryState,
    Event,
    EventInvitation,
    EventState,
    Reach,
    Round,
    RoundState,
    Table,
)
from tournaments.pages import acts as words_of_acts
from tournaments.pages import lines
from tournaments.pages.decided import in_short
from tournaments.pages.event_page import EventPage
from tournaments.pages.lists import counted
from tournaments.pages.people import FIELDS, Person, person, rating_for
from tournaments.pages.rounds import resting
from tournaments.pages.sealed import sealed_rounds
from tournaments.pages.seen import Seen, seen_by, visible
from tournaments.pages.tables import TableRow, table_rows

LINK = OpenApiParameter(
    "link", {"type": "string", "maxLength": 60}, description="Key of a tournament by link: the part after `/e/`."
)


class EventsInput(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=EventState.choices, required=False)
    title = serializers.CharField(max_length=80, required=False, help_text="Part of its title.")
    mine = serializers.BooleanField(default=False, help_text="Tournaments you play in or direct.")
    invited = serializers.BooleanField(
        default=False, help_text="Tournaments you are invited to and have not registered for."
    )


class EventLine(serializers.Serializer[Any]):
    """An event in a list."""

    id = serializers.IntegerField(source="pk")
    title = serializers.CharField()
    url = serializers.CharField(source="get_absolute_url")
    state = serializers.ChoiceField(choices=EventState.choices)
    short = serializers.SerializerMethodField(help_text="Its terms in one line, in the language of the request.")
    reach = serializers.ChoiceField(choices=Reach.choices)
    rated = serializers.BooleanField(source="is_rated")
    options = serializers.DictField(help_text="Options of its games, as in records (docs/record.md).")
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

    def get_short(self, event: Event) -> str:
        return in_short(event)

    def get_entered(self, event: Any) -> int:
        return event.entered or 0

    def get_is_in(self, event: Any) -> bool:
        return bool(event.mine)


class RoundLineOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=RoundState.choices)
    begins_at = serializers.DateTimeField()
    deadline_at = serializers.DateTimeField()
    games = serializers.IntegerField()
    open = serializers.IntegerField(help_text="Games that do not count yet.")


class NamedOutput(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class EventOutput(EventLine):
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
    group = serializers.IntegerField(help_text="0: no groups.")
    url = serializers.CharField(allow_blank=True, help_text="ID of its game, if you may open it.")
    state = serializers.CharField(help_text="In the language of the request.")
    is_running = serializers.BooleanField()
    is_sealed = serializers.BooleanField(help_text="Its deal is still in play at other tables.")
    is_mine = serializers.BooleanField()
    seats = ChairOutput(many=True)


class RestOutput(serializers.Serializer[Any]):
    person = PersonOutput()
    why = serializers.CharField()


class RoundOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=RoundState.choices)
    begins_at = serializers.DateTimeField()
    deadline_at = serializers.DateTimeField()
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
    digest = serializers.CharField(help_text="Hash of the log up to here (docs/events.md).")


def links_of(request: Request) -> list[str]:
    named = request.query_params.get("link")
    return [*links.followed(request._request), *([named] if named else [])][-links.KEPT :]


def seen(request: Request, event_id: int) -> Seen:
    """The event, if the caller may see it. Raises Http404."""
    return seen_by(user_of(request), links_of(request), event_id)


def listed(request: Request) -> Any:
    """The events that the caller may see, with what he is in each. One statement, whatever is asked of them beside."""
    reader = user_of(request)
    invited = EventInvitation.objects.filter(event=OuterRef("pk"), user=reader)
    return counted(visible(reader, links_of(request)), reader).annotate(is_invited=Exists(invited))


def one_event(request: Request, event_id: int) -> dict[str, Any]:
    """The answer about one event."""
    found = seen(request, event_id)
    event: Any = listed(request).get(pk=event_id)
    event.page = EventPage(found, now())
    return dict(EventOutput(event).data)


class EventList(Endpoint):
    tag, public = "events", True

    @operation("Tournaments", answer=page_of(EventLine), query=(EventsInput, CURSOR, LIMIT), is_list=True)
    def get(self, request: Request) -> Response:
        """Tournaments you may see, newest first."""
        sent, found = read(EventsInput, request.query_params.dict()), listed(request)
        if "state" in sent:
            found = found.filter(state=sent["state"])
        if "title" in sent:
            found = found.filter(title__icontains=sent["title"])
        if sent["mine"]:
            found = found.filter(Q(mine__gt=0) | Q(directs=True))
        if sent["invited"]:
            found = found.filter(is_invited=True, mine__isnull=True)
        return Response(newest_first(request, found, lambda rows: EventLine(rows, many=True).data))


class EventDetail(Endpoint):
    tag, public = "events", True

    @operation("A tournament", answer=EventOutput, query=(LINK,))
    def get(self, request: Request, event_id: int) -> Response:
        """Its terms, its rounds and your status."""
        return Response(one_event(request, event_id))


def _person(one: Person) -> dict[str, object]:
    return dict(PersonOutput(one).data)


def _pairing(row: TableRow) -> dict[str, object]:
    return dict(PairingOutput(row).data)


class RoundDetail(Endpoint):
    tag, public = "events", True

    @operation("A round with its pairings", answer=RoundOutput, query=(LINK, CURSOR, LIMIT))
    def get(self, request: Request, event_id: int, number: int) -> Response:
        """Tables, players and results; sealed while the same deal is played elsewhere."""
        found = seen(request, event_id)
        one = Round.objects.filter(event=found.event, number=number).first() if number < 32_768 else None
        if one is None:
            raise NotFound
        tables = Table.objects.filter(round=one).order_by("number", "leg")
        shown, following = slice_of(request, _Counted(tables))
        rows = table_rows(cast(Any, shown), found.reader, found.event.plan)
        answer = {
            "number": one.number,
            "state": one.state,
            "begins_at": one.begins_at,
            "deadline_at": one.deadline_at,
            "is_sealed": one.number in sealed_rounds(found.event),
            "tables": [_pairing(row) for row in rows],
            "next": following,
        }
        return Response(answer)


class _Counted(Sequence[Any]):
    """Rows that are not read before one asks for some of them."""

    def __init__(self, rows: Any) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return int(self._rows.count())

    def __getitem__(self, span: Any) -> Any:
        return self._rows[span]


class Resting(Endpoint):
    tag, public = "events", True

    @operation("Byes of a round", answer=page_of(RestOutput), query=(LINK, CURSOR, LIMIT), is_list=True)
    def get(self, request: Request, event_id: int, number: int) -> Response:
        """With the reason."""
        found = seen(request, event_id)
        one = Round.objects.filter(event=found.event, number=number).first() if number < 32_768 else None
        if one is None:
            raise NotFound
        shown, following = slice_of(request, list(resting(one, found.reader, found.event.plan)))
        rows = [{"person": _person(rest.person), "why": str(rest.why)} for rest in shown]
        return Response({"results": rows, "next": following})


class Standings(Endpoint):
    tag, public = "events", True

    @operation("The standings", answer=page_of(StandingOutput), query=(LINK, CURSOR), is_list=True)
    def get(self, request: Request, event_id: int) -> Response:
        """In order, once the tournament has started; without sealed results."""
        found, number = seen(request, event_id), number_of(request)
        if found.event.started_at is None:
            raise NotFound
        shown = lines.page(found.event, found.reader, number)
        more = lines.count(found.event) > number * lines.PAGE
        following = next_url(request, number + 1) if more else None
        return Response({"results": StandingOutput(shown, many=True).data, "next": following})


class Players(Endpoint):
    tag, public = "events", True

    @operation("Participants", answer=page_of(EntrantOutput), query=(LINK, CURSOR, LIMIT), is_list=True)
    def get(self, request: Request, event_id: int) -> Response:
        """By starting number; before the start by registration."""
        found = seen(request, event_id)
        order = ("number", "pk") if found.event.started_at else ("state", "entered_at", "pk")
        rows = Entry.objects.filter(event=found.event).order_by(*order)
        listed = rows.values_list("state", rating_for(found.reader), "first_round", "requested", *FIELDS)
        shown, following = slice_of(request, _Counted(listed))
        told = [
            {
                "person": _person(person(who, found.reader)),
                "state": state,
                "rating": None if rating is None else round(rating),
                "first_round": first_round,
                "byes": requested,
            }
            for state, rating, first_round, requested, *who in shown
        ]
        return Response({"results": told, "next": following})


class EventLog(Endpoint):
    tag, public = "events", True

    @operation("Log of a tournament", answer=page_of(ActOutput), query=(LINK, CURSOR, LIMIT), is_list=True)
    def get(self, request: Request, event_id: int) -> Response:
        """All actions with reasons, latest first."""
        event = seen(request, event_id).event

        def answer(rows: Any) -> Any:
            told = words_of_acts.act_lines(event, list(rows), for_directors=False)
            return ActOutput(told, many=True).data

        return Response(newest_first(request, Act.objects.filter(event=event).select_related("by"), answer))
