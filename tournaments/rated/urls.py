"""Addresses of ratings."""

from __future__ import annotations

from django.urls import path

from tournaments.rated import views

urlpatterns = [
    path("ratings/", views.overall, name="ladder"),
    path("ratings/<str:variant>/<str:size>/<str:speed>/", views.of_pool, name="ladder-of"),
    path("players/<int:user_id>/ratings/", views.ratings, name="ratings"),
    path("players/<int:user_id>/against/<int:other_id>/", views.against, name="against"),
    path("profile/ratings/hide/", views.hide, name="hide-ratings"),
]
