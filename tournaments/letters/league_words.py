"""What each letter of a league says, from plain values. Call these with the reader's language and zone active."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from notices.mail.compose import absolute
from notices.mail.times import moment
from tournaments.formats.leagues import Move
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
    lead = _("Sign up if you want to play it: it starts on %(at)s. Whoever leaves it out comes back at the bottom.")
    return Letter(
        _("Season %(number)s takes entries") % {"number": season.number},
        lead % {"at": moment(season.starts_at)},
        url_of(season.league),
        _("Sign up"),
        [_terms(season.league)],
    )


def closes(season: Season) -> Letter:
    lead = _("It starts on %(at)s, and you have not signed up yet. Whoever leaves it out comes back at the bottom.")
    return Letter(
        _("Season %(number)s starts soon") % {"number": season.number},
        lead % {"at": moment(season.starts_at)},
        url_of(season.league),
        _("Sign up"),
    )


def starts(season: Season, seat: Seat) -> Letter:
    begun = [game for _round, game in seat.games]
    then = begun_words(begun) if begun else _("Games begin by themselves; you get a mail when it is your turn.")
    lead = _("You play on %(place)s.") % {"place": place_words(seat.level, seat.group, of_groups=seat.of_groups)}
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
                _("How it goes on"),
                [_("All games end by %(at)s.") % {"at": moment(season.ends_at)}, *rules_of(season.league)],
            ),
        ],
        proof_words(begun) if begun else "",
    )


def too_few(season: Season, *, players: int) -> Letter:
    lead = ngettext(
        "It was to start, but only %(count)s player has signed up; it takes five.",
        "It was to start, but only %(count)s players have signed up; it takes five.",
        players,
    ) % {"count": players}
    return _put_off(season, f"{lead} {_now(season)}", [])


def put_off(season: Season, *, name: str, reason: str) -> Letter:
    lead = _("%(name)s has moved its start and says why.") % {"name": name}
    return _put_off(season, f"{lead} {_now(season)}", _said(reason))


def changed(season: Season, *, name: str, reason: str) -> Letter:
    lead = _(
        "%(name)s has changed what the league states and says why. If you do not want to play so, leave the season."
    )
    return Letter(
        _("Season %(number)s has changed") % {"number": season.number},
        lead % {"name": name},
        url_of(season.league),
        _("Open the league"),
        [_terms(season.league)],
        said=_said(reason),
    )


def _put_off(season: Season, lead: str, said: Sequence[Part]) -> Letter:
    heading = _("Season %(number)s was put off") % {"number": season.number}
    return Letter(heading, lead, url_of(season.league), _("Open the league"), said=said)


def _now(season: Season) -> str:
    return _("It now starts on %(at)s; whoever has signed up stays on its list.") % {"at": moment(season.starts_at)}


def called_off(league: League, number: int, *, name: str, reason: str) -> Letter:
    lead = _("%(name)s has ended the league and says why. You are on no list any more.") % {"name": name}
    return Letter(
        _("Season %(number)s does not take place") % {"number": number},
        lead,
        url_of(league),
        _("Open the league"),
        said=_said(reason),
    )


def heir(league: League) -> Letter:
    lead = _(
        "Nobody was left to direct it, so those who run the site do. It runs by itself; its desk says what is asked."
    )
    return Letter(_("You direct this league now"), lead, f"{url_of(league)}desk/", _("Open the desk"))


LEADS_TO = {
    Zone.UP: gettext_lazy("By the standings you go up, if you play the next season."),
    Zone.STAYS: gettext_lazy("You keep your level, if you play the next season."),
    Zone.DOWN: gettext_lazy("By the standings you go down, if you play the next season."),
}


def over(season: Season, ended: Ended, following: Season | None, *, is_signed_up: bool) -> Letter:
    place = _("Your place: %(place)s of %(of)s on %(level)s.") % {
        "place": ended.place,
        "of": ended.of,
        "level": place_words(ended.level, ended.group, of_groups=ended.of_groups),
    }
    lead = [place] if ended.place is not None else []
    standings = absolute(reverse("tournaments:season", args=[season.league_id, season.number]))
    url, action = standings, _("Look at the final standings")
    if following is None:
        lead.append(_("It was the last season of this league. Thank you for playing."))
    else:
        lead += [str(LEADS_TO[ended.zone]), _next(following, is_signed_up=is_signed_up)]
        if not is_signed_up:
            url, action = url_of(season.league), _("Sign up for the next season")
    return Letter(
        _("Season %(number)s is over") % {"number": season.number},
        " ".join(lead),
        url,
        action,
        [Part(_("The best of your group"), ended.best, has_marks=True)] if ended.best else [],
        _(
            "The log of your group ends with %(group)s, that of the league with %(league)s: who keeps these lines can prove later "
            "what stood in them."
        )
        % {"group": ended.head, "league": season.league.head},
    )


def _next(season: Season, *, is_signed_up: bool) -> str:
    values = {"number": season.number, "at": moment(season.starts_at)}
    if is_signed_up:
        return _("You have signed up for season %(number)s; it starts on %(at)s.") % values
    return _("Season %(number)s takes entries until it starts on %(at)s.") % values


def opened_to_followers(season: Season) -> Letter:
    lead = _("You follow this league. Sign up if you want to play its next season: it starts on %(at)s.")
    return Letter(
        _("Season %(number)s takes entries") % {"number": season.number},
        lead % {"at": moment(season.starts_at)},
        url_of(season.league),
        _("Open the league"),
        [_terms(season.league)],
    )


def started_to_followers(season: Season, *, players: int) -> Letter:
    lead = ngettext(
        "You follow this league. %(count)s player plays until %(at)s.",
        "You follow this league. %(count)s players play until %(at)s.",
        players,
    ) % {"count": players, "at": moment(season.ends_at)}
    return Letter(
        _("Season %(number)s has started") % {"number": season.number},
        lead,
        url_of(season.league),
        _("Open the league"),
    )


Winner = tuple[int, int, int, str]
"""Level, group, how many groups the level has, and who has won it."""


def ended_to_followers(season: Season, best: Sequence[Winner], following: Season | None) -> Letter:
    return _ended(season, best, following, [_("You follow this league.")])


def ended_to_directors(season: Season, best: Sequence[Winner], following: Season | None) -> Letter:
    head = _("The log of the league ends with %(head)s: who keeps this line can prove later what stood in it.")
    return _ended(season, best, following, [_("You direct this league.")], head % {"head": season.league.head})


def _ended(season: Season, best: Sequence[Winner], following: Season | None, lead: list[str], note: str = "") -> Letter:
    lines = [f"{place_words(level, group, of_groups=groups)}: {name}" for level, group, groups, name in best if name]
    if following is not None:
        lead.append(_next(following, is_signed_up=False))
    return Letter(
        _("Season %(number)s is over") % {"number": season.number},
        " ".join(lead),
        absolute(reverse("tournaments:season", args=[season.league_id, season.number])),
        _("Look at the final standings"),
        [Part(_("Who has won"), lines)] if lines else [],
        note,
    )


def taken_off(season: Season, *, name: str, reason: str) -> Letter:
    return Letter(
        _("You are off the list of season %(number)s") % {"number": season.number},
        _("%(name)s has taken you off and says why.") % {"name": name},
        url_of(season.league),
        _("Open the league"),
        said=_said(reason),
    )


def put_on(season: Season, *, name: str) -> Letter:
    lead = _(
        "%(name)s has put you on its list. It starts on %(at)s; leave the season on its page if you do not want to play."
    )
    return Letter(
        _("You are on the list of season %(number)s") % {"number": season.number},
        lead % {"name": name, "at": moment(season.starts_at)},
        url_of(season.league),
        _("Open the league"),
        [_terms(season.league)],
    )


def _said(reason: str) -> list[Part]:
    return [Part("", [line for line in reason.splitlines() if line.strip()])]


def _terms(league: League) -> Part:
    return Part(_("What is played"), [", ".join(short_of(league)), *rules_of(league)])
