"""What somebody follows without playing in it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.models import Follow, Reach, TournamentState

MOST = 100


@dataclass(frozen=True, slots=True)
class Followed:
    """A tournament or a league, how it stands, and where one stops following it."""

    title: str
    state: str
    url: str
    stop: str


def followed_by(reader: User) -> list[Followed]:
    """What he follows and may still see, the latest first. One statement."""
    rows = Follow.objects.filter(Q(tournament=None) | Q(tournament__reach=Reach.PUBLIC), user=reader)
    return [_line(row) for row in rows.select_related("tournament", "league").order_by("-since", "-pk")[:MOST]]


def to_list(request: HttpRequest) -> HttpResponse | None:
    """Back to the list where somebody stopped following; None for who was not there."""
    if request.POST.get("from") != "list":
        return None
    return redirect(f"{reverse('tournaments:tournaments')}?mine=1#h-followed")


def _line(row: Follow) -> Followed:
    if row.tournament is not None:
        stop = reverse("tournaments:tournament-follow", args=[row.tournament.pk])
        return Followed(
            row.tournament.title,
            str(TournamentState(row.tournament.state).label),
            row.tournament.get_absolute_url(),
            stop,
        )
    assert row.league is not None
    stop = reverse("tournaments:league-follow", args=[row.league.pk])
    state = _("League, ended") if row.league.closed_at else _("League")
    return Followed(row.league.title, state, row.league.get_absolute_url(), stop)
