"""The review of a finished game."""

from django.urls import path

from games.review import views

urlpatterns = [
    path("games/<int:game_id>/review/", views.review, name="review"),
]
