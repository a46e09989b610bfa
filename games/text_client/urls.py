"""The game as text, and the links of mails to single moves."""

from django.urls import path

from games.text_client.views import act, page

urlpatterns = [
    path("games/<int:game_id>/text/", page.text, name="text"),
    path("act/<str:token>/", act.act, name="act"),
]
