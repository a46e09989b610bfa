"""The list of leagues, the page of one with its ladder, and who plays its next season."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.db.models import Count, Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.visitors import person_of, visitor_of
from games.errors import GameError
from tournaments.leagues.forms.league import LeagueForm
from tournaments.leagues.page import LeaguePage
from tournaments.leagues.services.leagues import create_league, sign_off, sign_up
from tournaments.models import League, Season


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """All leagues with the state of their last season. Two statements beside the reader."""
    seasons = Season.objects.annotate(people=Count("signups")).order_by("number")
    found = League.objects.prefetch_related(Prefetch("seasons", seasons, to_attr="all_seasons"))
    return render(request, "tournaments/leagues/leagues.html", {"leagues": found})


@require_safe
def show(request: HttpRequest, league_id: int, number: int | None = None) -> HttpResponse:
    """A league: the season that is played, or one of its seasons, and the one that takes entries."""
    return _page(request, league_id, number)


def _page(
    request: HttpRequest, league_id: int, number: int | None = None, error: GameError | None = None
) -> HttpResponse:
    league = get_object_or_404(League, pk=league_id)
    if number is not None:
        get_object_or_404(Season, league=league, number=number)
    page = LeaguePage.of(league, number, visitor_of(request))
    context = {"page": page, "league": league, "error": error}
    return render(request, "tournaments/leagues/league.html", context, status=error.status if error else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """A new league."""
    form = LeagueForm(request.POST or None)
    error: GameError | None = None
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(create_league(creator=person_of(request), terms=form.terms, now=now()))
        except GameError as refused:
            error = refused
    status = error.status if error else 422 if form.is_bound and form.errors else 200
    return render(request, "tournaments/leagues/new.html", {"form": form, "error": error}, status=status)


def _wish(act: Callable[[HttpRequest, Season], None]) -> Callable[..., HttpResponse]:
    """A POST about the season that takes entries, which leads back to the league."""

    @login_required
    @require_POST
    @wraps(act)
    def view(request: HttpRequest, season_id: int) -> HttpResponse:
        season = get_object_or_404(Season.objects.select_related("league"), pk=season_id)
        try:
            act(request, season)
        except GameError as error:
            return _page(request, season.league_id, error=error)
        return redirect(season.league)

    return view


@_wish
def join(request: HttpRequest, season: Season) -> None:
    """Sign up."""
    sign_up(season_id=season.pk, user=person_of(request), now=now())


@_wish
def leave(request: HttpRequest, season: Season) -> None:
    """Sign off."""
    sign_off(season_id=season.pk, user=person_of(request))
