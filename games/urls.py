"""Addresses of tables and games, room by room. docs/architecture.md has the list of pages."""

from importlib import import_module

app_name = "games"
ROOMS = (
    "lobby",
    "solo",
    "guests",
    "hints",
    "lesson",
    "page",
    "talk",
    "sheets",
    "glimpse",
    "text",
    "replay",
    "handbook",
    "reference",
)

urlpatterns = [pattern for room in ROOMS for pattern in import_module(f"games.{room}.urls").urlpatterns]
