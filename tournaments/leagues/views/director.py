"""The desk of a league, the acts of its directors, and its log. Whoever does not direct it finds no desk."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.activity import person_of, visitor_of
from accounts.permissions import can
from tournaments.director.forms.acts import ReasonedForm
from tournaments.director.views.acts import Desk, conduct
from tournaments.leagues.acts import ACTS, act_lines
from tournaments.leagues.director import desk_of
from tournaments.models import League, SeasonState
from tournaments.pages.acts import PAGE
from tournaments.pages.standings_lines import Pages, page_number


def _directed(request: HttpRequest, league_id: int) -> League:
    """The league, for one of its directors."""
    league: League = get_object_or_404(League, pk=league_id)
    if not can(person_of(request), "direct league", league):
        raise Http404
    return league


@login_required
@never_cache
@require_safe
def show(request: HttpRequest, league_id: int) -> HttpResponse:
    """The desk."""
    league = _directed(request, league_id)
    page = desk_of(league, person_of(request), now())
    return render(request, "tournaments/leagues/desk.html", {"league": league, "page": page})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, league_id: int, act: str) -> HttpResponse:
    """An act on a league: its form, what will follow, and then it is done."""
    league = _directed(request, league_id)
    if act not in ACTS:
        raise Http404
    if not ACTS[act].is_possible(league, league.seasons.filter(state=SeasonState.OPEN).first()):
        messages.error(request, _("This is not possible at this stage of the league."))
        return redirect("tournaments:league-manage", league_id)
    director, url = person_of(request), reverse("tournaments:league-manage", args=[league_id])

    def form(data: QueryDict | None, initial: dict[str, object]) -> ReasonedForm:
        return ACTS[act](data, league=league, director=director, initial=initial)

    def after() -> str:
        return url if league.directors.filter(user=director).exists() else league.get_absolute_url()

    return conduct(request, Desk(league.title, url, after), form)


@require_safe
def log(request: HttpRequest, league_id: int) -> HttpResponse:
    """The log, the latest act first; directors read their private words too."""
    league, reader = get_object_or_404(League, pk=league_id), visitor_of(request)
    directs = reader is not None and league.directors.filter(user=reader).exists()
    pages = Pages.of(page_number(request), league.last_act, PAGE, None)
    acts = list(league.acts.select_related("by").order_by("-number")[pages.span])
    context = {"league": league, "pages": pages, "acts": act_lines(acts, for_directors=directs)}
    return render(request, "tournaments/leagues/log.html", context)
