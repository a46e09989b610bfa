"""Calendars as programs read them (RFC 5545): text of our own, because a feed needs four properties and no library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

WIDTH = 75
"""Octets of a line, after which it is folded (3.1)."""
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
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//St Pete//Events//EN", f"X-WR-CALNAME:{escaped(name)}"]
    for one in entries:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{one.uid}",
            f"DTSTAMP:{stamp(one.changed)}",
            f"DTSTART:{stamp(one.at)}",
            f"SUMMARY:{escaped(one.summary)}",
            f"URL:{one.url}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return b"".join(part + b"\r\n" for line in lines for part in folded(line))


def stamp(at: datetime) -> str:
    """A moment in UTC."""
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """A text value (3.3.11)."""
    for plain, safe in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r", ""), ("\n", "\\n")):
        text = text.replace(plain, safe)
    return text


def folded(line: str) -> Iterator[bytes]:
    """A line in parts of at most 75 octets, no character torn; all but the first begin with a blank."""
    part = b""
    for character in line:
        octets = character.encode()
        if len(part) + len(octets) > WIDTH:
            yield part
            part = b" "
        part += octets
    yield part
