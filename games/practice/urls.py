"""Playing on from finished games, and guessing their moves."""

from django.urls import path

from games.practice import views

urlpatterns = [
    path("games/<int:game_id>/play-on/", views.play_on, name="play-on"),
]
