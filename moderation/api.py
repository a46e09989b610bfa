"""Reports of people and games to those who run the site, as their pages take them."""

from typing import Any

from django.urls import path
from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request

from api.endpoint import Endpoint, read, user_of
from api.problems import or_404
from api.schema import operation
from api.scopes import Scope
from moderation import services
from moderation.errors import TooManyReports
from moderation.models import ComplaintReason
from moderation.notifications import GAME, PERSON


class ComplaintInput(serializers.Serializer[Any]):
    reason = serializers.ChoiceField(choices=ComplaintReason.choices)
    words = serializers.CharField(max_length=services.LONGEST_WORDS, default="", allow_blank=True)


REPORT = {"reason": "stalling", "words": "Moves at the last minute, with every move."}


def _report(request: Request, about: str, number: int) -> None:
    user = user_of(request)
    seen = or_404(services.find_report_subject(about, number, user))
    sent = read(ComplaintInput, request.data)
    services.file_complaint(about=seen.key, context=seen.context, reporter=user, **sent, now=now())


class Person(Endpoint):
    tag, scope = "players", Scope.CHAT

    @operation("Report a player", body=ComplaintInput, status=204, refuses=(TooManyReports,), example_body=REPORT)
    def post(self, request: Request, user_id: int) -> None:
        """Sends it to the site team. Repeating an open report changes nothing."""
        _report(request, PERSON, user_id)


class Game(Endpoint):
    tag, scope = "games", Scope.CHAT

    @operation(
        "Report a game or table", body=ComplaintInput, status=204, refuses=(TooManyReports,), example_body=REPORT
    )
    def post(self, request: Request, game_id: int) -> None:
        """Sends it to the site team. You can report what you may see; chat messages have an operation of their own."""
        _report(request, GAME, game_id)


urlpatterns = [
    path("players/<int:user_id>/report/", Person.as_view(), name="player-report"),
    path("games/<int:game_id>/report/", Game.as_view(), name="game-report"),
]
