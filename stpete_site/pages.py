"""Pages of the site itself: front, about and credits, privacy, imprint, terms."""

from __future__ import annotations

import functools
import tomllib
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.activity import visitor_of
from games.selectors.front import OpenTables, live_game
from stpete_site.legal import operator, own_words
from stpete_site.retention import periods


def front(request: HttpRequest) -> HttpResponse:
    """The first page: what this is, a way to play at once, a position, open tables."""
    page = {"tables": OpenTables(visitor_of(request), timezone.now()), "live": live_game()}
    return render(request, "front.html", page)


def about(request: HttpRequest) -> HttpResponse:
    """What the site is made of and by whom."""
    return render(request, "pages/about.html", {"authors": icon_authors(), "source": settings.SOURCE_URL})


def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept about people, who sees it, and how it goes away."""
    return render(request, "pages/privacy.html", {**_of_operator("privacy"), "periods": periods()})


def imprint(request: HttpRequest) -> HttpResponse:
    """Who answers for this site."""
    return render(request, "pages/imprint.html", _of_operator("imprint"))


def terms(request: HttpRequest) -> HttpResponse:
    """What holds between who runs the site and who uses it."""
    return render(request, "pages/terms.html", _of_operator("terms"))


def _of_operator(page: str) -> dict[str, Any]:
    return {"operator": operator(), "words": own_words(page)}


@functools.cache
def icon_authors() -> list[dict[str, Any]]:
    """Who drew the icons, from the list that the sprites are built from: name, address (or none), number of icons."""
    file = settings.BASE_DIR / "static" / "icons" / "icons.toml"
    listing = tomllib.loads(file.read_text(encoding="utf-8"))
    return [
        {"name": credit["name"], "url": credit.get("url", ""), "count": len(credit["icons"])}
        for credit in listing["credit"]
    ]
