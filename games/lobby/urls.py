"""My games, the lobby, tables before their game, invitations and the archive."""

from django.urls import path

from games.lobby import list_views, table_views

urlpatterns = [
    path("games/", list_views.mine, name="mine"),
    path("games/next/", list_views.next_game, name="next"),
    path("lobby/", list_views.lobby, name="lobby"),
    path("play-a-bot/", list_views.quick, name="quick"),
    path("tables/new/", list_views.new, name="new"),
    path("tables/<int:game_id>/", table_views.show, name="table"),
    path("tables/<int:game_id>/pulse/", table_views.pulse, name="table-pulse"),
    path("tables/<int:game_id>/join/", table_views.join, name="table-join"),
    path("tables/<int:game_id>/leave/", table_views.leave, name="table-leave"),
    path("tables/<int:game_id>/agree/", table_views.agree, name="table-agree"),
    path("tables/<int:game_id>/change/", table_views.change, name="table-change"),
    path("tables/<int:game_id>/remove/", table_views.remove, name="table-remove"),
    path("tables/<int:game_id>/bot/", table_views.bot, name="table-bot"),
    path("tables/<int:game_id>/fill/", table_views.fill, name="table-fill"),
    path("tables/<int:game_id>/close/", table_views.close, name="table-close"),
    path("tables/<int:game_id>/prolong/", table_views.prolong, name="table-prolong"),
    path("tables/<int:game_id>/invite/", table_views.invite, name="table-invite"),
    path("tables/<int:game_id>/revoke/", table_views.revoke, name="table-revoke"),
    path("t/<str:token>/", table_views.link, name="link"),
    path("invitations/<str:token>/", table_views.show_invitation, name="invitation"),
    path("invitations/<str:token>/accept/", table_views.accept, name="invitation-accept"),
    path("invitations/<str:token>/decline/", table_views.decline, name="invitation-decline"),
    path("archive/", list_views.archive, name="archive"),
]
