"""The list of tournaments, the pages of one, what an entrant does there, exports and feeds."""

from django.urls import path

from tournaments.pages import list_views, tournament_views

urlpatterns = [
    path("tournaments/", list_views.tournaments, name="tournaments"),
    path("tournaments/calendar/", list_views.calendar, name="calendar"),
    path("tournaments/mine/<str:token>.ics", list_views.own_feed, name="feed"),
    path("tournaments/mine/address/", list_views.change_feed, name="feed-change"),
    path("e/<str:token>/", tournament_views.link, name="tournament-link"),
    path("tournaments/<int:tournament_id>/", tournament_views.show, name="tournament"),
    path("tournaments/<int:tournament_id>/register/", tournament_views.enter, name="tournament-register"),
    path("tournaments/<int:tournament_id>/withdraw/", tournament_views.leave, name="tournament-withdraw"),
    path("tournaments/<int:tournament_id>/rejoin/", tournament_views.back, name="tournament-rejoin"),
    path("tournaments/<int:tournament_id>/wishes/", tournament_views.wish, name="tournament-wishes"),
    path("tournaments/<int:tournament_id>/follow/", tournament_views.follow, name="tournament-follow"),
    path("tournaments/<int:tournament_id>/away/", tournament_views.be_away, name="tournament-away"),
    path("tournaments/<int:tournament_id>/rounds/<int:number>/", tournament_views.a_round, name="tournament-round"),
    path(
        "tournaments/<int:tournament_id>/rounds/<int:number>/deals/<int:deal>/",
        tournament_views.a_deal,
        name="tournament-deal",
    ),
    path("tournaments/<int:tournament_id>/standings/", tournament_views.standings, name="tournament-standings"),
    path(
        "tournaments/<int:tournament_id>/standings/<int:entry_id>/",
        tournament_views.arithmetic,
        name="tournament-arithmetic",
    ),
    path("tournaments/<int:tournament_id>/players/", tournament_views.players, name="tournament-players"),
    path("tournaments/<int:tournament_id>/log/", tournament_views.log, name="tournament-log"),
    path("tournaments/<int:tournament_id>/embed/", list_views.embedded_standings, name="tournament-embed"),
    path("tournaments/<int:tournament_id>/calendar.ics", list_views.tournament_feed, name="tournament-feed"),
    path("tournaments/<int:tournament_id>/report.trf", list_views.export_report, name="tournament-report"),
    path(
        "tournaments/<int:tournament_id>/standings.csv",
        list_views.export_standings,
        {"kind": "csv"},
        name="tournament-standings-csv",
    ),
    path(
        "tournaments/<int:tournament_id>/standings.json",
        list_views.export_standings,
        {"kind": "json"},
        name="tournament-standings-json",
    ),
    path(
        "tournaments/<int:tournament_id>/pairings.csv",
        list_views.export_pairings,
        {"kind": "csv"},
        name="tournament-pairings-csv",
    ),
    path(
        "tournaments/<int:tournament_id>/pairings.json",
        list_views.export_pairings,
        {"kind": "json"},
        name="tournament-pairings-json",
    ),
]
