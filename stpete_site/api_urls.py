"""Addresses of the API, version 1, of all apps: each has a room for its own."""

from __future__ import annotations

from django.urls import path

import accounts.api
import games.api
import moderation.api
import notifications.api
import tournaments.api
from api import docs

app_name = "api"
urlpatterns = [
    *games.api.urlpatterns,
    *tournaments.api.urlpatterns,
    *moderation.api.urlpatterns,
    *notifications.api.urlpatterns,
    *accounts.api.urlpatterns,
    path("", docs.Index.as_view(), name="index"),
    path("schema/", docs.schema, name="schema"),
    path("docs/", docs.page, name="docs"),
]
