"""A deal of a duplicate round after its release: its tables beside each other, decision by decision."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.models import Round
from tournaments.pages.decisions import DealPage, seat_at, tables_of
from tournaments.pages.visibility import seen_tournament


@require_safe
def a_deal(request: HttpRequest, tournament_id: int, number: int, deal: int) -> HttpResponse:
    """One seat (`?seat=2`, the reader's own without it) at all tables of a deal. 404 while one of them plays it, and where
    nobody else sits in that seat. Six statements beside the reader and those that load games, of which there are twelve at
    most."""
    seen = seen_tournament(request, tournament_id)
    of = get_object_or_404(Round, tournament=seen.tournament, number=number)
    tables, count = tables_of(of, deal, seen.entry)
    if not tables:
        raise Http404
    asked = request.GET.get("seat", "")
    own = next((seat for table in tables if (seat := seat_at(table, seen.entry)) is not None), 0)
    seat = max(int(asked[:2]) - 1, 0) if asked.isascii() and asked.isdecimal() else own
    page = DealPage(of, deal, seat, tables, seen.reader)
    context = {"tournament": seen.tournament, "round": of, "page": page, "deal": deal, "count": count}
    return render(request, "tournaments/pages/deal.html", context)
