"""What each letter of a league says, from plain values. Call these with the reader's language and zone active."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from arbiter.formats.leagues import Move
from notifications.mail.compose import absolute
from notifications.mail.times import moment
from tournaments.leagues.describing import MOVES, place_words, rules_of, short_of
from tournaments.leagues.ladder import Zone
from tournaments.models import League, Season

from .letter import Letter, Part, url_of
from .words import Begun, begun_part, begun_words, proof_words


@dataclass(frozen=True, slots=True)
class Seat:
    """Where the reader plays in a season: level and group of so many, with whom, and why. `url` is that of the group. `games` are
    the reader's that have begun, each with its round."""

    level: int
    group: int
    of_groups: int
    names: Sequence[str]
    url: str
    move: Move | None = None
    games: Sequence[tuple[int, Begun]] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """Where the reader stands at the end of a season, among so many of his group, and where that leads; the best of them, and
    the head of the group's log."""

    level: int
    group: int
    of_groups: int
    place: int | None
    of: int
    zone: Zone
    best: Sequence[str]
    head: str = ""


def opens(season: Season) -> Letter:
    lead = _(
        "Register if you want to play it; it starts on %(at)s. Players who skip a season return in the lowest division."
    )
    return Letter(
        _("Registration for season %(number)s is open") % {"number": season.number},
        lead % {"at": moment(season.starts_at)},
        url_of(season.league),
        _("Register"),
        [_terms(season.league)],
    )


def closes(season: Season) -> Letter:
    lead = _(
        "It starts on %(at)s, and you have not registered yet. Players who skip a season return in the lowest division."
    )
    return Letter(
        _("Season %(number)s starts soon") % {"number": season.number},
        lead % {"at": moment(season.starts_at)},
        url_of(season.league),
        _("Register"),
    )


def starts(season: Season, seat: Seat) -> Letter:
    begun = [game for _round, game in seat.games]
    then = begun_words(begun) if begun else _("Games start automatically. You get an email when it is your turn.")
    lead = _("You play in %(place)s.") % {"place": place_words(seat.level, seat.group, of_groups=seat.of_groups)}
    if seat.move is not None and season.number > 1:
        lead = f"{MOVES[seat.move]} {lead}"
    return Letter(
        _("Season %(number)s has started: your group") % {"number": season.number},
        f"{lead} {then}",
        seat.url,
        _("Open your group"),
        [
            Part(_("Your group"), seat.names),
            *([begun_part(seat.games)] if begun else []),
            Part(
                _("What happens next"),
                [_("All games end by %(at)s.") % {"at": moment(season.ends_at)}, *rules_of(season.league)],
            ),
        ],
        proof_words(begun) if begun else "",
    )


def too_few(season: Season, *, players: int) -> Letter:
    lead = ngettext(
        "It was due to start, but only %(count)s player has registered; five are needed.",
        "It was due to start, but only %(count)s players have registered; five are needed.",
        players,
    ) % {"count": players}
    return _put_off(season, f"{lead} {_now(season)}", [])


def put_off(season: Season, *, name: str, reason: str) -> Letter:
    lead = _("%(name)s changed the start; the reason is below.") % {"name": name}
    return _put_off(season, f"{lead} {_now(season)}", _said(reason))


def changed(season: Season, *, name: str, reason: str) -> Letter:
    lead = _(
        "%(name)s changed the league settings; the reason is below. If you do not accept this, withdraw "
        "from the season."
    )
    return Letter(
        _("Season %(number)s has changed") % {"number": season.number},
        lead % {"name": name},
        url_of(season.league),
        _("Open league"),
        [_terms(season.league)],
        said=_said(reason),
    )


def _put_off(season: Season, lead: str, said: Sequence[Part]) -> Letter:
    heading = _("Season %(number)s was rescheduled") % {"number": season.number}
    return Letter(heading, lead, url_of(season.league), _("Open league"), said=said)


def _now(season: Season) -> str:
    return _("It now starts on %(at)s. All registrations stay valid.") % {"at": moment(season.starts_at)}


def called_off(league: League, number: int, *, name: str, reason: str) -> Letter:
    lead = _("%(name)s ended the league; the reason is below. You are no longer registered.") % {"name": name}
    return Letter(
        _("Season %(number)s is cancelled") % {"number": number},
        lead,
        url_of(league),
        _("Open league"),
        said=_said(reason),
    )


def heir(league: League) -> Letter:
    lead = _(
        "No director was left, so the site team takes over. It runs automatically; the director's page "
        "shows what needs attention."
    )
    return Letter(_("You now direct this league"), lead, f"{url_of(league)}manage/", _("Open director's page"))


