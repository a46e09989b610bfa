"""Addresses of ratings."""

from __future__ import annotations

from django.urls import path

from .views import ladders, players

urlpatterns = [
    path("ratings/", ladders.overall, name="ladder"),
    path("ratings/<str:variant>/<str:size>/<str:speed>/", ladders.of_pool, name="ladder-of"),
    path("players/<int:user_id>/ratings/", players.ratings, name="ratings"),
    path("players/<int:user_id>/against/<int:other_id>/", players.against, name="against"),
    path("profile/ratings/hide/", players.hide, name="hide-ratings"),
]
