"""The picture of a game or table, and of a position."""

from django.urls import path

from games.og_image import views

urlpatterns = [
    path("games/<int:game_id>/picture/<str:language>.png", views.picture, name="picture"),
    path(
        "games/<int:game_id>/picture/<int:ply>/<str:language>.<str:kind>",
        views.position_picture,
        name="position-picture",
    ),
]
