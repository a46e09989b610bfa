"""The page of a begun game and what is done there."""

from django.urls import path

from games.page.views import acts, game, presets, pulse, seen

urlpatterns = [
    path("games/<int:game_id>/", game.game, name="game"),
    path("games/<int:game_id>/log/", game.log, name="log"),
    path("games/<int:game_id>/pulse/", pulse.pulse, name="pulse"),
    path("games/<int:game_id>/seen/", seen.seen, name="seen"),
    path("games/<int:game_id>/move/", acts.move, name="move"),
    path("games/<int:game_id>/pass/", acts.standing_pass, name="pass"),
    path("games/<int:game_id>/preset/", presets.preset, name="preset"),
    path("games/<int:game_id>/back/", acts.back, name="back"),
    path("games/<int:game_id>/end/", acts.end, name="end"),
    path("games/<int:game_id>/resign/", acts.resign, name="resign"),
    path("games/<int:game_id>/rematch/", acts.rematch, name="rematch"),
]
