"""Cards and tiles looked up from a game."""

from django.urls import path

from games.card_popups import views

urlpatterns = [path("games/<int:game_id>/sheet/<slug:shelf>/<slug:id>/", views.sheet, name="sheet")]
