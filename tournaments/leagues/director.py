"""The desk of a league: how its seasons stand, what is asked of its directors, and what they can do."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from actions import offered
from arbiter.schedules.catalogue import GROUP_SIZES
from notifications.mail.times import moment
from tournaments.director.content import MOST_PAIRS, ToDo
from tournaments.director.views import allowed
from tournaments.leagues.forms import GROUPS
from tournaments.leagues.words import act_lines, rules_of, short_of
from tournaments.lifecycle.services.clockwork import halt_in
from tournaments.lifecycle.words import help_words, why_words
from tournaments.models import LEAGUE_DIRECTORS, Division, League, Season, SeasonState, Signup, TournamentState

from .services.seasons import not_apart

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
