"""Addresses of the API, version 1, of all apps: each has a room for its own."""

from __future__ import annotations

from importlib import import_module

from django.urls.resolvers import URLPattern, URLResolver

app_name = "api"
APPS = ("games", "tournaments", "moderation", "notifications", "accounts")
ROOMS = (*(f"{app}.api.urls" for app in APPS), "api.urls")

urlpatterns: list[URLPattern | URLResolver] = [pattern for room in ROOMS for pattern in import_module(room).urlpatterns]
