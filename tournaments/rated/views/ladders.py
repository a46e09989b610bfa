"""Leaderboards."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.visitors import visitor_of
from tournaments.rated.ladders import Part, ladder_of, pools
from arbiter.ratings.games import OVERALL


@require_safe
def overall(request: HttpRequest) -> HttpResponse:
    """Everybody by all his rated games, and the way to the other pools."""
    return _ladder(request, OVERALL)


@require_safe
def of_pool(request: HttpRequest, variant: str, size: str, speed: str) -> HttpResponse:
    """Those who have a rating in one pool; one in which nobody has any does not exist."""
    return _ladder(request, f"{variant}/{size}/{speed}")


def _ladder(request: HttpRequest, pool: str) -> HttpResponse:
    known = pools()
    if pool != OVERALL and pool not in {one.pool.name for one in known}:
        raise Http404
    asked = request.GET.get("list", "")
    part = Part(asked) if asked in {one.value for one in Part} else Part.SETTLED
    labels = {Part.SETTLED: _("Established"), Part.PROVISIONAL: _("Provisional"), Part.INACTIVE: _("Inactive")}
    context = {
        "ladder": ladder_of(pool, part, request.GET.get("page"), visitor_of(request), now()),
        "pools": known,
        "parts": [{"value": one.value, "label": label, "is_on": one is part} for one, label in labels.items()],
    }
    return render(request, "tournaments/rated/ladder.html", context)
