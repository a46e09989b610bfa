"""The shape of every letter of an event or a league, and what it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from notices.kinds import About
from notices.mail.compose import absolute
from tournaments.models import Event, League

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


def about(event: Event) -> About:
    """Which event a mail is about. The name is what somebody typed."""
    return _about("event", event, {"X-StPete-Event": str(event.pk)})


def about_league(league: League) -> About:
    """Which league a mail is about, likewise."""
    return _about("league", league, {"X-StPete-League": str(league.pk)})


def _about(kind: str, of: Event | League, headers: Mapping[str, str]) -> About:
    title = " ".join(of.title.split()).translate(_PLAIN_QUOTES)
    return About(
        thread=f"{kind}-{of.pk}",
        url=url_of(of),
        tag=title,
        title=title,
        name=_("“%(title)s”") % {"title": title},
        headers=headers,
    )


def url_of(of: Event | League) -> str:
    """The page of an event or a league, absolute."""
    return absolute(of.get_absolute_url())
