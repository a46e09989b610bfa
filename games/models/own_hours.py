"""When a clock runs: in its player's waking hours, and not on vacation days. Plain functions of plain values.

A question keeps the hours its player had when it was put (`Seat.hours`), so that changing them gains no time. Nights extend one
question by at most `nights`. Vacation days come from an allowance (`games.play.vacation`).
"""

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
    """Why a clock is stopped."""

    ASLEEP = "asleep"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class OwnHours:
    """`week` has the waking hours of each day from Monday on: past midnight if the second is not larger, None for a day off.
    Empty: all day. An hour that daylight saving skips begins after the change."""

    zone: str = "UTC"
    week: tuple[tuple[int, int] | None, ...] = ()
    nights: timedelta = timedelta()
    away: tuple[Span, ...] = ()

    def due_at(self, began: datetime, time: timedelta) -> datetime:
        """When a clock started at `began` has run for this time."""
        for start, end, stands in self._stretches(began):
            if stands is None:
                if end - start >= time:
                    return start + time
                time -= end - start
        raise AssertionError("the last stretch has no end")

    def run(self, began: datetime, until: datetime) -> timedelta:
        """How long a clock started at `began` has run by then."""
        ran = timedelta()
        for start, end, stands in self._stretches(began):
            if start >= until:
                break
            if stands is None:
                ran += min(end, until) - start
        return ran

    def stands(self, began: datetime, now: datetime) -> tuple[Stands, datetime] | None:
        """Why a clock started at `began` is stopped now, and when it continues; None while it runs."""
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
        """The stretches from `began` on: start, end, and why the clock is stopped, None where it runs."""
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
    def from_text(cls, text: str) -> "OwnHours":
        if not text:
            return OwnHours()
        zone, week, nights, away = json.loads(text)
        spans = tuple((datetime.fromisoformat(start), datetime.fromisoformat(end)) for start, end in away)
        return cls(zone, read_week(week), timedelta(seconds=nights), spans)


def moment(day: date, hour: int, zone: str) -> datetime:
    """This hour of this day, up to 24, in UTC, so that comparing and subtracting work across daylight saving."""
    day += timedelta(days=hour // 24)
    return datetime(day.year, day.month, day.day, hour % 24, tzinfo=_zone(zone)).astimezone(UTC)


def read_week(text: str) -> tuple[tuple[int, int] | None, ...]:
    """`8-22 8-22 8-22 8-22 8-24 10-2 -`, as stored for a user."""
    days = [day.split("-") for day in text.split()]
    return tuple((int(begin), int(end)) if begin else None for begin, end in days)


def week_text(week: Iterable[tuple[int, int] | None]) -> str:
    return " ".join("-" if hours is None else f"{hours[0]}-{hours[1]}" for hours in week)


def _cut(begin: datetime, end: datetime, away: Iterable[Span]) -> Iterator[tuple[datetime, datetime, bool]]:
    """Split the stretch into parts, each with whether the player is away."""
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
