"""The page of a begun game and what is done there."""

from django.urls import path

from games.page import orders, proposals, pulse, views

urlpatterns = [
    path("games/<int:game_id>/", views.game, name="game"),
    path("games/<int:game_id>/log/", views.log, name="log"),
    path("games/<int:game_id>/pulse/", pulse.pulse, name="pulse"),
    path("games/<int:game_id>/seen/", pulse.seen, name="seen"),
    path("games/<int:game_id>/move/", views.move, name="move"),
    path("games/<int:game_id>/pass/", views.standing_pass, name="pass"),
    path("games/<int:game_id>/preset/", views.preset, name="preset"),
    path("games/<int:game_id>/orders/", orders.orders, name="orders"),
    path("games/<int:game_id>/back/", views.back, name="back"),
    path("games/<int:game_id>/proposal/", proposals.proposal, name="proposal"),
    path("games/<int:game_id>/gift/", proposals.gift, name="gift"),
    path("games/<int:game_id>/resign/", views.resign, name="resign"),
    path("games/<int:game_id>/rematch/", views.rematch, name="rematch"),
    path("games/<int:game_id>/play-again/", views.play_again, name="play-again"),
]
