"""Addresses of tables and games. docs/architecture.md has the list of pages."""

from importlib import import_module
from importlib.util import find_spec

app_name = "games"
AREAS = ("lobby", "play", "mail", "reference")

urlpatterns = [
    pattern
    for area in AREAS
    if find_spec(f"games.urls.{area}")
    for pattern in import_module(f"games.urls.{area}").urlpatterns
]
