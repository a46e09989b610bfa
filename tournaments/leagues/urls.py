"""Leagues, their seasons, who plays the next one, and the desk of their directors."""

from django.urls import path

from tournaments.leagues.views import director, leagues

urlpatterns = [
    path("leagues/", leagues.leagues, name="leagues"),
    path("leagues/new/", leagues.create, name="league-new"),
    path("leagues/<int:league_id>/", leagues.show, name="league"),
    path("leagues/<int:league_id>/follow/", leagues.follow, name="league-follow"),
    path("leagues/<int:league_id>/history/", leagues.history, name="league-history"),
    path("leagues/<int:league_id>/log/", director.log, name="league-log"),
    path("leagues/<int:league_id>/manage/", director.show, name="league-manage"),
    path("leagues/<int:league_id>/manage/<slug:act>/", director.act, name="league-act"),
    path("leagues/<int:league_id>/seasons/<int:number>/", leagues.show, name="season"),
    path("leagues/seasons/<int:season_id>/join/", leagues.join, name="season-join"),
    path("leagues/seasons/<int:season_id>/leave/", leagues.leave, name="season-leave"),
]
