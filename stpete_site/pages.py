"""Pages of the site itself: front, about and credits, privacy."""

from __future__ import annotations

import functools
import tomllib
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.visitors import visitor_of
from games.lists.front import OpenTables, live_game


def front(request: HttpRequest) -> HttpResponse:
    """The first page: what this is, a way to play at once, a position, open tables."""
    page = {"tables": OpenTables(visitor_of(request), timezone.now()), "live": live_game()}
    return render(request, "front.html", page)


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
