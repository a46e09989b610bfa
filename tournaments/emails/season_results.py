"""Emails about the end of a season, its course for followers of the league, and a hold."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from notifications.kinds import Letter, Sample
from notifications.mail.compose import absolute
from notifications.mail.times import moment
from notifications.models import Notification
from tournaments.leagues.ladder import Zone, stand_of
from tournaments.leagues.notifications import OPENED, LeagueNotification
from tournaments.leagues.words import place_words
from tournaments.lifecycle.notifications import ENDED, STARTED, number_in
from tournaments.models import Division, Entry, Follow, Halt, Season, SeasonState, Standing, SweepStep

from . import BEST, FOLLOWED, HEAD, LEAGUES, NOW, letter, part, ranking, url_of
from .rounds import OnHold, halted
from .seasons import Opens, SeasonEmail, division_of, groups_of, league_terms, sample_season, season_of

LEADS_TO = {
    Zone.UP: gettext_lazy("By the standings, you are promoted if you play the next season."),
    Zone.STAYS: gettext_lazy("You stay in your division if you play the next season."),
    Zone.DOWN: gettext_lazy("By the standings, you are relegated if you play the next season."),
}

STATES = {STARTED: SeasonState.RUNNING, ENDED: SeasonState.FINISHED}

Winner = tuple[int, int, int, str]
"""Level, group, number of groups on that level, and the winner."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The reader's place in a group of `of` players at the end of a season, and where it leads; the best players, and the
    fingerprint of the group's log."""

    level: int
    group: int
    of_groups: int
    place: int | None
    of: int
    zone: Zone
    best: Sequence[str]
    head: str = ""


class SeasonOver(SeasonEmail):
    """Players get their place (`ended`), directors the `winners`."""

    name = LeagueNotification.OVER.value
    label = gettext_lazy("a season finished")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        season = season_of(notification)
        return "" if season is not None and season.state == SeasonState.FINISHED else "not over"

    def values(self, season: Season, notifications: Sequence[Notification]) -> dict[str, Any]:
        user, following = notifications[-1].user_id, _following(season)
        if not Entry.objects.filter(tournament__division__season=season, user=user).exists():
            return {"following": following, "winners": _winners(season)}
        division = division_of(season, user)
        standings = Standing.objects.filter(tournament=division.tournament_id)
        lines = list(standings.select_related("entry__user").order_by("order"))
        ended = Ended(
            division.level,
            division.group,
            groups_of(division),
            next((line.place for line in lines if line.entry.user_id == user), None),
            len(lines),
            stand_of(season).zones(season.league).get(user or 0, Zone.STAYS),
            [f"{line.place}. {line.entry.user.name}" for line in lines[:BEST]],
            division.tournament.head,
        )
        is_signed_up = following is not None and following.players.filter(user=user).exists()
        return {"following": following, "ended": ended, "is_signed_up": is_signed_up}

    def letter(
        self,
        season: Season,
        *,
        following: Season | None,
        ended: Ended | None = None,
        winners: Sequence[Winner] = (),
        is_signed_up: bool = False,
    ) -> Letter:
        if ended is None:
            head = _("Log fingerprint: %(head)s. Save it to prove later that the log was not changed.")
            note = head % {"head": season.league.head}
            return ended_with(season, winners, following, _("You direct this league."), note)
        values = {
            "place": ended.place,
            "of": ended.of,
            "level": place_words(ended.level, ended.group, of_groups=ended.of_groups),
        }
        lead = [_("Your place: %(place)s of %(of)s in %(level)s.") % values] if ended.place is not None else []
        url, action = _standings(season), _("View final standings")
        if following is None:
            lead.append(_("This was the last season of this league. Thank you for playing."))
        else:
            lead += [str(LEADS_TO[ended.zone]), _next(following, is_signed_up=is_signed_up)]
            if not is_signed_up:
                url, action = url_of(season.league), _("Register for next season")
        note = _(
            "Log fingerprints: %(group)s (your group), %(league)s (league). Save them to prove later that "
            "the logs were not changed."
        )
        return letter(
            season.league,
            _("Season %(number)s has finished") % {"number": season.number},
            " ".join(lead),
            action,
            url,
            parts=[ranking(_("Top of your group"), ended.best)],
            note=note % {"group": ended.head, "league": season.league.head},
        )

    def samples(self) -> Iterable[Sample]:
        ended = Ended(2, 1, 2, 1, 7, Zone.UP, ["1. Boris", "2. Anna", "3. Clara"], HEAD)
        yield self.sample("season-over", following=sample_season(4), ended=ended)
        ended = Ended(1, 1, 1, 3, 7, Zone.STAYS, ["1. Clara", "2. Anna", "3. Boris"], HEAD)
        yield self.sample("season-over-last", following=None, ended=ended)
        yield self.sample("season-directed-over", following=sample_season(4), winners=_sample_winners())


