"""Leagues, their seasons, who plays the next one, and the desk of their directors."""

from django.urls import path

from tournaments.leagues import views

urlpatterns = [
    path("leagues/", views.leagues, name="leagues"),
    path("leagues/new/", views.create, name="league-new"),
    path("leagues/<int:league_id>/", views.show, name="league"),
    path("leagues/<int:league_id>/follow/", views.follow, name="league-follow"),
    path("leagues/<int:league_id>/history/", views.history, name="league-history"),
    path("leagues/<int:league_id>/log/", views.log, name="league-log"),
    path("leagues/<int:league_id>/manage/", views.desk, name="league-manage"),
    path("leagues/<int:league_id>/manage/<slug:act>/", views.act, name="league-act"),
    path("leagues/<int:league_id>/seasons/<int:number>/", views.show, name="season"),
    path("leagues/seasons/<int:season_id>/join/", views.join, name="season-join"),
    path("leagues/seasons/<int:season_id>/leave/", views.leave, name="season-leave"),
]
