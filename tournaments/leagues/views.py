"""The pages of leagues: the list, the ladder of one, who plays its next season, and the log; and the desk of its directors: how its
seasons stand, what is asked of them, and what they can do."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, F, Prefetch, Q
from django.db.models.functions import Lower
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.activity import person_of, visitor_of
from accounts.models import User
from actions import conduct, offered
from arbiter.schedules.catalogue import GROUP_SIZES
from games.errors import GameError
from notifications.mail.times import moment
from statements import Columns, Prepared, row_number
from tournaments.director.content import MOST_PAIRS, ToDo
from tournaments.director.views import allowed, origin_of
from tournaments.leagues.forms import ACTIONS, GROUPS, LeagueForm
from tournaments.leagues.ladder import LeaguePage, history_of
from tournaments.leagues.services.leagues import create_league, sign_off, sign_up
from tournaments.leagues.services.seasons import not_apart
from tournaments.leagues.words import act_lines, rules_of, short_of
from tournaments.lifecycle.services import accounts
from tournaments.lifecycle.services.clockwork import halt_in
from tournaments.lifecycle.services.creating import games_missing
from tournaments.lifecycle.words import help_words, why_words
from tournaments.models import LEAGUE_DIRECTORS, Division, League, Season, SeasonState, Signup, TournamentState
from tournaments.pages.acts import PAGE
from tournaments.pages.lists import to_list
from tournaments.pages.standings_lines import page_of

LAST = 10
"""Acts that the desk shows."""
FEWEST = GROUP_SIZES[0]


def directed(request: HttpRequest, league_id: int) -> League:
    return allowed(request, "direct league", League.objects.prefetch_related(LEAGUE_DIRECTORS), league_id)


def desk_of(league: League, director: User, now: datetime) -> dict[str, Any]:
    """The desk as it is now, for the eyes of this director: all of the page, in twelve statements at most."""
    season = league.open_season
    players = list(season.players.select_related("user")) if season else []
    running = Division.objects.filter(season__league=league, season__state=SeasonState.RUNNING)
    groups = list(running.select_related("tournament", "season").order_by("level", "group"))
    acts = list(league.acts.select_related("by").order_by("-number")[:LAST])
    return {
        "facts": [", ".join(short_of(league)), *rules_of(league)],
        "season": season,
        "players": players,
        "groups": groups,
        "asked": _asked(league, season, players, groups, director, now),
        "offers": offered(GROUPS, league, now),
        "directors": [one.user for one in league.directors.all()],
        "log": act_lines(acts, for_directors=True),
    }


def _asked(
    league: League,
    season: Season | None,
    players: list[Signup],
    groups: list[Division],
    director: User,
    now: datetime,
) -> list[ToDo]:
    def act(name: str) -> str:
        return reverse("tournaments:league-act", args=[league.pk, name])

    asked = []
    if (halt := halt_in(league)) is not None and halt.season is not None:
        told = _("Season %(season)s is on hold since %(at)s.") % {"season": halt.season.number, "at": moment(halt.at)}
        told = f"{told} {why_words(halt)} {help_words(halt)}"
        asked.append(ToDo(told, act("retry"), _("Try again"), is_urgent=True))
    for group in groups:
        if group.tournament.paused_at is not None:
            told = _("%(group)s is paused.") % {"group": group.tournament.title}
            asked.append(ToDo(told, reverse("tournaments:manage", args=[group.tournament_id]), _("Manage group"), True))
    if season is not None and (missing := FEWEST - len(players)) > 0:
        told = ngettext(
            "Season %(season)s needs %(count)s more player; otherwise it is postponed by a week on %(at)s.",
            "Season %(season)s needs %(count)s more players; otherwise it is postponed by a week on %(at)s.",
            missing,
        ) % {"season": season.number, "count": missing, "at": moment(season.starts_at)}
        asked.append(ToDo(told, act("put-off"), _("Change start")))
    if (
        season is not None
        and season.starts_at <= now
        and any(one.tournament.state == TournamentState.RUNNING for one in groups)
    ):
        asked.append(ToDo(_("The next season waits for the last games of the current one.")))
    if season is not None and halt is None:
        asked += map(ToDo, _apart(season, players, director, now))
    if league.closed_at is None and len(league.directors.all()) == 1:
        told = _("You are the only director. With a second one, the league continues while you are away.")
        asked.append(ToDo(told, act("director"), _("Add director")))
    return asked


def _apart(season: Season, players: list[Signup], director: User, now: datetime) -> list[str]:
    """A sentence for each pair who would share a group although they are kept apart, and one with what would help;
    never why, and nobody reads about themselves."""
    names = {one.user_id: one.user.name for one in players}
    found = [pair for pair in not_apart(season, list(names), now) if director.pk not in pair]
    if not found:
        return []
    said = []
    for pair in found[:MOST_PAIRS]:
        one, other = sorted(names[user] for user in pair)
        told = _("%(one)s and %(other)s cannot be kept apart: with this many players they share a group.")
        said.append(told % {"one": one, "other": other})
    return [
        *said,
        _("More players or smaller groups would help: each of them needs a separate group in their division."),
    ]


SIZE = 25
"""Leagues, and players of a history, on one page."""


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """All leagues by name, those that have ended last, with the seasons that are played or take entries. Three statements
    beside the reader."""
    here = Count("signups", filter=Q(signups__taken_off_at=None, signups__user__deleted_at=None))
    seasons = Season.objects.exclude(state=SeasonState.FINISHED).annotate(people=here).order_by("number")
    found = League.objects.order_by(F("closed_at").desc(nulls_first=True), Lower("title"), "pk")
    pages = page_of(request, found.count(), SIZE)
    rows = list(found.prefetch_related(Prefetch("seasons", seasons, to_attr="going_on"))[pages.span])
    context = {"leagues": [(league, short_of(league)) for league in rows], "pages": pages}
    return render(request, "tournaments/leagues/leagues.html", context)


@require_safe
def show(request: HttpRequest, league_id: int, number: int | None = None) -> HttpResponse:
    return _page(request, league_id, number)


_LEAGUE = Columns(League)
_league = Prepared(lambda league: League.objects.filter(pk=league).values_list(*_LEAGUE.asked), 1)


def _page(
    request: HttpRequest, league_id: int, number: int | None = None, error: GameError | None = None
) -> HttpResponse:
    rows, reader = _league(league_id), visitor_of(request)
    if not rows:
        raise Http404
    league = _LEAGUE.take(rows[0])
    page = LeaguePage.of(league, number, reader, now())
    if number is not None and (page.shown is None or page.shown.number != number) and not _is_open(page, number):
        raise Http404
    context = {"page": page, "league": league, "error": error, "directs": page.directs(reader)}
    context |= {"of_season": number, "follows": accounts.follows(league, reader)}
    return render(request, "tournaments/leagues/league.html", context, status=error.status if error else 200)


def _is_open(page: LeaguePage, number: int) -> bool:
    return page.entries is not None and page.entries["season"].number == number


@require_safe
def history(request: HttpRequest, league_id: int) -> HttpResponse:
    """All players of a league through its seasons: the latest ones, or with `until=<number>` those up to one of them."""
    league, last = get_object_or_404(League, pk=league_id), row_number(request.GET.get("until", ""))
    numbers = list(league.seasons.exclude(state=SeasonState.OPEN).order_by("number").values_list("number", flat=True))
    begun = [number for number in numbers if number <= last] or numbers
    found = history_of(league, begun)
    pages = page_of(request, len(found["rows"]), SIZE)
    seasons = found["seasons"]
    context = {
        "league": league,
        "history": found | {"rows": found["rows"][pages.span]},
        "pages": pages,
        "pages_query": f"until={begun[-1]}&" if begun and begun != numbers else "",
        "earlier": seasons[-1] - 1 if seasons and seasons[-1] > 1 else None,
        "is_latest": begun == numbers,
    }
    return render(request, "tournaments/leagues/history.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    form = LeagueForm(request.POST or None)
    error: GameError | None = None
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(create_league(creator=person_of(request), terms=form.terms, now=now()))
        except GameError as refused:
            error = refused
    status = error.status if error else 422 if form.is_bound and form.errors else 200
    context = {"form": form, "error": error, "missing": games_missing(person_of(request))}
    return render(request, "tournaments/leagues/new.html", context, status=status)


@login_required
@require_POST
def follow(request: HttpRequest, league_id: int) -> HttpResponse:
    league, user = get_object_or_404(League, pk=league_id), person_of(request)
    if "stop" in request.POST:
        accounts.unfollow(league, user)
    else:
        accounts.follow(league, user, now=now())
    return to_list(request) or redirect(league)


def _wish(act: Callable[[HttpRequest, Season], None]) -> Callable[..., HttpResponse]:
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
    sign_up(season_id=season.pk, user=person_of(request), now=now())


@_wish
def leave(request: HttpRequest, season: Season) -> None:
    sign_off(season_id=season.pk, user=person_of(request), now=now())


@login_required
@never_cache
@require_safe
def desk(request: HttpRequest, league_id: int) -> HttpResponse:
    league = directed(request, league_id)
    page = desk_of(league, person_of(request), now())
    return render(request, "tournaments/leagues/desk.html", {"league": league, "page": page})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, league_id: int, act: str) -> HttpResponse:
    league = directed(request, league_id)
    if act not in ACTIONS:
        raise Http404
    if not ACTIONS[act].is_possible(league, now()):
        messages.error(request, _("This is not possible at this stage of the league."))
        return redirect("tournaments:league-manage", league_id)
    origin = origin_of(league, reverse("tournaments:league-manage", args=[league_id]), person_of(request))
    return conduct(request, origin, ACTIONS[act], league)


@require_safe
def log(request: HttpRequest, league_id: int) -> HttpResponse:
    """The log, the latest act first; directors read their private words too."""
    league, reader = get_object_or_404(League, pk=league_id), visitor_of(request)
    directs = reader is not None and league.directors.filter(user=reader).exists()
    pages = page_of(request, league.last_act, PAGE)
    acts = list(league.acts.select_related("by").order_by("-number")[pages.span])
    context = {"league": league, "pages": pages, "acts": act_lines(acts, for_directors=directs)}
    return render(request, "tournaments/leagues/log.html", context)
