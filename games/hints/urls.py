"""Asking for a hint."""

from django.urls import path

from games.hints import views

urlpatterns = [path("games/<int:game_id>/hint/", views.hint, name="hint")]
