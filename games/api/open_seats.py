"""Open seats, taking one over, and volunteering for them."""

from typing import Any

from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, read, user_of
from api.problems import or_404
from api.schema import operation
from api.scopes import Scope
from games.models import Source, Volunteer
from games.options.sets import PLAYERS
from games.options.table_words import pace_words, selection_words
from games.play import errors
from games.play.open_seats import TIMES, take_seat, volunteer
from games.selectors.open_seats import in_words, open_seats

from .acts import AS_SEATED, Act
from .games import StateOutput
from .tables import listed
from .typed import Words

TIME_NAMES = {time: name for name, time in TIMES.items()}


class OpenSeatOutput(serializers.Serializer[Any]):
    game = serializers.IntegerField(source="seat.game.pk")
    seat = serializers.IntegerField(source="seat.seat_index")
    title = serializers.CharField(source="seat.game.title")
    url = serializers.CharField(source="row.href")
    player = serializers.CharField(source="owner", help_text="The player who left.")
    selection = Words(selection_words, source="seat.game.options", help_text="Edition and expansions in words.")
    pace = Words(pace_words, source="seat.game.clock", help_text="In words.")
    rated = serializers.BooleanField(source="seat.game.rated")
    position = serializers.CharField(source="row.sub", help_text="Phase and round in words, with the terms.")
    points = serializers.ListField(child=serializers.IntegerField(), help_text="By seat.")
    place = serializers.IntegerField(help_text="Place of the seat by points, 1 for the most.")
    open_since = serializers.DateTimeField(source="seat.opens_at")
    can_take = serializers.BooleanField(help_text="False if you have a seat in the game, or had one.")


class OpenSeats(Endpoint):
    tag, public = "tables", True

    @operation("Open seats", lists=OpenSeatOutput)
    def get(self, request: Request) -> Response:
        """Seats in running public games that their players left. A bot plays until someone takes over."""
        user = user_of(request)
        return listed(request, open_seats, OpenSeatOutput, lambda rows: in_words(rows, user))


class TakeOver(Act):
    scope = Scope.TABLES

    @operation(
        "Take over an open seat",
        body=None,
        answer=StateOutput,
        refuses=(*AS_SEATED, errors.SeatGone, errors.HasSat, errors.CannotTakeOver, errors.ConditionsUnmet),
    )
    def post(self, request: Request, game_id: int, seat: int) -> Response:
        """You play to the end, with a fresh clock. The first to ask gets the seat."""
        return self.done(request, game_id, take_seat, seat=seat, source=Source.API, now=now())


class VolunteerInput(serializers.Serializer[Any]):
    fastest = serializers.ChoiceField(choices=list(TIMES), help_text="Shortest time per move.")
    slowest = serializers.ChoiceField(choices=list(TIMES), help_text="Longest time per move.")
    players = serializers.ListField(
        child=serializers.ChoiceField(choices=[number for number in PLAYERS if number > 1]), min_length=1, max_length=4
    )
    with_sets = serializers.BooleanField(help_text="Also games with expansions.")
    most_a_month = serializers.IntegerField(min_value=1, max_value=30, help_text="Most seats in 30 days.")


def _wish(one: Volunteer) -> dict[str, Any]:
    return {
        "fastest": TIME_NAMES[one.fastest],
        "slowest": TIME_NAMES[one.slowest],
        "players": [int(number) for number in one.players],
        "with_sets": one.with_sets,
        "most_a_month": one.most_a_month,
    }


class VolunteerWish(Endpoint):
    tag, scope, read_scope = "players", Scope.ACCOUNT, Scope.ACCOUNT

    @operation("Your wishes as a volunteer", answer=VolunteerInput)
    def get(self, request: Request) -> Response:
        """404 if you do not volunteer."""
        return Response(_wish(or_404(Volunteer.objects.filter(user=user_of(request)).first())))

    @operation("Volunteer for open seats", body=VolunteerInput, answer=VolunteerInput)
    def put(self, request: Request) -> Response:
        """You get an email when a matching seat opens and the rating of its player is near yours."""
        return Response(_wish(volunteer(user=user_of(request), **read(VolunteerInput, request.data))))

    @operation("Stop volunteering", status=204)
    def delete(self, request: Request) -> None:
        Volunteer.objects.filter(user=user_of(request)).delete()
