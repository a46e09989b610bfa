"""Seasons of leagues: registration, start, and what directors change."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from arbiter.formats.leagues import Move
from games.emails import answerable
from notifications.kinds import Letter, NoLongerTrue, Sample
from notifications.mail.blocks import Block, Lines
from notifications.mail.compose import absolute
from notifications.mail.times import moment
from notifications.models import Notification
from tournaments.leagues.notifications import LeagueNotification, league_of
from tournaments.leagues.words import MOVES, place_words, rules_of, short_of
from tournaments.lifecycle.notifications import number_in
from tournaments.models import (
    Chair,
    Division,
    Entry,
    EntryState,
    League,
    LeagueAct,
    Season,
    SeasonState,
    Signup,
    TableState,
)

from . import LEAGUES, NOW, TournamentEmail, in_two_days, letter, paragraphs, part, url_of
from .rounds import Begun, begun_part, begun_words, games_of, proof_words, reply_address_of

NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Galina", "Fedor", "Nora")
REASON = "Half of us are away until then."


class SeasonEmail(TournamentEmail):
    category = LEAGUES

    def read_subject(self, notification: Notification) -> Season:
        season = season_of(notification)
        if season is None:
            raise NoLongerTrue("gone")
        return season

    def make_up_subject(self) -> Season:
        return sample_season(3)


class Opens(SeasonEmail):
    name = LeagueNotification.OPENS.value
    label = gettext_lazy("registration for a season opened")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        season = season_of(notification)
        if season is None or season.state != SeasonState.OPEN or not season.takes_entries or season.league.closed_at:
            return "entries closed"
        return "signed up" if Signup.objects.filter(season=season, user=notification.user_id).exists() else ""

    def letter(self, season: Season) -> Letter:
        lead = _(
            "Register if you want to play it; it starts on %(at)s. Players who skip a season return in the lowest "
            "division."
        )
        return letter(
            season.league,
            _("Registration for season %(number)s is open") % {"number": season.number},
            lead % {"at": moment(season.starts_at)},
            _("Register"),
            parts=[league_terms(season.league)],
        )

    def samples(self) -> Iterable[Sample]:
        yield self.sample("season-opens")


class Closes(SeasonEmail):
    name = LeagueNotification.CLOSES.value
    label = gettext_lazy("a season starts soon")
    why_untrue = Opens.why_untrue

    def letter(self, season: Season) -> Letter:
        lead = _(
            "It starts on %(at)s, and you have not registered yet. Players who skip a season return in the lowest "
            "division."
        )
        heading = _("Season %(number)s starts soon") % {"number": season.number}
        return letter(season.league, heading, lead % {"at": moment(season.starts_at)}, _("Register"))

    def samples(self) -> Iterable[Sample]:
        yield self.sample("season-closes")


@dataclass(frozen=True, slots=True)
class SeasonGroup:
    """Where the reader plays in a season: level and group of so many, with whom, and why. `url` is that of the group. `games` are
    the reader's that have begun, each with its round."""

    level: int
    group: int
    of_groups: int
    names: Sequence[str]
    url: str
    move: Move | None = None
    games: Sequence[tuple[int, Begun]] = ()


