"""Addresses of ratings, tournaments and leagues, room by room."""

from __future__ import annotations

from importlib import import_module

from django.urls.resolvers import URLPattern, URLResolver

app_name = "tournaments"
ROOMS: tuple[str, ...] = ("rated", "pages", "director", "leagues")

urlpatterns: list[URLPattern | URLResolver] = [
    pattern for room in ROOMS for pattern in import_module(f"tournaments.{room}.urls").urlpatterns
]
