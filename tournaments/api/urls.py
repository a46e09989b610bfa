"""Addresses of events, leagues and ratings in the API."""

from __future__ import annotations

from django.urls import path

from . import closer, desk, entering, events, league_desk, leagues, ratings, words

EVENT, LEAGUE = "events/<int:event_id>/", "leagues/<int:league_id>/"
urlpatterns = [
    path("events/", events.EventList.as_view(), name="events"),
    path("events/new/", desk.Terms.as_view(), name="event-new"),
    path("events/calendar/", closer.Calendar.as_view(), name="calendar"),
    path(EVENT, events.EventDetail.as_view(), name="event"),
    path(f"{EVENT}rounds/<int:number>/", events.RoundDetail.as_view(), name="round"),
    path(f"{EVENT}rounds/<int:number>/resting/", events.Resting.as_view(), name="resting"),
    path(f"{EVENT}standings/", events.Standings.as_view(), name="standings"),
    path(f"{EVENT}standings/<int:entry_id>/", closer.Arithmetic.as_view(), name="arithmetic"),
    path(f"{EVENT}rounds/<int:number>/deals/<int:deal>/", closer.Deal.as_view(), name="deal"),
    path(f"{EVENT}players/", events.Players.as_view(), name="entrants"),
    path(f"{EVENT}log/", events.EventLog.as_view(), name="event-log"),
    path(f"{EVENT}entry/", entering.Entering.as_view(), name="entry"),
    path(f"{EVENT}back/", entering.BackAgain.as_view(), name="event-back"),
    path(f"{EVENT}wishes/", entering.Wishes.as_view(), name="event-wishes"),
    path(f"{EVENT}away/", entering.Away.as_view(), name="event-away"),
    path(f"{EVENT}following/", entering.Following.as_view(), name="event-following"),
    path(f"{EVENT}open/", desk.Opening.as_view(), name="event-open"),
    path(f"{EVENT}start/", desk.Starting.as_view(), name="event-start"),
    path(f"{EVENT}terms/", words.TermsNow.as_view(), name="event-terms"),
    path(f"{EVENT}messages/", words.Messages.as_view(), name="event-messages"),
    path(f"{EVENT}messages/<int:message_id>/answer/", words.MessageAnswer.as_view(), name="event-message-answer"),
    path(f"{EVENT}board/", words.Board.as_view(), name="event-board"),
    path(f"{EVENT}board/<int:post_id>/", words.BoardPost.as_view(), name="event-board-post"),
    path(f"{EVENT}invitations/", words.Inviting.as_view(), name="event-inviting"),
    path(f"{EVENT}desk/", desk.Desk.as_view(), name="desk"),
    path(f"{EVENT}desk/<slug:act>/", desk.DeskAct.as_view(), name="desk-act"),
    path("leagues/", leagues.LeagueList.as_view(), name="leagues"),
    path("leagues/new/", league_desk.LeagueTerms.as_view(), name="league-new"),
    path(LEAGUE, leagues.LeagueDetail.as_view(), name="league"),
    path(f"{LEAGUE}seasons/<int:number>/", leagues.SeasonDetail.as_view(), name="season"),
    path(f"{LEAGUE}following/", leagues.LeagueFollowing.as_view(), name="league-following"),
    path(f"{LEAGUE}history/", leagues.LeagueHistory.as_view(), name="league-history"),
    path(f"{LEAGUE}log/", league_desk.LeagueLog.as_view(), name="league-log"),
    path(f"{LEAGUE}desk/", league_desk.LeagueDesk.as_view(), name="league-desk"),
    path(f"{LEAGUE}desk/<slug:act>/", league_desk.LeagueAct.as_view(), name="league-act"),
    path("seasons/<int:season_id>/signup/", leagues.SigningUp.as_view(), name="signup"),
    path("ratings/", ratings.Pools.as_view(), name="pools"),
    path("ratings/leaderboard/", ratings.Leaderboard.as_view(), name="leaderboard"),
    path("profile/ratings/", ratings.OwnRatings.as_view(), name="own-ratings"),
    path("profile/feed/", closer.Feed.as_view(), name="own-feed"),
    path("players/<int:user_id>/against/<int:other_id>/", closer.Against.as_view(), name="against"),
    path("players/<int:user_id>/ratings/", ratings.PlayerRatings.as_view(), name="player-ratings"),
]