class Starts(SeasonEmail):
    name = LeagueNotification.STARTS.value
    label = gettext_lazy("a season started")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        season = season_of(notification)
        if season is None or season.state != SeasonState.RUNNING:
            return "not running"
        return "" if _places(season, notification).exists() else "left"

    def awaits(self, notification: Notification) -> bool:
        """The reader's group is not paired yet, or the games begin in a moment."""
        own = _places(season_of(notification), notification).filter(tournament__paused_at=None)
        return own.filter(Q(tournament__rounds=None) | Q(chairs__table__state=TableState.WAITING)).exists()

    def values(self, season: Season, notifications: Sequence[Notification]) -> dict[str, Any]:
        user = notifications[-1].user_id
        division = division_of(season, user)
        others = Entry.objects.filter(tournament=division.tournament_id, number__isnull=False).select_related("user")
        move = season.moves.get(str(user))
        own = Chair.objects.filter(round__tournament=division.tournament_id, entry__user=user)
        rounds = list(own.order_by("round__number", "leg").values_list("round__number", "table__game"))
        begun = games_of([game for _round, game in rounds], user)
        games = [(number, begun[game]) for number, game in rounds if game in begun]
        return {
            "reply_to": reply_address_of(notifications[-1], [game for _round, game in games]),
            "seat": SeasonGroup(
                division.level,
                division.group,
                groups_of(division),
                [entry.user.name for entry in others.order_by("number")],
                absolute(division.tournament.get_absolute_url()),
                Move[move] if move else None,
                games,
            ),
        }

    def letter(self, season: Season, *, seat: SeasonGroup, reply_to: str = "") -> Letter:
        begun = [game for _round, game in seat.games]
        then = begun_words(begun) if begun else _("Games start automatically. You get an email when it is your turn.")
        lead = _("You play in %(place)s.") % {"place": place_words(seat.level, seat.group, of_groups=seat.of_groups)}
        if seat.move is not None and season.number > 1:
            lead = f"{MOVES[seat.move]} {lead}"
        ends = _("All games end by %(at)s.") % {"at": moment(season.ends_at)}
        told = letter(
            season.league,
            _("Season %(number)s has started: your group") % {"number": season.number},
            f"{lead} {then}",
            _("Open your group"),
            seat.url,
            parts=[
                part(_("Your group"), seat.names),
                begun_part(seat.games) if begun else [],
                part(_("What happens next"), [ends, *rules_of(season.league)]),
            ],
            note=proof_words(begun) if begun else "",
        )
        return answerable(told, reply_to)

    def samples(self) -> Iterable[Sample]:
        games = [(one, Begun(one, absolute(f"/games/{one}/"), one == 2, f"{one:02x}" * 32)) for one in range(1, 5)]
        seat = SeasonGroup(2, 1, 2, NAMES, absolute("/tournaments/7/"), Move.UP, games)
        yield self.sample("season-starts", seat=seat)


class PutOff(SeasonEmail):
    """The season starts at another time, is played otherwise, or does not take place: `kind` is that of the act, empty for a
    season that is cancelled."""

    name = LeagueNotification.PUT_OFF.value
    label = gettext_lazy("a season was postponed or changed")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        """It starts when the notification says, or does not take place, and the reader waits for it or directs it."""
        league, season = league_of(notification), season_of(notification)
        if league is None:
            return "gone"
        if not notification.data["starts"]:
            return "" if league.closed_at and season is None else "goes on"
        if (
            season is None
            or season.state != SeasonState.OPEN
            or season.starts_at.isoformat() != notification.data["starts"]
        ):
            return "moved again"
        waits = season.players.filter(user=notification.user_id).exists()
        return "" if waits or league.directors.filter(user=notification.user_id).exists() else "signed off"

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        last = notifications[-1]
        act = act_of(last)
        name, reason = act.by.name if act.by else "", act.reason
        if not last.data["starts"]:
            league = league_of(last)
            if league is None:
                raise NoLongerTrue("gone")
            season = Season(league=league, number=last.data["season"])
            return self.letter(season, kind="", name=name, reason=reason)
        found = season_of(last)
        if found is None:
            raise NoLongerTrue("gone")
        return self.letter(found, kind=act.kind, name=name, reason=reason, players=act.data.get("players", 0))

    def letter(self, season: Season, *, kind: str, name: str = "", reason: str = "", players: int = 0) -> Letter:
        values, number = {"name": name}, {"number": season.number}
        said = [Lines(paragraphs(reason))] if reason else []
        parts: list[Sequence[Block]] = []
        if kind == "changed":
            heading, parts = _("Season %(number)s has changed") % number, [league_terms(season.league)]
            lead = _(
                "%(name)s changed the league settings; the reason is below. If you do not accept this, withdraw "
                "from the season."
            )
        elif not kind:
            heading = _("Season %(number)s is cancelled") % number
            lead = _("%(name)s ended the league; the reason is below. You are no longer registered.")
        else:
            heading, lead = _("Season %(number)s was rescheduled") % number, self._delayed(season, kind, players)
        return letter(season.league, heading, lead % values, _("Open league"), parts=parts, said=said)

    def _delayed(self, season: Season, kind: str, players: int) -> str:
        if kind == "too few":
            lead = ngettext(
                "It was due to start, but only %(count)s player has registered; five are needed.",
                "It was due to start, but only %(count)s players have registered; five are needed.",
                players,
            ) % {"count": players}
        else:
            lead = _("%(name)s changed the start; the reason is below.")
        now = _("It now starts on %(at)s. All registrations stay valid.") % {"at": moment(season.starts_at)}
        return f"{lead} {now}"

    def samples(self) -> Iterable[Sample]:
        yield self.sample("season-too-few", kind="too few", players=3)
        yield self.sample("season-put-off", kind="put off", name="Nora", reason=REASON)
        yield self.sample("season-changed", kind="changed", name="Nora", reason="Two days a move were too short.")
        yield self.sample("season-called-off", kind="", name="Nora", reason="We all play elsewhere now.")


