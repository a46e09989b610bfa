"""Addresses of moderation in the API."""

from django.urls import path

from . import reports

urlpatterns = [
    path("players/<int:user_id>/report/", reports.Person.as_view(), name="player-report"),
    path("games/<int:game_id>/report/", reports.Game.as_view(), name="game-report"),
]
