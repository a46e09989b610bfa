"""The shape of every letter of an event, and what it is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from notices.kinds import About
from notices.mail.compose import absolute
from tournaments.models import Event

_PLAIN_QUOTES = str.maketrans("“”„", '"""')


@dataclass(frozen=True, slots=True)
class Part:
    """Lines under a heading."""

    heading: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class Letter:
    """`heading` is the subject too. `url` leads to where the reader may do something, and `action` says what."""

    heading: str
    lead: str
    url: str
    action: str
    parts: Sequence[Part] = ()
    note: str = ""


def about(event: Event) -> About:
    """Which event a mail is about. The name is what somebody typed."""
    title = " ".join(event.title.split()).translate(_PLAIN_QUOTES)
    return About(
        thread=f"event-{event.pk}",
        url=url_of(event),
        tag=title,
        title=title,
        name=f"“{title}”",
        headers={"X-StPete-Event": str(event.pk)},
    )


def url_of(event: Event) -> str:
    """The event's page, absolute."""
    return absolute(event.get_absolute_url())
