"""Deadlines are a plain function of the question's begin, its time, and the hours of its player."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from games.models import own_hours
from games.models.clock import NAMED, Clock
from games.models.own_hours import OwnHours, Stands, moment, read_week

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)
WORKING = read_week("8-22 8-22 8-22 8-22 8-22 10-2 -")
BERLIN = OwnHours("Europe/Berlin", WORKING, 4 * DAY)

zones = st.sampled_from(
    ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia"]
)
hour = st.integers(0, 23)
weeks = st.lists(st.none() | st.tuples(hour, st.integers(1, 24)), min_size=7, max_size=7).filter(any)
moments = st.integers(0, 2 * 365 * 24 * 60).map(lambda minutes: NEW_YEAR + minutes * MINUTE)
times = st.timedeltas(timedelta(0), 25 * DAY)
spans = st.lists(
    st.tuples(moments, st.timedeltas(MINUTE, 15 * DAY)).map(lambda one: (one[0], one[0] + one[1])), max_size=4
)
hours_of_people = st.builds(
    lambda zone, week, nights, away: OwnHours(zone, tuple(week), nights).with_away(away),
    zones,
    weeks | st.just([]),
    st.integers(0, 14).map(lambda days: days * DAY),
    spans,
)


@settings(max_examples=150, deadline=None)
@given(hours_of_people, moments, times, times)
def test_more_time_is_never_an_earlier_deadline_and_no_time_is_lost(hours, began, some, more):
    due, later = hours.due_at(began, some), hours.due_at(began, some + more)
    assert began + some <= due <= later
    assert hours.run(began, due) == some  # each minute was promised, each is given, once
    assert hours.run(began, later) == some + more
    away = sum((until - max(since, began) for since, until in hours.away if until > began), timedelta())
    assert due - began - some <= hours.nights + away  # what nights and vacation can add, and no more


@settings(max_examples=150, deadline=None)
@given(hours_of_people, moments, st.lists(times, min_size=2, max_size=6))
def test_a_clock_never_runs_backwards_nor_faster_than_time(hours, began, after):
    looks = sorted(began + one for one in after)
    ran = [hours.run(began, look) for look in looks]
    for (earlier, later), (less, more) in zip(pairwise(looks), pairwise(ran), strict=True):
        assert timedelta() <= more - less <= later - earlier
    assert OwnHours.from_text(hours.to_text()) == hours


@settings(max_examples=80, deadline=None)
@given(hours_of_people, moments, times, st.lists(st.dates(date(2026, 1, 1), date(2027, 12, 31)), max_size=5))
def test_a_day_of_vacation_moves_a_deadline_later_and_never_earlier(hours, began, time, days):
    more = hours.with_away([*hours.away, *((moment(day, 0, hours.zone), moment(day, 24, hours.zone)) for day in days)])
    assert more.due_at(began, time) >= hours.due_at(began, time)


@given(st.sampled_from([clock for clock, _label in NAMED.values()]), hours_of_people, moments, times, times)
@settings(max_examples=80, deadline=None)
def test_a_bank_pays_for_what_ran_beyond_the_grace_whether_or_not_it_was_paused(clock, hours, began, held, took):
    answered = began + took
    ran = hours.run(began, answered)
    left = clock.after_answer(held, began, answered, hours)
    assert left == min(max(held - max(ran - clock.grace, timedelta()), timedelta()) + clock.increment, clock.cap)
    kept = clock.at_pause(held, began, clock.due_at(held, began, hours), answered, hours)
    assert kept == max(held - max(ran - clock.grace, timedelta()), timedelta())


def test_the_night_in_which_the_hour_changes_is_as_long_as_it_is():
    """Saturday evening before summer time: Sunday is off and Monday begins at eight, an hour sooner than usual."""
    began = moment(date(2026, 3, 27), 21, "Europe/Berlin")  # Friday: one hour is left of it
    due = BERLIN.due_at(began, 3 * HOUR)
    assert due == moment(date(2026, 3, 28), 12, "Europe/Berlin")
    late = moment(date(2026, 3, 29), 1, "Europe/Berlin")  # Saturday ends at two, which the change skips
    assert BERLIN.due_at(late, 2 * HOUR) == moment(date(2026, 3, 30), 9, "Europe/Berlin")
    assert BERLIN.stands(late, late + 2 * HOUR) == (Stands.ASLEEP, moment(date(2026, 3, 30), 8, "Europe/Berlin"))
    assert BERLIN.stands(late, late) is None


def test_nights_add_no_more_than_the_table_allows():
    began = datetime(2026, 11, 23, 21, tzinfo=UTC)
    short = replace(BERLIN, nights=DAY)
    assert short.due_at(began, 10 * DAY) == began + 11 * DAY
    assert replace(BERLIN, nights=timedelta()).due_at(began, DAY) == began + DAY


def test_another_process_computes_the_same_deadline():
    """Whatever its own zone is."""
    began = datetime(2026, 10, 24, 22, 30, tzinfo=UTC)
    code = (
        "from datetime import *; from own_hours import OwnHours;"
        f"print(OwnHours.from_text({BERLIN.to_text()!r}).due_at(datetime.fromisoformat({began.isoformat()!r}), "
        "timedelta(days=2)).isoformat())"
    )
    place = Path(own_hours.__file__).parent
    said = subprocess.run(
        [sys.executable, "-c", code], env={"TZ": "Asia/Tokyo"}, cwd=place, capture_output=True, text=True
    )
    assert said.stdout.strip() == BERLIN.due_at(began, 2 * DAY).isoformat()


def test_the_named_paces_grow_from_a_sitting_to_weeks():
    clocks: list[Clock] = [clock for clock, _label in NAMED.values()]
    assert list(NAMED) == ["blitz", "fast", "daily", "slow", "relaxed"]
    for quick, slow in pairwise(clocks):
        assert quick.base < slow.base
        assert quick.cap < slow.cap
        assert quick.grace < slow.grace < slow.increment
