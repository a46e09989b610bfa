"""Clocks are plain functions: what is tested here needs no database."""

from datetime import UTC, datetime, timedelta

import pytest

from games.models.clock import PACES, Clock, PaceKind, pace_name

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
PER_MOVE = Clock(PaceKind.PER_MOVE, 2 * DAY)
BANK = Clock(PaceKind.BANK, DAY, 4 * HOUR, 3 * DAY)


def test_a_pace_per_move_gives_every_question_the_same_time():
    assert PER_MOVE.at_start() is None
    assert PER_MOVE.due_at(None, NOON) == NOON + 2 * DAY
    assert PER_MOVE.after_answer(None, NOON, NOON + DAY) is None


def test_a_bank_runs_while_its_seat_is_asked_and_gains_with_the_answer():
    assert BANK.at_start() == DAY
    assert BANK.due_at(DAY, NOON) == NOON + DAY
    assert BANK.after_answer(DAY, NOON, NOON + 5 * HOUR) == 23 * HOUR


def test_a_bank_never_holds_more_than_its_cap():
    assert BANK.after_answer(3 * DAY, NOON, NOON + HOUR) == 3 * DAY


def test_an_answer_after_the_time_ran_out_that_still_counted_leaves_one_increment():
    assert BANK.after_answer(DAY, NOON, NOON + 30 * HOUR) == 4 * HOUR


def test_after_a_timeout_a_bank_holds_one_increment_and_never_less():
    assert BANK.after_timeout() == 4 * HOUR
    assert PER_MOVE.after_timeout() is None


def test_an_answer_dated_before_its_question_costs_nothing():
    assert BANK.after_answer(DAY, NOON, NOON - HOUR) == DAY + 4 * HOUR


@pytest.mark.parametrize(
    ("time", "before"),
    [
        (12 * HOUR, 2.4 * HOUR),
        (DAY, 4.8 * HOUR),
        (2 * DAY, 9.6 * HOUR),
        (7 * DAY, DAY),
        (14 * DAY, DAY),
        (2 * HOUR, HOUR),
    ],
)
def test_the_reminder_comes_with_a_fifth_of_the_time_left_but_within_a_day_and_an_hour(time, before):
    assert PER_MOVE.reminder_at(NOON, NOON + time) == NOON + time - before


def test_a_bank_that_is_nearly_empty_reminds_at_once():
    assert BANK.reminder_at(NOON, NOON + HOUR / 2) == NOON


def test_every_offered_pace_has_a_name_that_leads_back_to_it():
    assert {pace_name(clock) for clock, _label in PACES.values()} == set(PACES)
    assert pace_name(Clock(PaceKind.PER_MOVE, 13 * HOUR)) is None


def test_the_paces_per_move_reach_from_half_a_day_to_a_fortnight():
    per_move = [clock.base for clock, _label in PACES.values() if clock.kind == PaceKind.PER_MOVE]
    assert (min(per_move), max(per_move)) == (12 * HOUR, 14 * DAY)
