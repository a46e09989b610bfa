"""Addresses of the desk. Who does not direct a tournament finds nothing there."""

from __future__ import annotations

from django.urls import path

from tournaments.director import views

urlpatterns = [
    path("tournaments/new/", views.new, name="tournament-new"),
    path("tournaments/invitations/<str:token>/", views.invitation, name="tournament-invitation"),
    path("tournaments/<int:tournament_id>/change/", views.change, name="tournament-change"),
    path("tournaments/<int:tournament_id>/open/", views.open_for_entries, name="tournament-open"),
    path("tournaments/<int:tournament_id>/start/", views.begin, name="tournament-start"),
    path("tournaments/<int:tournament_id>/manage/", views.show, name="manage"),
    path("tournaments/<int:tournament_id>/manage/answer/", views.answer, name="manage-answer"),
    path("tournaments/<int:tournament_id>/manage/board/", views.post, name="manage-post"),
    path("tournaments/<int:tournament_id>/manage/board/down/", views.take_down, name="manage-post-down"),
    path("tournaments/<int:tournament_id>/manage/invite/", views.invite, name="manage-invite"),
    path("tournaments/<int:tournament_id>/manage/<slug:act>/", views.act, name="manage-act"),
    path("tournaments/<int:tournament_id>/report/", views.report, name="manage-report"),
]
