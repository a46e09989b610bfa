"""What stands behind the lists: how a line of the standings came about, a deal table by table, the calendar."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import asked, user_of
from api.problems import or_404
from api.schema import operation
from tournaments.models import Entry
from tournaments.pages.deals import DealPage, seat_at, tables_of
from tournaments.pages.explanation import unfold
from tournaments.pages.lists import happenings
from tournaments.pages.people import visible

from .tournaments import LINK, PersonOutput, TournamentEndpoint, links_of, round_of, seen


class TermOutput(serializers.Serializer[Any]):
    round = serializers.IntegerField(source="round_number", allow_null=True)
    opponent = PersonOutput(allow_null=True)
    says = serializers.CharField(help_text="Number of the round.")
    amount = serializers.CharField()
    cut = serializers.CharField(allow_blank=True, help_text="Why it does not count; empty if it does.")


class ReckonedOutput(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="The tie-break (docs/standings.md).")
    name = serializers.CharField()
    value = serializers.CharField(allow_blank=True, help_text="Exact, such as 43/3; empty if nothing is calculated.")
    how = serializers.CharField(allow_blank=True)
    sum = serializers.CharField(allow_blank=True, help_text="The calculation in one line, such as `12 + 8 = 20`.")
    terms = TermOutput(many=True)


class ArithmeticOutput(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    values = ReckonedOutput(many=True)
    neighbours = serializers.ListField(
        child=serializers.CharField(), help_text="Why the neighbours rank above and below."
    )


class Arithmetic(TournamentEndpoint):
    @operation("Details of a line of the standings", answer=ArithmeticOutput, query=(LINK,))
    def get(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        """Every tie-break of a participant with the numbers behind it, without sealed results."""
        tournament = seen(request, tournament_id).tournament
        entry = get_object_or_404(Entry, tournament=tournament, pk=entry_id, number__isnull=False)
        found = or_404(unfold(tournament, entry))
        for one in found["values"]:
            one["value"] = one["exact"] or one["amount"]
        return Response(ArithmeticOutput(found).data)


class SeatInput(serializers.Serializer[Any]):
    seat = serializers.IntegerField(
        min_value=0, max_value=4, required=False, help_text="Your seat by default, otherwise the first."
    )


class ReachedOutput(serializers.Serializer[Any]):
    table = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    url = serializers.CharField(allow_blank=True, help_text="Link to the replay at that move.")
    points = serializers.CharField(help_text="At the end, in words.")


class PlayedWayOutput(serializers.Serializer[Any]):
    says = serializers.CharField(allow_blank=True, help_text="The move.")
    tables = ReachedOutput(many=True)


class DecisionOutput(serializers.Serializer[Any]):
    title = serializers.CharField()
    is_level = serializers.BooleanField(help_text="The tables had the same position.")
    ways = PlayedWayOutput(many=True)


class TogetherOutput(serializers.Serializer[Any]):
    says = serializers.CharField()
    then = DecisionOutput(allow_null=True)


class DealLineOutput(serializers.Serializer[Any]):
    table = serializers.IntegerField()
    person = PersonOutput(allow_null=True)
    url = serializers.CharField()
    points = serializers.ListField(child=serializers.IntegerField(allow_null=True), help_text="After each round.")
    final = serializers.IntegerField()


class DealOutput(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    tables = serializers.IntegerField(help_text="Number of tables; at most twelve are compared.")
    lines = DealLineOutput(many=True)
    together = TogetherOutput(many=True, help_text="Where the tables diverged, for all seats.")
    decisions = DecisionOutput(many=True, help_text="Differences in this seat.")


class Deal(TournamentEndpoint):
    @operation("A duplicate deal, table by table", answer=DealOutput, query=(LINK, SeatInput))
    def get(self, request: Request, tournament_id: int, number: int, deal: int) -> Response:
        """The results of all tables with the same cards in one seat, once none of them is running."""
        found, sent = seen(request, tournament_id), asked(SeatInput, request)
        one = round_of(found, number)
        if not 0 < deal < 32_768:
            raise NotFound
        tables, count = tables_of(one, deal, found.entry)
        if not tables:
            raise NotFound
        own = next((seat for table in tables if (seat := seat_at(table, found.entry)) is not None), 0)
        page = DealPage(one, deal, sent.get("seat", own), tables, found.reader)
        told = {
            "seat": page.seat,
            "tables": count,
            "lines": page.lines,
            "together": page.together,
            "decisions": [*page.decisions, *page.later],
        }
        return Response(DealOutput(told).data)


class HappeningOutput(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    tournament = serializers.IntegerField(source="tournament_id")
    title = serializers.CharField()
    what = serializers.CharField(help_text="For example `round 2 begins`.")


class Calendar(TournamentEndpoint):
    @operation("Upcoming dates of tournaments", lists=HappeningOutput, query=(LINK,))
    def get(self, request: Request) -> Response:
        """In tournaments you may see, soonest first."""
        moment, reader = now(), user_of(request)
        found = [one for one in happenings(visible(reader, links_of(request)), reader) if one.at >= moment]
        return self.in_order(found, HappeningOutput)
