"""Leagues, their seasons, and who plays the next one."""

from django.urls import path

from tournaments.leagues.views import leagues

urlpatterns = [
    path("leagues/", leagues.leagues, name="leagues"),
    path("leagues/new/", leagues.create, name="league-new"),
    path("leagues/<int:league_id>/", leagues.show, name="league"),
    path("leagues/<int:league_id>/seasons/<int:number>/", leagues.show, name="season"),
    path("leagues/seasons/<int:season_id>/join/", leagues.join, name="season-join"),
    path("leagues/seasons/<int:season_id>/leave/", leagues.leave, name="season-leave"),
]
