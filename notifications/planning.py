"""When a message goes out: at which of somebody's hours, and when to remind him so that he is awake. Plain functions of times.

Hours are whole hours of the day, from 0 to 23, in the zone of the person. An hour that a change of the clocks leaves out begins
when the clocks have been set.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime, timedelta
from statistics import median
from zoneinfo import ZoneInfo

Quiet = tuple[int, int]
"""From which hour to which, over midnight where the second one is smaller."""

FEWEST = 5
"""Answers without which nobody can say what is usual."""

LEAST, MOST = timedelta(minutes=30), timedelta(days=2)
"""Bounds of a usual answer time."""

UNKNOWN = timedelta(hours=4)
"""What is taken for who has not answered often enough."""


def usual_answer_time(taken: Sequence[timedelta]) -> timedelta | None:
    """How long somebody usually takes to answer: the median of the times that he took, between `LEAST` and `MOST`.

    None with fewer than `FEWEST` of them. Nights are not taken out: who answers in the morning what was asked in the evening
    does take that long.
    """
    if len(taken) < FEWEST:
        return None
    return min(max(timedelta(seconds=median(one.total_seconds() for one in taken)), LEAST), MOST)


def remind_at(
    *, due: datetime, deadline: datetime, asked: datetime, quiet: Quiet, zone: ZoneInfo, usual: timedelta | None
) -> datetime:
    """When to remind somebody who has quiet hours of a deadline.

    With u, his usual answer time (`UNKNOWN` if nobody knows it), but at most half of what lies between question and deadline:
    the last waking moment that is no later than `due`, when everybody else is reminded, and no later than `deadline` - u. Where
    he was not awake between the question and then, it is the first waking moment after the question; where that would be after
    the deadline, nobody can do better than `due`.
    """
    time = min(usual or UNKNOWN, (deadline - asked) / 2)
    best = last_waking(min(due, deadline - time), quiet, zone)
    if best >= asked:
        return best
    first = next_waking(asked, quiet, zone)
    return first if first < deadline else due


def is_quiet(at: datetime, quiet: Quiet, zone: ZoneInfo) -> bool:
    hour = at.astimezone(zone).hour
    begin, end = quiet
    return begin <= hour < end if begin < end else hour >= begin or hour < end


def last_waking(at: datetime, quiet: Quiet, zone: ZoneInfo) -> datetime:
    """`at` itself, or the minute before the quiet hours in which it lies."""
    if not is_quiet(at, quiet, zone):
        return at
    return _hour_before(at, quiet[0], zone) - timedelta(minutes=1)


def next_waking(at: datetime, quiet: Quiet, zone: ZoneInfo) -> datetime:
    """`at` itself, or the end of the quiet hours in which it lies."""
    return next_hour(at, [quiet[1]], zone) if is_quiet(at, quiet, zone) else at


def next_hour(at: datetime, hours: Collection[int], zone: ZoneInfo) -> datetime:
    """The next of these hours of the day, after `at`. At least one."""
    day = at.astimezone(zone).date()
    moments = (_moment(day + timedelta(days=ahead), hour, zone) for ahead in range(3) for hour in hours)
    return min(moment for moment in moments if moment > at)


def _hour_before(at: datetime, hour: int, zone: ZoneInfo) -> datetime:
    day = at.astimezone(zone).date()
    moments = (_moment(day - timedelta(days=back), hour, zone) for back in range(3))
    return max(moment for moment in moments if moment <= at)


def _moment(day: date, hour: int, zone: ZoneInfo) -> datetime:
    """This hour of this day as a moment of UTC, so that comparing and subtracting mean what they say."""
    return datetime(day.year, day.month, day.day, hour, tzinfo=zone).astimezone(UTC)
