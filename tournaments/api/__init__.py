"""Tournaments, leagues and ratings in the API: the same as their pages, for programs."""

from __future__ import annotations

from django.urls import path

from tournaments.api import details, director, entering, leagues, ratings, tournaments

TOURNAMENT, LEAGUE = "tournaments/<int:tournament_id>/", "leagues/<int:league_id>/"
urlpatterns = [
    path("tournaments/", tournaments.TournamentList.as_view(), name="tournaments"),
    path("tournaments/new/", director.Terms.as_view(), name="tournament-new"),
    path("tournaments/calendar/", details.Calendar.as_view(), name="calendar"),
    path(TOURNAMENT, tournaments.TournamentDetail.as_view(), name="tournament"),
    path(f"{TOURNAMENT}rounds/", tournaments.RoundList.as_view(), name="rounds"),
    path(f"{TOURNAMENT}rounds/<int:number>/", tournaments.RoundDetail.as_view(), name="round"),
    path(f"{TOURNAMENT}rounds/<int:number>/resting/", tournaments.Resting.as_view(), name="resting"),
    path(f"{TOURNAMENT}standings/", tournaments.Standings.as_view(), name="standings"),
    path(f"{TOURNAMENT}standings/<int:entry_id>/", details.Arithmetic.as_view(), name="arithmetic"),
    path(f"{TOURNAMENT}rounds/<int:number>/deals/<int:deal>/", details.Deal.as_view(), name="deal"),
    path(f"{TOURNAMENT}players/", tournaments.Players.as_view(), name="entrants"),
    path(f"{TOURNAMENT}log/", tournaments.TournamentLog.as_view(), name="tournament-log"),
    path(f"{TOURNAMENT}registration/", entering.Entering.as_view(), name="entry"),
    path(f"{TOURNAMENT}rejoin/", entering.BackAgain.as_view(), name="tournament-rejoin"),
    path(f"{TOURNAMENT}wishes/", entering.Wishes.as_view(), name="tournament-wishes"),
    path(f"{TOURNAMENT}away/", entering.Away.as_view(), name="tournament-away"),
    path(f"{TOURNAMENT}following/", entering.Following.as_view(), name="tournament-following"),
    path(f"{TOURNAMENT}open/", director.Opening.as_view(), name="tournament-open"),
    path(f"{TOURNAMENT}start/", director.Starting.as_view(), name="tournament-start"),
    path(f"{TOURNAMENT}terms/", director.TermsNow.as_view(), name="tournament-terms"),
    path(f"{TOURNAMENT}messages/", entering.Messages.as_view(), name="tournament-messages"),
    path(
        f"{TOURNAMENT}messages/<int:message_id>/answer/",
        entering.MessageAnswer.as_view(),
        name="tournament-message-answer",
    ),
    path(f"{TOURNAMENT}board/", entering.NoticeBoard.as_view(), name="tournament-board"),
    path(f"{TOURNAMENT}board/<int:post_id>/", entering.BoardPost.as_view(), name="tournament-board-post"),
    path(f"{TOURNAMENT}invitations/", entering.Inviting.as_view(), name="tournament-inviting"),
    path(f"{TOURNAMENT}manage/", director.Desk.as_view(), name="manage"),
    path(f"{TOURNAMENT}manage/<slug:act>/", director.DeskAct.as_view(), name="manage-act"),
    path("leagues/", leagues.LeagueList.as_view(), name="leagues"),
    path("leagues/new/", leagues.LeagueTerms.as_view(), name="league-new"),
    path(LEAGUE, leagues.LeagueDetail.as_view(), name="league"),
    path(f"{LEAGUE}seasons/<int:number>/", leagues.SeasonDetail.as_view(), name="season"),
    path(f"{LEAGUE}following/", leagues.LeagueFollowing.as_view(), name="league-following"),
    path(f"{LEAGUE}history/", leagues.LeagueHistory.as_view(), name="league-history"),
    path(f"{LEAGUE}log/", leagues.LeagueLog.as_view(), name="league-log"),
    path(f"{LEAGUE}manage/", leagues.LeagueDesk.as_view(), name="league-manage"),
    path(f"{LEAGUE}manage/<slug:act>/", leagues.LeagueAct.as_view(), name="league-act"),
    path("seasons/<int:season_id>/signup/", leagues.SigningUp.as_view(), name="signup"),
    path("ratings/", ratings.Pools.as_view(), name="pools"),
    path("ratings/leaderboard/", ratings.Leaderboard.as_view(), name="leaderboard"),
    path("profile/ratings/", ratings.OwnRatings.as_view(), name="own-ratings"),
    path("profile/feed/", ratings.Feed.as_view(), name="own-feed"),
    path("players/<int:user_id>/against/<int:other_id>/", ratings.Against.as_view(), name="against"),
    path("players/<int:user_id>/ratings/", ratings.PlayerRatings.as_view(), name="player-ratings"),
]
