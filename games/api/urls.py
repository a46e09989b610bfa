"""Addresses of tables and games in the API."""

from django.urls import path

from . import acts, archive, asked, games, history, presets, pulse, tables, talk

GAME, TABLE = "games/<int:game_id>/", "tables/<int:game_id>/"
urlpatterns = [
    path("pulse/", pulse.Pulse.as_view(), name="pulse"),
    path("games/", games.GameList.as_view(), name="games"),
    path(GAME, games.GameState.as_view(), name="game"),
    path(f"{GAME}moves/", acts.MoveList.as_view(), name="moves"),
    path(f"{GAME}pass/", acts.StandingPass.as_view(), name="pass"),
    path(f"{GAME}presets/", presets.PresetList.as_view(), name="presets"),
    path(f"{GAME}presets/<slug:name>/", presets.PresetDetail.as_view(), name="preset"),
    path(f"{GAME}end/", acts.EndWish.as_view(), name="end"),
    path(f"{GAME}resign/", acts.Resignation.as_view(), name="resign"),
    path(f"{GAME}back/", acts.SeatBack.as_view(), name="back"),
    path(f"{GAME}rematch/", acts.Rematch.as_view(), name="rematch"),
    path(f"{GAME}seen/", acts.SeenMark.as_view(), name="seen"),
    path(f"{GAME}hint/", acts.Hint.as_view(), name="hint"),
    path(f"{GAME}log/", history.Log.as_view(), name="log"),
    path(f"{GAME}positions/<int:ply>/", history.Position.as_view(), name="position"),
    path(f"{GAME}record/", history.Record.as_view(), name="record"),
    path(f"{GAME}chat/", talk.Chat.as_view(), name="chat"),
    path(f"{GAME}chat/<int:line_id>/", talk.Line.as_view(), name="chat-line"),
    path(f"{GAME}chat/<int:line_id>/report/", talk.Reporting.as_view(), name="chat-report"),
    path(f"{GAME}notes/", talk.Notes.as_view(), name="notes"),
    path("players/<int:user_id>/mute/", talk.Muting.as_view(), name="mute"),
    path("archive/", archive.Archive.as_view(), name="archive"),
    path("tables/", tables.TableList.as_view(), name="tables"),
    path("tables/quick/", tables.QuickGame.as_view(), name="quick"),
    path(TABLE, tables.TableDetail.as_view(), name="table"),
    path(f"{TABLE}seat/", tables.Seat.as_view(), name="seat"),
    path(f"{TABLE}people/<int:participant_id>/", tables.Participant.as_view(), name="participant"),
    path(f"{TABLE}bots/", tables.Bots.as_view(), name="bots"),
    path(f"{TABLE}prolong/", tables.Prolonging.as_view(), name="prolong"),
    path(f"{TABLE}invitations/", tables.Invitations.as_view(), name="invite"),
    path(f"{TABLE}invitations/<int:invitation_id>/", tables.Invitation.as_view(), name="table-invitation"),
    path("invitations/", asked.Asked.as_view(), name="asked"),
    path("invitations/<slug:key>/accept/", asked.Acceptance.as_view(), name="accept"),
    path("invitations/<slug:key>/decline/", asked.Refusing.as_view(), name="decline"),
]
