"""Addresses of ratings, tournaments and leagues; who does not direct a tournament or league finds no desk there."""

from django.urls import path

from tournaments.director import views as director
from tournaments.leagues import views as leagues
from tournaments.pages import list_views, tournament_views
from tournaments.rated import views as rated

app_name = "tournaments"
ONE = "tournaments/<int:tournament_id>/"

urlpatterns = [
    path("ratings/", rated.overall, name="ladder"),
    path("ratings/<str:variant>/<str:size>/<str:speed>/", rated.of_pool, name="ladder-of"),
    path("players/<int:user_id>/ratings/", rated.ratings, name="ratings"),
    path("players/<int:user_id>/against/<int:other_id>/", rated.against, name="against"),
    path("profile/ratings/hide/", rated.hide, name="hide-ratings"),
    path("tournaments/", list_views.tournaments, name="tournaments"),
    path("tournaments/calendar/", list_views.calendar, name="calendar"),
    path("tournaments/mine/<str:token>.ics", list_views.own_feed, name="feed"),
    path("tournaments/mine/address/", list_views.change_feed, name="feed-change"),
    path("tournaments/contributions/", tournament_views.contributions_of, name="contributions"),
    path("e/<str:token>/", tournament_views.link, name="tournament-link"),
    path(ONE, tournament_views.show, name="tournament"),
    path(f"{ONE}register/", tournament_views.enter, name="tournament-register"),
    path(f"{ONE}withdraw/", tournament_views.leave, name="tournament-withdraw"),
    path(f"{ONE}rejoin/", tournament_views.back, name="tournament-rejoin"),
    path(f"{ONE}wishes/", tournament_views.wish, name="tournament-wishes"),
    path(f"{ONE}follow/", tournament_views.follow, name="tournament-follow"),
    path(f"{ONE}rounds/<int:number>/", tournament_views.a_round, name="tournament-round"),
    path(f"{ONE}rounds/<int:number>/deals/<int:deal>/", tournament_views.a_deal, name="tournament-deal"),
    path(f"{ONE}standings/", tournament_views.standings, name="tournament-standings"),
    path(f"{ONE}standings/<int:entry_id>/", tournament_views.arithmetic, name="tournament-arithmetic"),
    path(f"{ONE}players/", tournament_views.players, name="tournament-players"),
    path(f"{ONE}log/", tournament_views.log, name="tournament-log"),
    path(f"{ONE}embed/", list_views.embedded_standings, name="tournament-embed"),
    path(f"{ONE}calendar.ics", list_views.tournament_feed, name="tournament-feed"),
    path(f"{ONE}report.trf", list_views.export_report, name="tournament-report"),
    *(
        path(f"{ONE}{what}.{kind}", view, {"kind": kind}, name=f"tournament-{what}-{kind}")
        for what, view in (("standings", list_views.export_standings), ("pairings", list_views.export_pairings))
        for kind in ("csv", "json")
    ),
    path("tournaments/new/", director.new, name="tournament-new"),
    path("tournaments/invitations/<str:token>/", director.invitation, name="tournament-invitation"),
    path(f"{ONE}change/", director.change, name="tournament-change"),
    path(f"{ONE}open/", director.open_for_entries, name="tournament-open"),
    path(f"{ONE}start/", director.begin, name="tournament-start"),
    path(f"{ONE}manage/", director.show, name="manage"),
    path(f"{ONE}manage/answer/", director.answer, name="manage-answer"),
    path(f"{ONE}manage/board/", director.post, name="manage-post"),
    path(f"{ONE}manage/board/down/", director.take_down, name="manage-post-down"),
    path(f"{ONE}manage/invite/", director.invite, name="manage-invite"),
    path(f"{ONE}manage/<slug:act>/", director.act, name="manage-act"),
    path(f"{ONE}report/", director.report, name="manage-report"),
    path("leagues/", leagues.leagues, name="leagues"),
    path("leagues/new/", leagues.create, name="league-new"),
    path("leagues/<int:league_id>/", leagues.show, name="league"),
    path("leagues/<int:league_id>/follow/", leagues.follow, name="league-follow"),
    path("leagues/<int:league_id>/history/", leagues.history, name="league-history"),
    path("leagues/<int:league_id>/log/", leagues.log, name="league-log"),
    path("leagues/<int:league_id>/manage/", leagues.desk, name="league-manage"),
    path("leagues/<int:league_id>/manage/<slug:act>/", leagues.act, name="league-act"),
    path("leagues/<int:league_id>/seasons/<int:number>/", leagues.show, name="season"),
    path("leagues/seasons/<int:season_id>/join/", leagues.join, name="season-join"),
    path("leagues/seasons/<int:season_id>/leave/", leagues.leave, name="season-leave"),
]
