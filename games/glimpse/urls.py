"""A game in a few lines."""

from django.urls import path

from games.glimpse import views

urlpatterns = [path("games/<int:game_id>/glimpse/", views.show, name="glimpse")]
