"""The picture of a game or table."""

from django.urls import path

from games.og_image import views

urlpatterns = [path("games/<int:game_id>/picture/<str:language>.png", views.picture, name="picture")]
