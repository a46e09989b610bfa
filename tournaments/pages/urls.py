"""The list of tournaments, the pages of one, what an entrant does there, exports and feeds."""

from django.urls import path

from tournaments.pages.views import exports, lists, parts, tournament

urlpatterns = [
    path("tournaments/", lists.tournaments, name="tournaments"),
    path("tournaments/calendar/", lists.calendar, name="calendar"),
    path("tournaments/mine/<str:token>.ics", exports.own_feed, name="feed"),
    path("tournaments/mine/address/", exports.change_feed, name="feed-change"),
    path("e/<str:token>/", tournament.link, name="tournament-link"),
    path("tournaments/<int:tournament_id>/", tournament.show, name="tournament"),
    path("tournaments/<int:tournament_id>/register/", tournament.enter, name="tournament-register"),
    path("tournaments/<int:tournament_id>/withdraw/", tournament.leave, name="tournament-withdraw"),
    path("tournaments/<int:tournament_id>/rejoin/", tournament.back, name="tournament-rejoin"),
    path("tournaments/<int:tournament_id>/wishes/", tournament.wish, name="tournament-wishes"),
    path("tournaments/<int:tournament_id>/follow/", tournament.follow, name="tournament-follow"),
    path("tournaments/<int:tournament_id>/away/", tournament.be_away, name="tournament-away"),
    path("tournaments/<int:tournament_id>/rounds/<int:number>/", parts.a_round, name="tournament-round"),
    path("tournaments/<int:tournament_id>/rounds/<int:number>/deals/<int:deal>/", parts.a_deal, name="tournament-deal"),
    path("tournaments/<int:tournament_id>/standings/", parts.standings, name="tournament-standings"),
    path("tournaments/<int:tournament_id>/standings/<int:entry_id>/", parts.arithmetic, name="tournament-arithmetic"),
    path("tournaments/<int:tournament_id>/players/", parts.players, name="tournament-players"),
    path("tournaments/<int:tournament_id>/log/", parts.log, name="tournament-log"),
    path("tournaments/<int:tournament_id>/embed/", lists.standings, name="tournament-embed"),
    path("tournaments/<int:tournament_id>/calendar.ics", exports.tournament_feed, name="tournament-feed"),
    path("tournaments/<int:tournament_id>/report.trf", exports.report, name="tournament-report"),
    path(
        "tournaments/<int:tournament_id>/standings.csv",
        exports.standings,
        {"kind": "csv"},
        name="tournament-standings-csv",
    ),
    path(
        "tournaments/<int:tournament_id>/standings.json",
        exports.standings,
        {"kind": "json"},
        name="tournament-standings-json",
    ),
    path(
        "tournaments/<int:tournament_id>/pairings.csv",
        exports.pairings,
        {"kind": "csv"},
        name="tournament-pairings-csv",
    ),
    path(
        "tournaments/<int:tournament_id>/pairings.json",
        exports.pairings,
        {"kind": "json"},
        name="tournament-pairings-json",
    ),
]
