"""No clock loses by an outage of the site, and none is credited twice."""

import time
from datetime import timedelta

import pytest
from django.utils.timezone import now

from games import tasks
from games.models import Game, Heartbeat, LogRow, Outage, Seat
from games.play import glances, outages
from games.play.interventions import keep_seat, pause_game, resume_game
from games.play.moves import submit_move
from games.play.positions import load
from tests.people import signed_in

from ..play_builders import HOUR, NOON, asked_user, begun

pytestmark = pytest.mark.django_db

BACK = NOON + 3 * HOUR
"""The site was away from noon until then."""


@pytest.fixture
def heart():
    return Heartbeat.objects.create(pk=1, at=NOON)


def enforce(moment):
    return outages.may_enforce(moment, time.monotonic() + 60)


def waits(game):
    (seat,) = [seat for seat in load(game.pk).seats if seat.waiting]
    return seat


def answer(game, moment):
    play = load(game.pk)
    user = asked_user(play)
    text = play.view(play.seat_of(user).index).moves[0]
    submit_move(game_id=game.pk, user=user, text=text, version=play.game.version, source="page", now=moment)


def test_an_outage_in_a_players_night_gives_no_time_and_one_until_the_morning_gives_what_ran(anna, boris, heart):
    for user in (anna, boris):
        user.waking_hours, user.time_zone = "14-22 " * 6 + "14-22", "UTC"
        user.save()
    game = begun(anna, boris, pace="bank-quick", nights=4, now=NOON - 15 * HOUR)  # in the evening, an hour before bed
    due = waits(game).due_at
    assert enforce(NOON + HOUR)
    assert (waits(game).due_at, LogRow.objects.filter(game=game).count()) == (due, 0)
    assert enforce(NOON + 4 * HOUR)
    assert (due, waits(game).due_at) == (NOON + 57 * HOUR, NOON + 75 * HOUR), "two hours later, which is after a night"
    seat = waits(game)
    answer(game, NOON + 5 * HOUR)
    assert load(game.pk).seats[seat.index].remaining == timedelta(hours=24 - 2 + 4), "an hour before, one after"
    asked = waits(game)
    Heartbeat.objects.update(at=NOON + 11 * HOUR)
    answer(game, NOON + 27 * HOUR)
    assert load(game.pk).seats[asked.index].remaining == timedelta(hours=24 - 6 + 4)
    assert enforce(NOON + 27 * HOUR)
    assert load(game.pk).seats[asked.index].remaining == timedelta(hours=24 - 5 + 4), "the hour of the morning is back"


def test_a_running_clock_goes_on_as_if_it_had_stood_still(anna, boris, heart):
    fixed, bank = (
        begun(anna, boris, pace="12h", now=NOON - HOUR),
        begun(anna, boris, pace="bank-quick", now=NOON - HOUR),
    )
    due = {game.pk: waits(game).due_at for game in (fixed, bank)}
    assert enforce(BACK)
    assert {game.pk: waits(game).due_at - due[game.pk] for game in (fixed, bank)} == {
        fixed.pk: 3 * HOUR,
        bank.pk: 3 * HOUR,
    }
    outage = Outage.objects.get()
    assert (outage.began_at, outage.ended_at, outage.done_at) == (NOON, BACK, BACK)
    assert LogRow.objects.get(game=bank).text == f"outage {outage.pk} 10800"
    seat = waits(bank)
    answer(bank, BACK + HOUR)
    assert load(bank.pk).seats[seat.index].remaining == timedelta(hours=24 - 2 + 4), (
        "two hours before and after, no more"
    )
    assert list(glances.find_glance_faults()) == []


def test_a_bank_that_was_charged_before_the_credit_gets_it_back(anna, boris, heart):
    game = begun(anna, boris, pace="bank-quick", now=NOON - HOUR)
    first = waits(game)
    answer(game, BACK)
    assert load(game.pk).seats[first.index].remaining == timedelta(hours=24 - 4 + 4)
    enforce(BACK + timedelta(seconds=5))
    enforce(BACK + timedelta(minutes=5))
    assert load(game.pk).seats[first.index].remaining == timedelta(hours=24 - 1 + 4)


