"""The list of tournaments with their calendar, and the standings of a public one for pages of others."""

from __future__ import annotations

from urllib.parse import urlencode

from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.timezone import now
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from accounts.activity import visitor_of
from accounts.middleware import impersonal
from games.tables import links
from tournaments.lifecycle.services.creating import may_create
from tournaments.models import Reach, Tournament, TournamentState
from tournaments.pages import feeds, standings_lines
from tournaments.pages.lists import TournamentSearch, followed_by, happenings, months, together
from tournaments.pages.standings_lines import Pages, page_number
from tournaments.pages.tie_breaks import criteria_of
from tournaments.pages.visibility import visible

PAGE = 25


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Show drafts, open and running tournaments, and finished ones page by page. `?q=` finds a title; `?mine=1` leaves those that
    the reader plays in or directs, and adds what they follow. Takes three statements beside the reader and whether they may
    create one, and one more for `mine`."""
    reader, title = visitor_of(request), request.GET.get("q", "").strip()[:80]
    is_mine = reader is not None and request.GET.get("mine") == "1"
    search = TournamentSearch(reader, links.followed(request), title, is_mine)
    pages = Pages.of(page_number(request), search.count_finished(), PAGE, None)
    context = {
        **search.going_on(),
        "finished": search.finished(pages.span),
        "pages": pages,
        "pages_query": _query(title, is_mine=is_mine),
        "title": title,
        "is_mine": is_mine,
        "followed": followed_by(reader) if reader is not None and is_mine else [],
        "may_create": reader is not None and may_create(reader),
    }
    return render(request, "tournaments/pages/tournaments.html", context)


def _query(title: str, *, is_mine: bool) -> str:
    """What the addresses of the other pages keep."""
    kept = {**({"q": title} if title else {}), **({"mine": "1"} if is_mine else {})}
    return f"{urlencode(kept)}&" if kept else ""


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """What will happen in the tournaments that the reader may see, by months and days. One statement beside the reader."""
    reader, moment = visitor_of(request), now()
    found = happenings(visible(reader, links.followed(request)))
    context = {
        "months": months([*together(one for one in found if one.at >= moment)]),
        "feed": feeds.address(request, reader) if reader else "",
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
def standings(request: HttpRequest, tournament_id: int) -> HttpResponse:
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
