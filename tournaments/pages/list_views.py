"""The list of tournaments, the calendar, standings for pages of others, exports and feeds."""

from typing import Any
from urllib.parse import urlencode

from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts.activity import visitor_of
from accounts.middleware import impersonal
from accounts.models import User
from api.problems import or_404
from games.tables import links
from tournaments.lifecycle.services.creating import may_create
from tournaments.models import Reach, Tournament, TournamentState
from tournaments.pages import exports, standings_lines
from tournaments.pages.lists import TournamentSearch, followed_by, happenings, months, together
from tournaments.pages.people import seen_tournament, visible
from tournaments.pages.standings_lines import page_of
from tournaments.pages.tie_breaks import criteria_of

PAGE = 25


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Show drafts, open and running tournaments, and finished ones page by page. `?q=` finds a title; `?mine=1` leaves those that
    the reader plays in or directs, and adds what they follow. Takes three statements beside the reader and whether they may
    create one, and one more for `mine`."""
    reader, title = visitor_of(request), request.GET.get("q", "").strip()[:80]
    is_mine = reader is not None and request.GET.get("mine") == "1"
    search = TournamentSearch(reader, links.followed(request), title, is_mine)
    pages = page_of(request, search.count_finished(), PAGE)
    kept = {**({"q": title} if title else {}), **({"mine": "1"} if is_mine else {})}
    context = {
        **search.going_on(),
        "finished": search.finished(pages.span),
        "pages": pages,
        "pages_query": f"{urlencode(kept)}&" if kept else "",
        "title": title,
        "is_mine": is_mine,
        "followed": followed_by(reader) if reader is not None and is_mine else [],
        "may_create": reader is not None and may_create(reader),
    }
    return render(request, "tournaments/pages/tournaments.html", context)


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """What will happen in the tournaments that the reader may see, by months and days. One statement beside the reader."""
    reader, moment = visitor_of(request), now()
    found = happenings(visible(reader, links.followed(request)), reader)
    context = {
        "months": months([*together(one for one in found if one.at >= moment)]),
        "feed": exports.feed_address(request, reader) if reader else "",
        "may_have_feed": reader is not None,
    }
    return render(request, "tournaments/pages/calendar.html", context)


MOST_EMBEDDED = 100


@impersonal
@require_safe
@xframe_options_exempt
@csp_replace(  # type: ignore[arg-type]  # its types know no view with arguments
    {
        "default-src": [NONE],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "base-uri": [NONE],
        "form-action": [NONE],
        "frame-ancestors": ["*"],
    }
)
def embedded_standings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The first hundred lines, without session, cookie, form and script: nothing there can be clicked for somebody."""
    found = Tournament.objects.exclude(state=TournamentState.DRAFT).filter(reach=Reach.PUBLIC)
    tournament = get_object_or_404(found, pk=tournament_id)
    shown = standings_lines.top(tournament, None, most=MOST_EMBEDDED)
    context = {
        "tournament": tournament,
        "criteria": criteria_of(tournament.plan, len(shown[0].cells)) if shown else [],
        "lines": shown,
    }
    return HttpResponse(render_to_string("tournaments/pages/embed.html", context))


STANDING_NAMES = ("place", "number", "name")


@require_safe
def export_standings(request: HttpRequest, tournament_id: int, kind: str) -> HttpResponse:
    tournament = seen_tournament(request, tournament_id).tournament
    return _answer(tournament, "standings", kind, exports.standings(tournament), STANDING_NAMES)


@require_safe
def export_pairings(request: HttpRequest, tournament_id: int, kind: str) -> HttpResponse:
    tournament = seen_tournament(request, tournament_id).tournament
    return _answer(tournament, "pairings", kind, exports.pairings(tournament), exports.PAIRING_NAMES)


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
def export_report(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A Swiss in pairs as TRF26."""
    tournament = seen_tournament(request, tournament_id).tournament
    if not exports.can_be_reported(tournament) or tournament.started_at is None:
        raise Http404
    return _file(exports.report(tournament), f"tournament-{tournament.pk}.trf", "text/plain; charset=utf-8")


@require_safe
def tournament_feed(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = seen_tournament(request, tournament_id).tournament
    return HttpResponse(
        exports.calendar_file(tournament.title, exports.of_tournament(tournament, visitor_of(request), request)),
        content_type=exports.CALENDAR_TYPE,
    )


@require_safe
@never_cache
def own_feed(request: HttpRequest, token: str) -> HttpResponse:
    """Show the deadlines of a user's games and the days of their tournaments to anyone who knows the address."""
    user = or_404(exports.user_of_feed(token))
    with translation.override(user.language):
        name = _("My deadlines and rounds")
        return HttpResponse(
            exports.calendar_file(name, exports.of_person(user, request)), content_type=exports.CALENDAR_TYPE
        )


@login_required
@require_POST
@never_cache
def change_feed(request: HttpRequest) -> HttpResponse:
    """Make a new address of the own feed, or with `act=revoke` have none; the old one is nobody's at once."""
    user = request.user
    assert isinstance(user, User)
    if request.POST.get("act") == "revoke":
        exports.revoke_feed(user)
        messages.success(request, _("Your calendar link has been removed."))
    else:
        exports.renew_feed(user)
        messages.success(request, _("Your calendar has a new link. The old one no longer works."))
    return redirect(f"{reverse('tournaments:calendar')}#h-feed")


def _file(text: str, name: str, kind: str) -> HttpResponse:
    return HttpResponse(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
