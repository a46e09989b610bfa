"""When messages go out: plain functions of times, hours and a zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from notifications.scheduling import (
    LEAST,
    MOST,
    UNKNOWN,
    is_quiet,
    last_waking,
    next_hour,
    next_waking,
    remind_at,
)

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = (22, 7)
HOUR = timedelta(hours=1)


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """In Berlin, in November: one hour after UTC."""
    return datetime(2026, 11, day, hour, minute, tzinfo=BERLIN).astimezone(UTC)


def test_a_usual_answer_time_counts_within_bounds():
    assert plan(at(20, 19), at(20, 20), timedelta(seconds=1), at(18, 12)) == at(20, 19)
    assert plan(at(20, 20), at(20, 20), timedelta(seconds=1), at(18, 12)) == at(20, 20) - LEAST
    assert plan(at(20, 19), at(20, 20), timedelta(days=9), at(10, 12)) == at(20, 20) - MOST


@pytest.mark.parametrize(
    ("quiet", "hours"), [(NIGHT, {22, 23, *range(7)}), ((1, 6), set(range(1, 6))), ((13, 15), {13, 14})]
)
def test_quiet_hours_go_over_midnight_where_the_end_is_smaller(quiet, hours):
    assert {hour for hour in range(24) if is_quiet(at(20, hour, 30), quiet, BERLIN)} == hours


def test_the_moment_before_and_after_a_night():
    assert last_waking(at(20, 3), NIGHT, BERLIN) == at(19, 21, 59)
    assert last_waking(at(20, 23), NIGHT, BERLIN) == at(20, 21, 59)
    assert next_waking(at(20, 3), NIGHT, BERLIN) == at(20, 7)
    assert next_waking(at(20, 23), NIGHT, BERLIN) == at(21, 7)
    assert last_waking(at(20, 12), NIGHT, BERLIN) == next_waking(at(20, 12), NIGHT, BERLIN) == at(20, 12)


def test_the_next_of_some_hours_is_after_now_and_may_be_tomorrow():
    assert next_hour(at(20, 8), [8, 18], BERLIN) == at(20, 18)
    assert next_hour(at(20, 18, 1), [8, 18], BERLIN) == at(21, 8)


def test_an_hour_that_the_clocks_leave_out_or_repeat_comes_once():
    spring, autumn = datetime(2026, 3, 28, 20, tzinfo=UTC), datetime(2026, 10, 24, 20, tzinfo=UTC)
    assert next_hour(spring, [2], BERLIN) == datetime(2026, 3, 29, 1, tzinfo=UTC)
    first = next_hour(autumn, [2], BERLIN)
    assert first == datetime(2026, 10, 25, 0, tzinfo=UTC)
    assert next_hour(first, [2], BERLIN) == datetime(2026, 10, 26, 1, tzinfo=UTC)


def plan(due: datetime, deadline: datetime, usual: timedelta | None, asked: datetime) -> datetime:
    return remind_at(due=due, deadline=deadline, asked=asked, quiet=NIGHT, zone=BERLIN, usual=usual)


def test_a_reminder_that_is_due_while_he_is_awake_and_in_time_stays():
    assert plan(at(20, 15), at(20, 20), 2 * HOUR, at(18, 12)) == at(20, 15)


def test_one_in_the_night_moves_to_the_evening_before():
    assert plan(at(20, 4), at(20, 9), 4 * HOUR, at(18, 12)) == at(19, 21, 59)


def test_one_that_leaves_less_than_he_usually_takes_moves_before_that():
    assert plan(at(20, 18), at(20, 20), 6 * HOUR, at(18, 12)) == at(20, 14)
    assert plan(at(20, 12), at(20, 14), 6 * HOUR, at(18, 12)) == at(20, 8)
    assert plan(at(20, 12), at(20, 12, 30), 6 * HOUR, at(18, 12)) == at(19, 21, 59)


def test_he_is_given_half_of_the_time_that_there_is_at_most():
    assert plan(at(20, 19), at(20, 20), timedelta(days=2), at(20, 10)) == at(20, 15)


def test_without_a_usual_time_some_hours_are_taken():
    assert plan(at(20, 19), at(20, 20), None, at(18, 12)) == at(20, 20) - UNKNOWN


def test_who_was_asked_in_his_night_is_reminded_when_it_ends_or_as_everybody():
    assert plan(at(20, 6), at(20, 10), HOUR, at(20, 1)) == at(20, 7)
    assert plan(at(20, 4), at(20, 5), HOUR, at(20, 1)) == at(20, 4)
