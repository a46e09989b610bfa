"""The list of events and their calendar."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from accounts.visitors import visitor_of
from games.tables import links
from tournaments.events.services.creating import may_create
from tournaments.models import EventState
from tournaments.pages import feeds
from tournaments.pages.lists import MOST, counted, happenings, months, opened, rows_of
from tournaments.pages.paging import Pages, page_number
from tournaments.pages.seen import visible

PAGE = 25


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """Open for entries, running, and finished ones page by page. Five statements beside the reader, and those that tell
    whether he may make one."""
    reader = visitor_of(request)
    found = counted(visible(reader, links.followed(request)), reader)
    over = found.filter(state__in=(EventState.FINISHED, EventState.ABANDONED)).order_by("-finished_at", "-pk")
    pages = Pages.of(page_number(request), over.count(), PAGE, None)
    context = {
        "drafts": rows_of(found.filter(state=EventState.DRAFT).order_by("-pk")[:MOST]) if reader else [],
        "open": rows_of(opened(found)),
        "running": rows_of(found.filter(state=EventState.RUNNING).order_by("-started_at", "-pk")[:MOST]),
        "finished": rows_of(over[pages.span]),
        "pages": pages,
        "may_create": reader is not None and may_create(reader),
    }
    return render(request, "tournaments/pages/events.html", context)


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """What will happen in the events that the reader may see, by months and days. One statement beside the reader."""
    reader, moment = visitor_of(request), now()
    found = happenings(visible(reader, links.followed(request)))
    context = {
        "months": months([one for one in found if one.at >= moment]),
        "feed": feeds.address(request, reader) if reader else "",
    }
    return render(request, "tournaments/pages/calendar.html", context)
