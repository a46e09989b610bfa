"""The replay of a finished game and its record."""

from django.urls import path

from games.replay import views

urlpatterns = [
    path("games/<int:game_id>/replay/", views.replay, name="replay"),
    path("games/<int:game_id>/record.json", views.record, name="record"),
]
