"""Playing on from finished games, and guessing their moves."""

from django.urls import path

from games.practice import views

MOVE = "games/<int:game_id>/guess/<int:seat>/<int:ply>/<str:score>/"

urlpatterns = [
    path("games/<int:game_id>/play-on/", views.play_on, name="play-on"),
    path("games/<int:game_id>/guess/", views.guess, name="guess"),
    path(MOVE, views.guess_move, name="guess-move"),
    path(f"{MOVE}answer/", views.guess_answer, name="guess-answer"),
]
