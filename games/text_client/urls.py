"""The game as text, and the links of mails to single moves."""

from django.urls import path

from games.text_client import views

urlpatterns = [
    path("games/<int:game_id>/text/", views.text, name="text"),
    path("act/<str:token>/", views.act, name="act"),
]
