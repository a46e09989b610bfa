"""The list of events, the pages of one, what an entrant does there, exports and feeds."""

from django.urls import path

from tournaments.pages.views import deals, embed, event, exports, lists, parts

urlpatterns = [
    path("events/", lists.events, name="events"),
    path("events/calendar/", lists.calendar, name="calendar"),
    path("events/mine/<str:token>.ics", exports.own_feed, name="feed"),
    path("events/mine/address/", exports.change_feed, name="feed-change"),
    path("e/<str:token>/", event.link, name="event-link"),
    path("events/<int:event_id>/", event.show, name="event"),
    path("events/<int:event_id>/enter/", event.enter, name="event-enter"),
    path("events/<int:event_id>/leave/", event.leave, name="event-leave"),
    path("events/<int:event_id>/back/", event.back, name="event-back"),
    path("events/<int:event_id>/wishes/", event.wish, name="event-wishes"),
    path("events/<int:event_id>/follow/", event.follow, name="event-follow"),
    path("events/<int:event_id>/away/", event.be_away, name="event-away"),
    path("events/<int:event_id>/rounds/<int:number>/", parts.a_round, name="event-round"),
    path("events/<int:event_id>/rounds/<int:number>/deals/<int:deal>/", deals.a_deal, name="event-deal"),
    path("events/<int:event_id>/standings/", parts.standings, name="event-standings"),
    path("events/<int:event_id>/standings/<int:entry_id>/", parts.arithmetic, name="event-arithmetic"),
    path("events/<int:event_id>/players/", parts.players, name="event-players"),
    path("events/<int:event_id>/log/", parts.log, name="event-log"),
    path("events/<int:event_id>/embed/", embed.standings, name="event-embed"),
    path("events/<int:event_id>/calendar.ics", exports.event_feed, name="event-feed"),
    path("events/<int:event_id>/report.trf", exports.report, name="event-report"),
    path("events/<int:event_id>/standings.csv", exports.standings, {"kind": "csv"}, name="event-standings-csv"),
    path("events/<int:event_id>/standings.json", exports.standings, {"kind": "json"}, name="event-standings-json"),
    path("events/<int:event_id>/pairings.csv", exports.pairings, {"kind": "csv"}, name="event-pairings-csv"),
    path("events/<int:event_id>/pairings.json", exports.pairings, {"kind": "json"}, name="event-pairings-json"),
]
