"""When a clock runs: in the hours in which its player is awake, and on no day of their vacation. Plain functions of plain values.

A question is put with the hours of that moment and keeps them (`Seat.hours`): who changes their hours changes later questions,
so that no change gains time for one that runs. Nights hold one question up for `nights` at most, whatever the hours are; days of
vacation are paid for with an allowance (`games.play.vacation`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from functools import cache
from typing import Self
from zoneinfo import ZoneInfo

Span = tuple[datetime, datetime]

EVER = datetime.max.replace(tzinfo=UTC)
"""What comes after everything."""


class Stands(Enum):
    """Why a clock does not run."""

    ASLEEP = "asleep"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class OwnHours:
    """`week` has the waking hours of each day from Monday on, over midnight where the second is not larger, None for a day off;
    empty: around the clock. An hour that a change of the clocks skips begins when they have changed."""

    zone: str = "UTC"
    week: tuple[tuple[int, int] | None, ...] = ()
    nights: timedelta = timedelta()
    away: tuple[Span, ...] = ()

    def due_at(self, began: datetime, time: timedelta) -> datetime:
        """The first moment at which a clock that was started at `began` has run for this time."""
        for start, end, stands in self._stretches(began):
            if stands is None:
                if end - start >= time:
                    return start + time
                time -= end - start
        raise AssertionError("the last stretch has no end")

    def run(self, began: datetime, until: datetime) -> timedelta:
        """For how long a clock that was started at `began` has run by then."""
        ran = timedelta()
        for start, end, stands in self._stretches(began):
            if start >= until:
                break
            if stands is None:
                ran += min(end, until) - start
        return ran

    def stands(self, began: datetime, now: datetime) -> tuple[Stands, datetime] | None:
        """Why a clock that was started at `began` stands now, and when it goes on; None while it runs."""
        why = None
        for start, end, stands in self._stretches(began):
            if why is not None and stands is None and start < end:
                return why, start
            if start <= now < end:
                if stands is None:
                    return None
                why = stands
        return None

    def with_away(self, away: Iterable[Span]) -> Self:
        return replace(self, away=tuple(sorted(away)))

    def _stretches(self, began: datetime) -> Iterator[tuple[datetime, datetime, Stands | None]]:
        """What follows each other from `began` on: from when to when, and why the clock stands there, None where it runs."""
        left = self.nights
        for begin, end, awake in self._days_and_nights(began):
            for start, stop, is_away in _cut(begin, end, self.away):
                asleep = timedelta() if awake or is_away else min(left, stop - start)
                left -= asleep
                if asleep:
                    yield start, start + asleep, Stands.ASLEEP
                yield start + asleep, stop, Stands.AWAY if is_away else None

    def _days_and_nights(self, began: datetime) -> Iterator[tuple[datetime, datetime, bool]]:
        at, day = began, began.astimezone(_zone(self.zone)).date() - timedelta(days=1)
        last = day + self.nights * 7 + timedelta(days=400)  # nights are used up by then
        while any(self.week) and self.nights and day < last:
            hours = self.week[day.weekday()]
            if hours is not None:
                begin, end = hours
                since = moment(day, begin, self.zone)
                until = moment(day + timedelta(days=end <= begin), end, self.zone)
                if since > at:
                    yield at, since, False
                    at = since
                if until > at:
                    yield at, until, True
                    at = until
            day += timedelta(days=1)
        yield at, EVER, True

    def to_text(self) -> str:
        """As `Seat.hours` holds it; empty where the clock always runs."""
        if self == OwnHours():
            return ""
        away = [[start.isoformat(), end.isoformat()] for start, end in self.away]
        return json.dumps([self.zone, week_text(self.week), self.nights.total_seconds(), away])

    @classmethod
    def from_text(cls, text: str) -> OwnHours:
        if not text:
            return OwnHours()
        zone, week, nights, away = json.loads(text)
        spans = tuple((datetime.fromisoformat(start), datetime.fromisoformat(end)) for start, end in away)
        return cls(zone, read_week(week), timedelta(seconds=nights), spans)


def moment(day: date, hour: int, zone: str) -> datetime:
    """This hour of this day, up to 24, as a moment of UTC, so that comparing and subtracting mean what they say."""
    day += timedelta(days=hour // 24)
    return datetime(day.year, day.month, day.day, hour % 24, tzinfo=_zone(zone)).astimezone(UTC)


def read_week(text: str) -> tuple[tuple[int, int] | None, ...]:
    """`8-22 8-22 8-22 8-22 8-24 10-2 -`, as a user keeps it."""
    days = [day.split("-") for day in text.split()]
    return tuple((int(begin), int(end)) if begin else None for begin, end in days)


def week_text(week: Iterable[tuple[int, int] | None]) -> str:
    return " ".join("-" if hours is None else f"{hours[0]}-{hours[1]}" for hours in week)


def _cut(begin: datetime, end: datetime, away: Iterable[Span]) -> Iterator[tuple[datetime, datetime, bool]]:
    """This stretch in parts, each with whether its player is away."""
    for since, until in away:
        if until > begin and since < end:
            if since > begin:
                yield begin, since, False
            begin, stop = max(begin, since), min(end, until)
            yield begin, stop, True
            begin = stop
    if begin < end:
        yield begin, end, False


@cache
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)
