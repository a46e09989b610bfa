"""Calendars as programs read them (RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from icalendar import Calendar, Event

TYPE = "text/calendar; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Entry:
    """One moment of a calendar. `uid` stays the same when it moves; `changed` is when it was last known to be so."""

    uid: str
    at: datetime
    summary: str
    url: str
    changed: datetime


def calendar(name: str, entries: Iterable[Entry]) -> bytes:
    """A calendar of moments, each without length."""
    made = Calendar()
    made.add("version", "2.0")
    made.add("prodid", "-//St Pete//Events//EN")
    made.add("x-wr-calname", name)
    for one in entries:
        event = Event()
        event.add("uid", one.uid)
        event.add("dtstamp", one.changed.astimezone(UTC))
        event.add("dtstart", one.at.astimezone(UTC))
        event.add("summary", one.summary)
        event.add("url", one.url)
        event.add("transp", "TRANSPARENT")  # a deadline makes nobody busy
        made.add_component(event)
    return bytes(made.to_ical(sorted=False))
