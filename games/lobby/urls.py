"""My games, the lobby, tables before their game, invitations and the archive."""

from django.urls import path

from games.lobby.views import archive, invitation, lobby, mine, table

urlpatterns = [
    path("games/", mine.mine, name="mine"),
    path("games/next/", mine.next_game, name="next"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("play-a-bot/", lobby.quick, name="quick"),
    path("tables/new/", lobby.new, name="new"),
    path("tables/<int:game_id>/", table.show, name="table"),
    path("tables/<int:game_id>/pulse/", table.pulse, name="table-pulse"),
    path("tables/<int:game_id>/join/", table.join, name="table-join"),
    path("tables/<int:game_id>/leave/", table.leave, name="table-leave"),
    path("tables/<int:game_id>/agree/", table.agree, name="table-agree"),
    path("tables/<int:game_id>/change/", table.change, name="table-change"),
    path("tables/<int:game_id>/remove/", table.remove, name="table-remove"),
    path("tables/<int:game_id>/bot/", table.bot, name="table-bot"),
    path("tables/<int:game_id>/fill/", table.fill, name="table-fill"),
    path("tables/<int:game_id>/close/", table.close, name="table-close"),
    path("tables/<int:game_id>/prolong/", table.prolong, name="table-prolong"),
    path("tables/<int:game_id>/invite/", table.invite, name="table-invite"),
    path("tables/<int:game_id>/revoke/", table.revoke, name="table-revoke"),
    path("t/<str:token>/", table.link, name="link"),
    path("invitations/<str:token>/", invitation.show, name="invitation"),
    path("invitations/<str:token>/accept/", invitation.accept, name="invitation-accept"),
    path("invitations/<str:token>/decline/", invitation.decline, name="invitation-decline"),
    path("archive/", archive.archive, name="archive"),
]