LEADS_TO = {
    Zone.UP: gettext_lazy("By the standings, you are promoted if you play the next season."),
    Zone.STAYS: gettext_lazy("You stay in your division if you play the next season."),
    Zone.DOWN: gettext_lazy("By the standings, you are relegated if you play the next season."),
}


def over(season: Season, ended: Ended, following: Season | None, *, is_signed_up: bool) -> Letter:
    place = _("Your place: %(place)s of %(of)s in %(level)s.") % {
        "place": ended.place,
        "of": ended.of,
        "level": place_words(ended.level, ended.group, of_groups=ended.of_groups),
    }
    lead = [place] if ended.place is not None else []
    standings = absolute(reverse("tournaments:season", args=[season.league_id, season.number]))
    url, action = standings, _("View final standings")
    if following is None:
        lead.append(_("This was the last season of this league. Thank you for playing."))
    else:
        lead += [str(LEADS_TO[ended.zone]), _next(following, is_signed_up=is_signed_up)]
        if not is_signed_up:
            url, action = url_of(season.league), _("Register for next season")
    return Letter(
        _("Season %(number)s has finished") % {"number": season.number},
        " ".join(lead),
        url,
        action,
        [Part(_("Top of your group"), ended.best, has_marks=True)] if ended.best else [],
        _(
            "Log fingerprints: %(group)s (your group), %(league)s (league). Save them to prove later that "
            "the logs were not changed."
        )
        % {"group": ended.head, "league": season.league.head},
    )


def _next(season: Season, *, is_signed_up: bool) -> str:
    values = {"number": season.number, "at": moment(season.starts_at)}
    if is_signed_up:
        return _("You are registered for season %(number)s, which starts on %(at)s.") % values
    return _("Registration for season %(number)s is open until it starts on %(at)s.") % values


def opened_to_followers(season: Season) -> Letter:
    lead = _("You follow this league. Register if you want to play its next season, which starts on %(at)s.")
    return Letter(
        _("Registration for season %(number)s is open") % {"number": season.number},
        lead % {"at": moment(season.starts_at)},
        url_of(season.league),
        _("Open league"),
        [_terms(season.league)],
    )


def started_to_followers(season: Season, *, players: int) -> Letter:
    lead = ngettext(
        "You follow this league. %(count)s player is playing until %(at)s.",
        "You follow this league. %(count)s players are playing until %(at)s.",
        players,
    ) % {"count": players, "at": moment(season.ends_at)}
    return Letter(
        _("Season %(number)s has started") % {"number": season.number},
        lead,
        url_of(season.league),
        _("Open league"),
    )


Winner = tuple[int, int, int, str]
"""Level, group, how many groups the level has, and who has won it."""


def ended_to_followers(season: Season, best: Sequence[Winner], following: Season | None) -> Letter:
    return _ended(season, best, following, [_("You follow this league.")])


def ended_to_directors(season: Season, best: Sequence[Winner], following: Season | None) -> Letter:
    head = _("Log fingerprint: %(head)s. Save it to prove later that the log was not changed.")
    return _ended(season, best, following, [_("You direct this league.")], head % {"head": season.league.head})


def _ended(season: Season, best: Sequence[Winner], following: Season | None, lead: list[str], note: str = "") -> Letter:
    lines = [f"{place_words(level, group, of_groups=groups)}: {name}" for level, group, groups, name in best if name]
    if following is not None:
        lead.append(_next(following, is_signed_up=False))
    return Letter(
        _("Season %(number)s has finished") % {"number": season.number},
        " ".join(lead),
        absolute(reverse("tournaments:season", args=[season.league_id, season.number])),
        _("View final standings"),
        [Part(_("Winners"), lines)] if lines else [],
        note,
    )


def taken_off(season: Season, *, name: str, reason: str) -> Letter:
    return Letter(
        _("You were removed from season %(number)s") % {"number": season.number},
        _("%(name)s removed you; the reason is below.") % {"name": name},
        url_of(season.league),
        _("Open league"),
        said=_said(reason),
    )


def put_on(season: Season, *, name: str) -> Letter:
    lead = _(
        "%(name)s registered you for it. It starts on %(at)s. If you do not want to play, withdraw on the league page."
    )
    return Letter(
        _("You were added to season %(number)s") % {"number": season.number},
        lead % {"name": name, "at": moment(season.starts_at)},
        url_of(season.league),
        _("Open league"),
        [_terms(season.league)],
    )


def _said(reason: str) -> list[Part]:
    return [Part("", [line for line in reason.splitlines() if line.strip()])]


def _terms(league: League) -> Part:
    return Part(_("Format and rules"), [", ".join(short_of(league)), *rules_of(league)])