def test_no_deadline_of_the_gap_is_enforced_first(anna, boris, monkeypatch):
    game = begun(anna, boris, pace="12h", now=now() - timedelta(hours=11))
    moment = now()
    Heartbeat.objects.create(pk=1, at=moment - timedelta(hours=10))
    Seat.objects.filter(game=game, waiting=True).update(due_at=moment - 5 * HOUR, running_since=moment - 17 * HOUR)
    tasks.work_off()
    assert [row.kind for row in load(game.pk).rows] == ["time"]
    assert waits(game).due_at > moment + 4 * HOUR
    page = signed_in(anna).get("/games/").content.decode()
    assert "The site was down" in page
    assert "every running clock gets 600 minutes back" in signed_in(anna).get(f"/games/{game.pk}/").content.decode()


def test_a_short_gap_or_a_site_without_heartbeat_changes_nothing(anna, boris):
    game = begun(anna, boris)
    assert enforce(BACK)
    Heartbeat.objects.create(pk=1, at=NOON)
    for minutes in (10, 20, 35):
        assert enforce(NOON + timedelta(minutes=minutes))
    assert not Outage.objects.exists()
    assert load(game.pk).rows == []


def test_an_outage_that_is_not_credited_yet_holds_all_deadlines(anna, boris, heart):
    games = [begun(anna, boris, now=NOON - HOUR) for _ in range(3)]
    assert not outages.may_enforce(BACK, time.monotonic() - 1)
    assert Outage.objects.get().done_at is None
    assert enforce(BACK + timedelta(minutes=1))
    assert LogRow.objects.filter(kind="time").count() == len(games)


def test_a_paused_game_has_no_clock_to_credit(anna, boris, heart):
    game = begun(anna, boris, now=NOON - HOUR)
    Game.objects.filter(pk=game.pk).update(paused_at=NOON)
    enforce(BACK)
    assert load(game.pk).rows == []


def test_a_game_that_stands_still_is_credited_once(anna, boris, heart):
    game = begun(anna, boris, now=NOON - HOUR)
    for user in (anna, boris):
        keep_seat(game_id=game.pk, seat=load(game.pk).seat_of(user).index, now=NOON - HOUR)
    ends = load(game.pk).game.breaks_off_at
    enforce(BACK)
    outage = Outage.objects.get()
    outages.credit(game_id=game.pk, outage=outage, now=BACK)
    assert load(game.pk).game.breaks_off_at == ends + 3 * HOUR


def test_an_outage_that_is_not_credited_yet_ends_no_game_that_stands_still(anna, boris, monkeypatch):
    moment = now()
    game = begun(anna, boris, now=moment - 9 * HOUR)
    for user in (anna, boris):
        keep_seat(game_id=game.pk, seat=load(game.pk).seat_of(user).index, now=moment - 8 * HOUR)
    Game.objects.filter(pk=game.pk).update(breaks_off_at=moment - HOUR)
    Heartbeat.objects.create(pk=1, at=moment - 5 * HOUR)
    monkeypatch.setattr(tasks, "SECONDS", 0.0)
    tasks.work_off()
    assert load(game.pk).game.is_running


@pytest.mark.parametrize(("pace", "left"), [("12h", 11 * HOUR), ("bank-quick", 23 * HOUR)])
def test_a_clock_that_was_paused_in_the_gap_has_the_time_before_the_pause_back(anna, boris, heart, pace, left):
    game = begun(anna, boris, pace=pace, now=NOON - HOUR)
    pause_game(game_id=game.pk, now=NOON + 2 * HOUR)
    enforce(BACK)
    resume_game(game_id=game.pk, now=BACK + HOUR)
    assert waits(game).due_at == BACK + HOUR + left
