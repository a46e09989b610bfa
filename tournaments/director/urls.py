"""Addresses of the desk. Who does not direct a tournament finds nothing there."""

from __future__ import annotations

from django.urls import path

from tournaments.director.views import creating, desk, messages

urlpatterns = [
    path("tournaments/new/", creating.new, name="tournament-new"),
    path("tournaments/invitations/<str:token>/", messages.invitation, name="tournament-invitation"),
    path("tournaments/<int:tournament_id>/change/", creating.change, name="tournament-change"),
    path("tournaments/<int:tournament_id>/open/", creating.open_for_entries, name="tournament-open"),
    path("tournaments/<int:tournament_id>/start/", creating.begin, name="tournament-start"),
    path("tournaments/<int:tournament_id>/manage/", desk.show, name="manage"),
    path("tournaments/<int:tournament_id>/manage/answer/", messages.answer, name="manage-answer"),
    path("tournaments/<int:tournament_id>/manage/board/", messages.post, name="manage-post"),
    path("tournaments/<int:tournament_id>/manage/board/down/", messages.take_down, name="manage-post-down"),
    path("tournaments/<int:tournament_id>/manage/invite/", messages.invite, name="manage-invite"),
    path("tournaments/<int:tournament_id>/manage/<slug:act>/", desk.act, name="manage-act"),
    path("tournaments/<int:tournament_id>/report/", messages.report, name="manage-report"),
]
