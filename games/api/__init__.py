"""The API: what a page can do, for programs. Thin: parse, call a service or a query, answer."""

from django.urls import path

<<<<<<< HEAD
from . import acts, chat, games, history, imports, orders, reference, seats, statistics, tables, text
||||||| 9677ba0c
from . import acts, chat, games, history, imports, orders, reference, seats, tables, text
=======
from . import acts, chat, games, history, imports, open_seats, orders, proposals, reference, seats, tables, text
>>>>>>> main

GAME, TABLE = "games/<int:game_id>/", "tables/<int:game_id>/"
urlpatterns = [
    path("next/", games.Next.as_view(), name="next"),
    path("pulse/", games.Pulse.as_view(), name="pulse"),
    path("games/", games.GameList.as_view(), name="games"),
    path(GAME, games.GameState.as_view(), name="game"),
    path(f"{GAME}moves/", acts.MoveList.as_view(), name="moves"),
    path(f"{GAME}pass/", acts.StandingPass.as_view(), name="pass"),
    path(f"{GAME}presets/", acts.PresetList.as_view(), name="presets"),
    path(f"{GAME}presets/<slug:name>/", acts.PresetDetail.as_view(), name="preset"),
    path(f"{GAME}orders/", orders.Orders.as_view(), name="orders"),
    path(f"{GAME}orders/test/", orders.OrdersTest.as_view(), name="orders-test"),
    path(f"{GAME}proposal/", proposals.Proposing.as_view(), name="proposal"),
    path(f"{GAME}gift/", proposals.Gift.as_view(), name="gift"),
    path(f"{GAME}end/", proposals.EndWish.as_view(), name="end"),
    path(f"{GAME}resign/", acts.Resignation.as_view(), name="resign"),
    path(f"{GAME}back/", acts.SeatBack.as_view(), name="back"),
    path(f"{GAME}rematch/", acts.Rematch.as_view(), name="rematch"),
    path(f"{GAME}seen/", acts.SeenMark.as_view(), name="seen"),
    path(f"{GAME}hint/", acts.Hint.as_view(), name="hint"),
    path(f"{GAME}text/", text.GameText.as_view(), name="text"),
    path(f"{GAME}cards/<slug:shelf>/<slug:id>/", reference.CardInGame.as_view(), name="game-card"),
    path(f"{GAME}log/", history.Log.as_view(), name="log"),
    path(f"{GAME}positions/<int:ply>/", history.Position.as_view(), name="position"),
    path(f"{GAME}review/", history.GameReview.as_view(), name="review"),
    path(f"{GAME}record/", history.Record.as_view(), name="record"),
    path(f"{GAME}chat/", chat.Chat.as_view(), name="chat"),
    path(f"{GAME}chat/<int:line_id>/", chat.Line.as_view(), name="chat-line"),
    path(f"{GAME}chat/<int:line_id>/report/", chat.Reporting.as_view(), name="chat-report"),
    path(f"{GAME}notes/", chat.Notes.as_view(), name="notes"),
    path("players/<int:user_id>/mute/", chat.Muting.as_view(), name="mute"),
    path("profile/muted/", chat.Muted.as_view(), name="muted"),
    path("archive/", history.Archive.as_view(), name="archive"),
    path("archive/counts/", history.ArchiveCounts.as_view(), name="archive-counts"),
    path("archive/dumps/", imports.WholeArchive.as_view(), name="archive-dumps"),
    path("archive/imports/", imports.Imports.as_view(), name="imports"),
    path("archive/imports/<int:number>/", imports.ImportDetail.as_view(), name="import"),
    path("statistics/", statistics.SiteStatistics.as_view(), name="statistics"),
    path("solo/", history.Solo.as_view(), name="solo"),
    path("solo/<slug:key>/", history.SoloResults.as_view(), name="solo-results"),
    path("cards/", reference.Cards.as_view(), name="cards"),
    path("cards/<slug:shelf>/<slug:id>/", reference.CardDetail.as_view(), name="card"),
    path("rules/", reference.Rules.as_view(), name="rules"),
    path("rules/<str:id>/", reference.RuleDetail.as_view(), name="rule"),
    path("tables/", tables.TableList.as_view(), name="tables"),
    path("tables/quick/", tables.QuickGame.as_view(), name="quick"),
    path(TABLE, tables.TableDetail.as_view(), name="table"),
    path(f"{TABLE}seat/", seats.Seat.as_view(), name="seat"),
    path(f"{TABLE}people/<int:participant_id>/", seats.Participant.as_view(), name="participant"),
    path(f"{TABLE}bots/", seats.Bots.as_view(), name="bots"),
    path(f"{TABLE}prolong/", seats.Prolonging.as_view(), name="prolong"),
    path(f"{TABLE}invitations/", seats.Invitations.as_view(), name="invite"),
    path(f"{TABLE}invitations/<int:invitation_id>/", seats.Revoking.as_view(), name="table-invitation"),
    path("open-seats/", open_seats.OpenSeats.as_view(), name="open-seats"),
    path("open-seats/wish/", open_seats.VolunteerWish.as_view(), name="volunteer"),
    path(f"{GAME}seats/<int:seat>/", open_seats.TakeOver.as_view(), name="take-over"),
    path("invitations/", seats.Asked.as_view(), name="asked"),
    path("invitations/<slug:key>/accept/", seats.Acceptance.as_view(), name="accept"),
    path("invitations/<slug:key>/decline/", seats.Refusing.as_view(), name="decline"),
]