class SeasonPlace(SeasonEmail):
    """A director put the reader on the list of the season or took them off."""

    name = LeagueNotification.PLACE.value
    label = gettext_lazy("a director added you to a season or removed you")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        season = season_of(notification)
        if season is None or season.state != SeasonState.OPEN:
            return "started"
        act = _act(notification)
        if act is None:
            return "erased"
        is_on = season.players.filter(user=notification.user_id).exists()
        return "" if is_on == (act.kind == "put on") else "changed since"

    def values(self, season: Season, notifications: Sequence[Notification]) -> dict[str, Any]:
        act = act_of(notifications[-1])
        name = act.by.name if act.by else ""
        return {"name": name} if act.kind == "put on" else {"name": name, "reason": act.reason}

    def letter(self, season: Season, *, name: str, reason: str | None = None) -> Letter:
        """With a `reason` the reader was removed."""
        values = {"name": name, "number": season.number, "at": moment(season.starts_at)}
        if reason is not None:
            heading = _("You were removed from season %(number)s") % values
            lead = _("%(name)s removed you; the reason is below.") % values
            return letter(season.league, heading, lead, _("Open league"), said=[Lines(paragraphs(reason))])
        lead = _(
            "%(name)s registered you for it. It starts on %(at)s. If you do not want to play, withdraw on the league "
            "page."
        )
        heading, shown = _("You were added to season %(number)s") % values, [league_terms(season.league)]
        return letter(season.league, heading, lead % values, _("Open league"), parts=shown)

    def samples(self) -> Iterable[Sample]:
        yield self.sample("season-taken-off", name="Nora", reason="He asked for it.")
        yield self.sample("season-put-on", name="Nora")


class Heir(SeasonEmail):
    """The league had no director left, so the reader directs it now."""

    name = LeagueNotification.HEIR.value
    label = gettext_lazy("you now direct a league")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        league = league_of(notification)
        if league is None or league.closed_at:
            return "gone"
        return "" if league.directors.filter(user=notification.user_id).exists() else "no longer directs"

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        league = league_of(notifications[-1])
        if league is None:
            raise NoLongerTrue("gone")
        return self.letter(Season(league=league))

    def letter(self, season: Season) -> Letter:
        lead = _(
            "No director was left, so the site team takes over. It runs automatically; the director's page "
            "shows what needs attention."
        )
        url = f"{url_of(season.league)}manage/"
        return letter(season.league, _("You now direct this league"), lead, _("Open director's page"), url)

    def samples(self) -> Iterable[Sample]:
        yield self.sample("league-heir")


EMAILS = (Opens, Closes, Starts, PutOff, SeasonPlace, Heir)


def season_of(notification: Notification) -> Season | None:
    league, number = number_in(notification.subject), notification.data["season"]
    return Season.objects.select_related("league").filter(league=league, number=number).first()


def _act(notification: Notification) -> LeagueAct | None:
    """The act that a notification is about, with who did it; None where its reason was erased."""
    acts = LeagueAct.objects.filter(league=number_in(notification.subject), number=notification.data["act"])
    return acts.select_related("by").exclude(by__isnull=False, reason="").first()


def act_of(notification: Notification) -> LeagueAct:
    found = _act(notification)
    if found is None:
        raise NoLongerTrue("erased")
    return found


def _places(season: Season | None, notification: Notification) -> QuerySet[Entry]:
    return Entry.objects.filter(
        tournament__division__season=season, user=notification.user_id, state=EntryState.ENTERED
    )


def division_of(season: Season, user: int | None) -> Division:
    found = season.divisions.select_related("tournament").filter(tournament__entries__user=user).first()
    if found is None:
        raise NoLongerTrue("not in it")
    return found


def groups_of(division: Division) -> int:
    return Division.objects.filter(season=division.season_id, level=division.level).count()


def league_terms(league: League) -> Sequence[Block]:
    return part(_("Format and rules"), [", ".join(short_of(league)), *rules_of(league)])


def sample_season(number: int) -> Season:
    head = "77605142332415067788990a1b2c3d4e5f4f1d3b0c7a5e2986f0b1d2c3a49586"
    league = League(pk=3, title="Neva League", last_act=4, head=head, **in_two_days())
    begins = NOW + timedelta(days=5)
    ends = begins + league.season_time
    return Season(pk=number, league=league, number=number, state=SeasonState.OPEN, starts_at=begins, ends_at=ends)
