"""Addresses about people in the API."""

from django.urls import path

from . import people

urlpatterns = [
    path("profile/", people.Profile.as_view(), name="profile"),
    path("players/", people.Players.as_view(), name="players"),
    path("players/<int:user_id>/", people.Player.as_view(), name="player"),
    path("players/<int:user_id>/block/", people.Block.as_view(), name="block"),
]
