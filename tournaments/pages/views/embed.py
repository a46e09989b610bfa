"""The standings of a public tournament for pages of others: the one address that may stand in a frame of theirs."""

from __future__ import annotations

from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from accounts.middleware import impersonal
from tournaments.models import Reach, Tournament, TournamentState
from tournaments.pages import lines
from tournaments.pages.criteria import criteria_of

MOST = 100


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
    shown = lines.top(tournament, None, most=MOST)
    context = {
        "tournament": tournament,
        "criteria": criteria_of(tournament.plan, len(shown[0].cells)) if shown else [],
        "lines": shown,
    }
    return HttpResponse(render_to_string("tournaments/pages/embed.html", context))
