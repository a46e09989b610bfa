"""Exports and feeds: the same as the pages, for programs. Who may not see the tournament gets none of them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from tournaments.models import Tournament
from tournaments.pages import exports, feeds
from tournaments.pages.visibility import seen_tournament

STANDING_NAMES = ("place", "number", "name")
PAIRING_NAMES = ("round", "table", "game_of_match", "seat", "number", "name", "place", "points", "vp")


@require_safe
def standings(request: HttpRequest, tournament_id: int, kind: str) -> HttpResponse:
    """The standings, by `kind` as CSV or JSON."""
    tournament = seen_tournament(request, tournament_id).tournament
    return _answer(tournament, "standings", kind, exports.standings(tournament), STANDING_NAMES)


@require_safe
def pairings(request: HttpRequest, tournament_id: int, kind: str) -> HttpResponse:
    """All seats of all rounds, likewise."""
    tournament = seen_tournament(request, tournament_id).tournament
    return _answer(tournament, "pairings", kind, exports.pairings(tournament), PAIRING_NAMES)


def _answer(
    tournament: Tournament, what: str, kind: str, found: list[dict[str, Any]], names: tuple[str, ...]
) -> HttpResponse:
    if kind == "json":
        return JsonResponse(
            {"tournament": tournament.pk, "title": tournament.title, "state": tournament.state, what: found}
        )
    names = tuple(found[0]) if found else names
    return _file(exports.as_csv(found, names), f"tournament-{tournament.pk}-{what}.csv", "text/csv; charset=utf-8")


@require_safe
def report(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A Swiss in pairs as TRF26."""
    tournament = seen_tournament(request, tournament_id).tournament
    if not exports.can_be_reported(tournament) or tournament.started_at is None:
        raise Http404
    return _file(exports.report(tournament), f"tournament-{tournament.pk}.trf", "text/plain; charset=utf-8")


@require_safe
def tournament_feed(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """What has a day in a tournament, for calendars."""
    tournament = seen_tournament(request, tournament_id).tournament
    return HttpResponse(
        feeds.calendar(tournament.title, feeds.of_tournament(tournament, request)), content_type=feeds.TYPE
    )


@require_safe
@never_cache
def own_feed(request: HttpRequest, token: str) -> HttpResponse:
    """The deadlines of somebody's games and the days of all tournaments that he plays in, for whoever knows the address."""
    user = feeds.user_of(token)
    if user is None:
        raise Http404
    with translation.override(user.language):
        name = _("My deadlines and rounds")
        return HttpResponse(feeds.calendar(name, feeds.of_person(user, request)), content_type=feeds.TYPE)


@login_required
@require_POST
@never_cache
def change_feed(request: HttpRequest) -> HttpResponse:
    """Make a new address of the own feed, or with `act=revoke` have none; the old one is nobody's at once."""
    user = request.user
    assert isinstance(user, User)
    if request.POST.get("act") == "revoke":
        feeds.revoke(user)
        messages.success(request, _("Your calendar link has been removed."))
    else:
        feeds.renew(user)
        messages.success(request, _("Your calendar has a new link. The old one no longer works."))
    return redirect(f"{reverse('tournaments:calendar')}#h-feed")


def _file(text: str, name: str, kind: str) -> HttpResponse:
    return HttpResponse(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
