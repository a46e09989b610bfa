"""Pages of the site itself: front, rules in short, about and credits, privacy."""

from __future__ import annotations

import functools
import tomllib
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.models import User
from games.lists import queries
from games.lists.front import front_position
from games.lists.rows import table_row
from games.reference.book import book

TABLES = 4
"""Open tables on the front page."""


def front(request: HttpRequest) -> HttpResponse:
    """The first page: what this is, a way to play at once, a position, open tables."""
    now = timezone.now()
    reader = request.user if isinstance(request.user, User) else None
    tables = queries.open_tables(queries.LobbyFilter())
    rows = [table_row(game, reader, now) for game in tables[:TABLES]]
    page = {"tables": rows, "more_tables": len(tables) > TABLES, "position": front_position()}
    return render(request, "front.html", page)


def rules(request: HttpRequest) -> HttpResponse:
    """The base game in short and how it is played by correspondence; beside it the way to every rule and card."""
    page = {"nobles": [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55], "sections": book().sections.values()}
    return render(request, "pages/rules.html", page)


def about(request: HttpRequest) -> HttpResponse:
    """What the site is made of and by whom."""
    return render(request, "pages/about.html", {"authors": icon_authors()})


def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept about people, who sees it, and how it goes away."""
    return render(request, "pages/privacy.html")


@functools.cache
def icon_authors() -> list[dict[str, Any]]:
    """Who drew the icons, from the list that the sprites are built from: name, address (or none), number of icons."""
    file = settings.BASE_DIR / "static" / "icons" / "icons.toml"
    listing = tomllib.loads(file.read_text(encoding="utf-8"))
    return [
        {"name": credit["name"], "url": credit.get("url", ""), "count": len(credit["icons"])}
        for credit in listing["credit"]
    ]
