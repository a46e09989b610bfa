"""The page of the site's statistics."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.statistics.figures import by_table, statistics


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Games by month, seats, expansions, cards and time controls. One statement beside the reader."""
    found = statistics()
    return render(request, "games/statistics/statistics.html", {"found": found, "tables": by_table(found.seats)})
