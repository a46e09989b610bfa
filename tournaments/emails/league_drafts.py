"""From notifications of leagues that are still true to what their mail is about and says."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from arbiter.formats.leagues import Move
from notifications.kinds import Draft, NoLongerTrue
from notifications.mail.compose import absolute
from notifications.models import Notification
from tournaments.leagues.ladder import Zone, stand_of
from tournaments.leagues.notifications import OPENED, league_of
from tournaments.lifecycle.notifications import ENDED, STARTED
from tournaments.models import Chair, Division, Entry, LeagueAct, Season, SeasonState, Standing

from . import league_truth, league_words
from .drafts import games_of
from .letter import Letter, about_league
from .words import Begun

BEST = 3


def opens(notifications: Sequence[Notification], now: datetime) -> Draft:
    season = _season(notifications)
    return _about(season, league_words.opens(season))


def closes(notifications: Sequence[Notification], now: datetime) -> Draft:
    season = _season(notifications)
    return _about(season, league_words.closes(season))


def starts(notifications: Sequence[Notification], now: datetime) -> Draft:
    season, user = _season(notifications), notifications[-1].user_id
    division = _division(season, user)
    others = Entry.objects.filter(tournament=division.tournament_id, number__isnull=False).select_related("user")
    move = season.moves.get(str(user))
    seat = league_words.Seat(
        division.level,
        division.group,
        _groups(division),
        [entry.user.name for entry in others.order_by("number")],
        absolute(division.tournament.get_absolute_url()),
        Move[move] if move else None,
        _games(division, user),
    )
    return _about(season, league_words.starts(season, seat))


def _games(division: Division, user: int | None) -> list[tuple[int, Begun]]:
    """Those of the reader's games that run, each with its round."""
    own = Chair.objects.filter(round__tournament=division.tournament_id, entry__user=user).order_by(
        "round__number", "leg"
    )
    rounds = list(own.values_list("round__number", "table__game"))
    begun = games_of([game for _round, game in rounds], user)
    return [(number, begun[game]) for number, game in rounds if game in begun]


def put_off(notifications: Sequence[Notification], now: datetime) -> Draft:
    last = notifications[-1]
    act = _act(last)
    name, reason = act.by.name if act.by else "", act.reason
    if not last.data["starts"]:
        league = league_of(last)
        if league is None:
            raise NoLongerTrue("gone")
        letter = league_words.called_off(league, last.data["season"], name=name, reason=reason)
        return Draft(about_league(league), letter)
    season = _season(notifications)
    if act.kind == "too few":
        return _about(season, league_words.too_few(season, players=act.data["players"]))
    if act.kind == "changed":
        return _about(season, league_words.changed(season, name=name, reason=reason))
    return _about(season, league_words.put_off(season, name=name, reason=reason))


def over(notifications: Sequence[Notification], now: datetime) -> Draft:
    season, user = _season(notifications), notifications[-1].user_id
    if not Entry.objects.filter(tournament__division__season=season, user=user).exists():
        return _about(season, league_words.ended_to_directors(season, _winners(season), _following(season)))
    division = _division(season, user)
    lines = list(
        Standing.objects.filter(tournament=division.tournament_id).select_related("entry__user").order_by("order")
    )
    place = next((line.place for line in lines if line.entry.user_id == user), None)
    ended = league_words.Ended(
        division.level,
        division.group,
        _groups(division),
        place,
        len(lines),
        stand_of(season).zones(season.league).get(user or 0, Zone.STAYS),
        [f"{line.place}. {line.entry.user.name}" for line in lines[:BEST]],
        division.tournament.head,
    )
    following = _following(season)
    is_signed_up = following is not None and following.players.filter(user=user).exists()
    return _about(season, league_words.over(season, ended, following, is_signed_up=is_signed_up))


def followed(notifications: Sequence[Notification], now: datetime) -> Draft:
    """The end of a season says what follows; else the latest of what has happened."""
    notifications = [one for one in notifications if one.data["what"] == ENDED] or notifications
    season, what = _season(notifications), notifications[-1].data["what"]
    if what == OPENED:
        return _about(season, league_words.opened_to_followers(season))
    if what == STARTED:
        return _about(season, league_words.started_to_followers(season, players=season.players.count()))
    return _about(season, league_words.ended_to_followers(season, _winners(season), _following(season)))


def _following(season: Season) -> Season | None:
    """The next season, where it takes entries."""
    return season.league.seasons.filter(number=season.number + 1, state=SeasonState.OPEN).first()


def _winners(season: Season) -> list[league_words.Winner]:
    return [
        (division.level, division.group, _groups(division), _first(division)) for division in season.divisions.all()
    ]


def _first(division: Division) -> str:
    """Who has won a group; several where they share the place."""
    lines = (
        Standing.objects.filter(tournament=division.tournament_id, place=1)
        .select_related("entry__user")
        .order_by("order")
    )
    return ", ".join(line.entry.user.name for line in lines)


def place(notifications: Sequence[Notification], now: datetime) -> Draft:
    season, act = _season(notifications), _act(notifications[-1])
    name = act.by.name if act.by else ""
    if act.kind == "put on":
        return _about(season, league_words.put_on(season, name=name))
    return _about(season, league_words.taken_off(season, name=name, reason=act.reason))


def heir(notifications: Sequence[Notification], now: datetime) -> Draft:
    league = league_of(notifications[-1])
    if league is None:
        raise NoLongerTrue("gone")
    return Draft(about_league(league), league_words.heir(league))


def _season(notifications: Sequence[Notification]) -> Season:
    found = league_truth.season_of(notifications[-1])
    if found is None:
        raise NoLongerTrue("gone")
    return found


def _act(notification: Notification) -> LeagueAct:
    found = league_truth.act_of(notification)
    if found is None:
        raise NoLongerTrue("erased")
    return found


def _division(season: Season, user: int | None) -> Division:
    """The group in which somebody plays a season."""
    found = season.divisions.select_related("tournament").filter(tournament__entries__user=user).first()
    if found is None:
        raise NoLongerTrue("not in it")
    return found


def _groups(division: Division) -> int:
    return Division.objects.filter(season=division.season_id, level=division.level).count()


def _about(season: Season, letter: Letter) -> Draft:
    return Draft(about_league(season.league), letter)
