"""The list of tournaments and their calendar."""

from __future__ import annotations

from urllib.parse import urlencode

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from accounts.visitors import visitor_of
from games.tables import links
from tournaments.lifecycle.services.creating import may_create
from tournaments.models import TournamentState
from tournaments.pages import feeds
from tournaments.pages.followed import followed_by
from tournaments.pages.lists import MOST, counted, happenings, months, opened, rows_of, together
from tournaments.pages.paging import Pages, page_number
from tournaments.pages.visibility import visible

PAGE = 25


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Open for entries, running, and finished ones page by page; `?q=` finds a title, `?mine=1` leaves those that the reader
    plays in or directs, and what he follows. Five statements beside the reader, those that tell whether he may make one, and for
    `mine` one more."""
    reader, title = visitor_of(request), request.GET.get("q", "").strip()[:80]
    is_mine = reader is not None and request.GET.get("mine") == "1"
    found = counted(visible(reader, links.followed(request)), reader)
    if title:
        found = found.filter(title__icontains=title)
    if is_mine:
        found = found.filter(Q(mine__gt=0) | Q(directs=True))
    over = found.filter(state__in=(TournamentState.FINISHED, TournamentState.ABANDONED)).order_by("-finished_at", "-pk")
    pages = Pages.of(page_number(request), over.count(), PAGE, None)
    context = {
        "drafts": rows_of(found.filter(state=TournamentState.DRAFT).order_by("-pk")[:MOST]) if reader else [],
        "open": rows_of(opened(found)),
        "running": rows_of(found.filter(state=TournamentState.RUNNING).order_by("-started_at", "-pk")[:MOST]),
        "finished": rows_of(over[pages.span]),
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
