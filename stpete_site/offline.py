"""The site where the net is away: a page of its own, and what a device has kept of games (`games.offline_summary`).

`static/js/frame.js` keeps positions for one account, `templates/offline/worker.js` shows them; a sign-out wipes them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

PARTS = (
    *("css/tokens.css", "css/base.css", "css/frame.css", "css/offline.css"),
    *("js/kept-list.js", "img/favicon.svg", "icons/shapes.svg"),
)
"""All that pages which are kept need beside themselves."""


@require_safe
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """What stands for any page that cannot be reached; nothing of whoever asks is in it but the language."""
    return render(request, "offline/page.html")


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The program that browsers run beside our pages; it lies at the root, so that it serves all of them."""
    parts = [static(part) for part in PARTS]
    shown = render_to_string("offline/page.html") + (get_language() or "")
    version = hashlib.sha256("|".join([*parts, shown]).encode()).hexdigest()[:12]
    told = {"version": version, "page": reverse("offline"), "parts": parts, "icon": static("img/icon-180.png")}
    return render(request, "offline/worker.js", told, content_type="text/javascript")


@receiver(user_logged_out)
def mark(request: HttpRequest | None, **_signal: object) -> None:
    """Whoever signs out leaves nothing on the device."""
    if request is not None:
        request.has_signed_out = True  # type: ignore[attr-defined]


class WipeMiddleware:
    """Tells the browser of who has signed out to wipe what pages have kept: positions, and the program that shows them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if getattr(request, "has_signed_out", False):
            response["Clear-Site-Data"] = '"storage"'
        return response
