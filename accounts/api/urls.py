"""Addresses about people in the API."""

from django.urls import path

from . import people

urlpatterns = [
    path("profile/", people.Profile.as_view(), name="profile"),
    path("profile/households/", people.Households.as_view(), name="households"),
    path("profile/households/<int:household_id>/", people.HouseholdDetail.as_view(), name="household"),
    path("profile/blocked/", people.Blocked.as_view(), name="blocked"),
    path("players/", people.Players.as_view(), name="players"),
    path("players/<int:user_id>/", people.Player.as_view(), name="player"),
    path("players/<int:user_id>/block/", people.Block.as_view(), name="block"),
]