class SeasonFollowed(SeasonEmail):
    """The end of a season says what follows; else the latest of what has happened."""

    name = LeagueNotification.FOLLOWED.value
    label = gettext_lazy("a season of a league you follow opened registration, started or finished")
    category = FOLLOWED

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        season = season_of(notification)
        if season is None or not Follow.objects.filter(user=notification.user_id, league=season.league_id).exists():
            return "not followed"
        if notification.data["what"] == OPENED:
            return Opens().why_untrue(notification, now)
        return "" if season.state == STATES[notification.data["what"]] else "not so"

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        return super().write([one for one in notifications if one.data["what"] == ENDED] or notifications, now)

    def values(self, season: Season, notifications: Sequence[Notification]) -> dict[str, Any]:
        what = notifications[-1].data["what"]
        if what == OPENED:
            return {"what": what}
        if what == STARTED:
            return {"what": what, "players": season.players.count()}
        return {"what": what, "winners": _winners(season), "following": _following(season)}

    def letter(
        self,
        season: Season,
        *,
        what: str,
        players: int = 0,
        winners: Sequence[Winner] = (),
        following: Season | None = None,
    ) -> Letter:
        if what == OPENED:
            lead = _("You follow this league. Register if you want to play its next season, which starts on %(at)s.")
            return letter(
                season.league,
                _("Registration for season %(number)s is open") % {"number": season.number},
                lead % {"at": moment(season.starts_at)},
                _("Open league"),
                parts=[league_terms(season.league)],
            )
        if what == STARTED:
            lead = ngettext(
                "You follow this league. %(count)s player is playing until %(at)s.",
                "You follow this league. %(count)s players are playing until %(at)s.",
                players,
            ) % {"count": players, "at": moment(season.ends_at)}
            heading = _("Season %(number)s has started") % {"number": season.number}
            return letter(season.league, heading, lead, _("Open league"))
        return ended_with(season, winners, following, _("You follow this league."))

    def samples(self) -> Iterable[Sample]:
        yield self.sample("season-followed-opens", what=OPENED)
        yield self.sample("season-followed-starts", what=STARTED, players=14)
        yield self.sample("season-followed-over", what=ENDED, winners=_sample_winners(), following=sample_season(4))


class SeasonOnHold(OnHold):
    name = LeagueNotification.ON_HOLD.value
    label = gettext_lazy("a season of a league you direct is on hold")
    category = LEAGUES

    def halts(self, notification: Notification) -> QuerySet[Halt]:
        rows = Halt.objects.filter(at=notification.data["since"], season__league=number_in(notification.subject))
        return rows.select_related("season__league")

    def samples(self) -> Iterable[Sample]:
        def write() -> Letter:
            return halted(Halt(season=sample_season(3), step=SweepStep.PROMOTES, code="error", at=NOW))

        yield Sample(self, "season-on-hold", write)


EMAILS = (SeasonOver, SeasonFollowed, SeasonOnHold)


def ended_with(season: Season, best: Sequence[Winner], following: Season | None, why: str, note: str = "") -> Letter:
    """For readers who do not play; `why` they get it."""
    lines = [f"{place_words(level, group, of_groups=groups)}: {name}" for level, group, groups, name in best if name]
    return letter(
        season.league,
        _("Season %(number)s has finished") % {"number": season.number},
        why if following is None else f"{why} {_next(following, is_signed_up=False)}",
        _("View final standings"),
        _standings(season),
        parts=[part(_("Winners"), lines)] if lines else [],
        note=note,
    )


def _next(season: Season, *, is_signed_up: bool) -> str:
    values = {"number": season.number, "at": moment(season.starts_at)}
    if is_signed_up:
        return _("You are registered for season %(number)s, which starts on %(at)s.") % values
    return _("Registration for season %(number)s is open until it starts on %(at)s.") % values


def _following(season: Season) -> Season | None:
    return season.league.seasons.filter(number=season.number + 1, state=SeasonState.OPEN).first()


def _standings(season: Season) -> str:
    return absolute(reverse("tournaments:season", args=[season.league_id, season.number]))


def _winners(season: Season) -> list[Winner]:
    return [(one.level, one.group, groups_of(one), _first(one)) for one in season.divisions.all()]


def _first(division: Division) -> str:
    """The winners of a group: several if they share first place."""
    lines = Standing.objects.filter(tournament=division.tournament_id, place=1)
    return ", ".join(line.entry.user.name for line in lines.select_related("entry__user").order_by("order"))


def _sample_winners() -> Sequence[Winner]:
    return [(1, 1, 1, "Clara"), (2, 1, 1, "Boris")]
