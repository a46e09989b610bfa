"""Addresses of moderation for everybody; those of staff lie among the admin pages (`moderation.site`)."""

from __future__ import annotations

from django.urls import path

from moderation.views import people

app_name = "moderation"
urlpatterns = [
    path("players/<int:user_id>/report/", people.report_person, name="report-person"),
    path("games/<int:game_id>/report/", people.report_game, name="report-game"),
    path("measures/<str:token>/", people.measure, name="measure"),
]
