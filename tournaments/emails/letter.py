"""The shape of every letter of a tournament or a league, and what it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from notifications.kinds import About
from notifications.mail.compose import absolute
from tournaments.models import League, Tournament

_PLAIN_QUOTES = str.maketrans("“”„", '"""')


@dataclass(frozen=True, slots=True)
class Part:
    """Lines under a heading, as points of a list unless they have marks of their own. `has_links`: addresses in them are ours."""

    heading: str
    lines: Sequence[str]
    has_marks: bool = False
    has_links: bool = False


@dataclass(frozen=True, slots=True)
class Letter:
    """`heading` is the subject too. `url` leads to where the reader may do something, and `action` says what; before it stands
    what people have `said`."""

    heading: str
    lead: str
    url: str
    action: str
    parts: Sequence[Part] = ()
    note: str = ""
    said: Sequence[Part] = ()


def about(tournament: Tournament) -> About:
    """Which tournament a mail is about. The name is what somebody typed."""
    return _about("tournament", tournament, {"X-StPete-Event": str(tournament.pk)})


def about_league(league: League) -> About:
    """Which league a mail is about, likewise."""
    return _about("league", league, {"X-StPete-League": str(league.pk)})


def _about(kind: str, of: Tournament | League, headers: Mapping[str, str]) -> About:
    title = " ".join(of.title.split()).translate(_PLAIN_QUOTES)
    return About(
        thread=f"{kind}-{of.pk}",
        url=url_of(of),
        tag=title,
        title=title,
        name=_("“%(title)s”") % {"title": title},
        headers=headers,
    )


def url_of(of: Tournament | League) -> str:
    """The page of a tournament or a league, absolute."""
    return absolute(of.get_absolute_url())
