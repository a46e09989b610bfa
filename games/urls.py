"""Addresses of tables and games; each room has a `urls.py` of its own."""

from importlib import import_module

app_name = "games"
ROOMS = (
    "page",  # first what is asked most: a request tries all addresses before its own
    "replay",
    "lobby",
    "solo",
    "guests",
    "hints",
    "lesson",
    "chat",
    "card_popups",
    "offline_summary",
    "og_image",
    "text_client",
    "handbook",
    "reference",
)

urlpatterns = [pattern for room in ROOMS for pattern in import_module(f"games.{room}.urls").urlpatterns]
