"""Your hours and vacation, for programs."""

from typing import Any

from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.services import HoursTooOften, count_hours
from api.endpoint import Endpoint, http_of, read, user_of
from api.schema import operation
from api.scopes import Scope
from games.play import errors, vacation
from games.play.vacation import check_week, set_hours

WEEK = "8-22 8-22 8-22 8-22 8-22 10-2 -"


class HoursInput(serializers.Serializer[Any]):
    waking_hours = serializers.RegexField(
        r"^((1?\d|2[0-3])-([1-9]|1\d|2[0-4])|-)( ((1?\d|2[0-3])-([1-9]|1\d|2[0-4])|-)){6}$",
        allow_blank=True,
        max_length=60,
        help_text="One span for each day from Monday on, in your time zone; `-`: day off. Empty: any hour.",
    )
    automatic_vacation = serializers.BooleanField(help_text="Use a vacation day before a deadline is missed.")

    def validate_waking_hours(self, week: str) -> str:
        check_week(week)
        return week


class HoursOutput(HoursInput):
    time_zone = serializers.CharField()


class DaysInput(serializers.Serializer[Any]):
    first = serializers.DateField()
    last = serializers.DateField(help_text="The last day of your vacation.")
    sure = serializers.BooleanField(
        default=False, help_text="Without it, nothing is booked; the answer says what it affects."
    )


class SpanOutput(serializers.Serializer[Any]):
    first = serializers.DateField()
    last = serializers.DateField()


class VacationOutput(serializers.Serializer[Any]):
    left = serializers.IntegerField(help_text="Vacation days you can book now.")
    booked = SpanOutput(many=True)


class AffectedOutput(serializers.Serializer[Any]):
    days = serializers.IntegerField(help_text="Vacation days it costs.")
    stopped = serializers.ListField(child=serializers.IntegerField(), help_text="Games in which your clocks stop.")
    running = serializers.ListField(child=serializers.IntegerField(), help_text="Games that allow no vacation.")
    rounds = serializers.ListField(child=serializers.CharField(), help_text="Tournament rounds that end during it.")
    booked = serializers.BooleanField()


class Hours(Endpoint):
    tag, scope, read_scope = "players", Scope.ACCOUNT, Scope.ACCOUNT

    @operation("Your waking hours", answer=HoursOutput)
    def get(self, request: Request) -> Response:
        return Response(HoursOutput(User.objects.get(pk=user_of(request).pk)).data)

    @operation(
        "Change your waking hours",
        body=HoursInput,
        answer=HoursOutput,
        refuses=(HoursTooOften,),
        example_body={"waking_hours": WEEK, "automatic_vacation": True},
    )
    def put(self, request: Request) -> Response:
        """The new hours apply from your next turn."""
        sent, user = read(HoursInput, request.data), user_of(request)
        if sent["waking_hours"] != user.waking_hours:
            count_hours(http_of(request), user)
        set_hours(user, sent["waking_hours"], automatic=sent["automatic_vacation"])
        return self.get(request)


class OwnVacation(Endpoint):
    tag, scope, read_scope = "players", Scope.ACCOUNT, Scope.ACCOUNT

    @operation("Your vacation", answer=VacationOutput)
    def get(self, request: Request) -> Response:
        user = user_of(request)
        spans = [{"first": first, "last": last} for first, last in vacation.booked(user, now())]
        return Response(VacationOutput({"left": vacation.days_left(user, now()), "booked": spans}).data)

    @operation(
        "Plan a vacation",
        body=DaysInput,
        answer=AffectedOutput,
        refuses=(errors.BadVacation,),
        example_body={"first": "2026-12-01", "last": "2026-12-10"},
    )
    def post(self, request: Request) -> Response:
        """Answers what the vacation affects. With `sure`, it is booked."""
        sent, user = read(DaysInput, request.data), user_of(request)
        found = vacation.preview_of(user, sent["first"], sent["last"], now())
        if sent["sure"]:
            vacation.plan(user, sent["first"], sent["last"], now())
        answer = {
            "days": found.days,
            "stopped": [game.pk for game in found.stand],
            "running": [game.pk for game in found.run],
            "rounds": found.rounds,
            "booked": sent["sure"],
        }
        return Response(AffectedOutput(answer).data)

    @operation("End your vacation", status=204)
    def delete(self, request: Request) -> None:
        """Ends your vacation. You can book the unused days again."""
        vacation.give_back(user_of(request), now())
