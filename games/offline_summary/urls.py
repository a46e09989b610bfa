"""A game in a few lines."""

from django.urls import path

from games.offline_summary import views

urlpatterns = [path("games/<int:game_id>/glimpse/", views.show, name="glimpse")]
