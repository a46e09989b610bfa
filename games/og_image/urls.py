"""The picture of a game or table, and of a position."""

from django.urls import path

from games.og_image import views

POSITION = "games/<int:game_id>/picture/<int:ply>/<str:language>"

urlpatterns = [
    path("games/<int:game_id>/picture/<str:language>.png", views.picture, name="picture"),
    path(f"{POSITION}.png", views.position_picture, {"kind": "png"}, name="position-png"),
    path(f"{POSITION}.svg", views.position_picture, {"kind": "svg"}, name="position-svg"),
]
