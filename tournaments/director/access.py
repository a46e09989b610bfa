"""Who may be at a desk, and who may write to the directors. Whoever may not is told that there is nothing: a number tells
nobody whether there is such a tournament."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from accounts.activity import person_of
from accounts.permissions import can
from tournaments.models import DIRECTORS, Tournament


def directed(request: HttpRequest, tournament_id: int) -> Tournament:
    """The tournament, for one of its directors."""
    return _allowed(request, "direct tournament", tournament_id)


def entered(request: HttpRequest, tournament_id: int) -> Tournament:
    """The tournament, for somebody who is or was entered."""
    return _allowed(request, "write to directors", tournament_id)


def _allowed(request: HttpRequest, action: str, tournament_id: int) -> Tournament:
    tournament: Tournament = get_object_or_404(Tournament.objects.prefetch_related(DIRECTORS), pk=tournament_id)
    if not can(person_of(request), action, tournament):
        raise Http404
    return tournament
