"""Addresses of moderation for everybody; those of staff lie among the admin pages (`moderation.site`)."""

from __future__ import annotations

from django.urls import path

from moderation import views

app_name = "moderation"
urlpatterns = [
    path("players/<int:user_id>/report/", views.report_person, name="report-person"),
    path("games/<int:game_id>/report/", views.report_game, name="report-game"),
    path("measures/<str:token>/", views.measure, name="measure"),
]
