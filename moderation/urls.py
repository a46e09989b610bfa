"""Addresses of moderation for everybody; those of staff lie among the admin pages (`moderation.site`)."""

from django.urls import path

from moderation import views
from moderation.notifications import GAME, PERSON

app_name = "moderation"
urlpatterns = [
    path("players/<int:user_id>/report/", views.report, {"about": PERSON}, name="report-person"),
    path("games/<int:game_id>/report/", views.report, {"about": GAME}, name="report-game"),
    path("measures/<str:token>/", views.measure, name="measure"),
]
