"""Clocks of games that let their players sleep and go on vacation: nobody loses what was promised, nobody gains beyond it."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from random import Random
from time import monotonic
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engine
from accounts.models import User
from games.models import Game, Heartbeat, Seat, Source, Tenure, TenureStart, VacationDay
from games.models.clock import NAMED, Vacation
from games.models.own_hours import moment, read_week, week_text
from games.play import outages, position_cache, vacation
from games.play.automatic import answer_for_bot, overdue_seats, time_out
from games.play.errors import BadVacation
from games.play.interventions import extra_time, pause_game, resume_game
from games.play.moves import submit_move
from games.play.open_seats import open_offers, take_seat
from games.play.positions import load
from games.play.seats import take_back_seat
from games.play.vacation import MOST, START, allowance
from notifications.models import Notification
from tests.games.play_builders import DAY, HOUR, NOON, begun
from tests.people import person

MINUTE = timedelta(minutes=1)
EVENING = "17-23 17-23 17-23 17-23 17-23 9-23 -"

booked_at = st.lists(st.integers(0, 900), max_size=12)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=60)
@given(booked_at, st.integers(0, 900), st.integers(0, 300))
def test_the_allowance_grows_up_to_its_most_and_each_day_costs_one(booked, after, more):
    now = NOON + after * DAY
    before = [NOON + days * DAY for days in booked if days <= after]
    left, later = allowance(NOON, before, now), allowance(NOON, before, now + more * DAY)
    assert left <= later <= min(MOST, left + more / 12) + 1e-6
    assert allowance(NOON, [*before, now], now) == pytest.approx(left - 1)
    assert left <= START + after / 12 - len(before) + 1e-6


def people(anna: User, boris: User) -> None:
    for user, hours, zone in ((anna, EVENING, "Europe/Berlin"), (boris, "", "America/New_York")):
        user.waking_hours, user.time_zone, user.created_at = hours, zone, NOON - 40 * DAY
        user.save()


def asked(game: Game) -> Seat:
    return Seat.objects.get(game=game, waiting=True)


def answer(game: Game, now: datetime) -> None:
    play = load(game.pk)
    (seat,) = engine.waiting_for(play.state)
    move = str(engine.default_move(play.state, seat))
    user = play.holder(seat).user
    submit_move(game_id=game.pk, user=user, text=move, version=game_version(game), source=Source.PAGE, now=now)


def game_version(game: Game) -> int:
    return int(Game.objects.values_list("version", flat=True).get(pk=game.pk))


def naively_due(game: Game, user: User, hours: str, began: datetime, time: timedelta) -> datetime:
    """Minute after minute, as somebody would count who looks at a clock."""
    week, zone = read_week(hours), ZoneInfo(user.time_zone)
    days = list(VacationDay.objects.filter(user=user).values_list("since", "until")) if game.vacation else []
    nights, at = game.nights * DAY, began
    while time > timedelta():
        local = at.astimezone(zone)
        today, before = (week[day.weekday()] if week else (0, 24) for day in (local, local - DAY))
        wakes = today is not None and (
            today[0] <= local.hour < today[1] if today[0] < today[1] else local.hour >= today[0]
        )
        wakes |= before is not None and before[1] <= before[0] and local.hour < before[1]
        at += MINUTE
        if any(since < at <= until for since, until in days):
            continue
        if wakes or not game.nights or nights <= timedelta():
            time -= MINUTE
        else:
            nights -= MINUTE
    return at


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("pace", "nights", "allowed"),
    [
        ("fast", 4, Vacation.AUTOMATIC),
        ("2d", 2, Vacation.PLANNED),
        ("blitz", 0, Vacation.AUTOMATIC),
        ("daily", 7, Vacation.NONE),
    ],
)
def test_months_of_a_game_keep_every_promise(anna, boris, pace, nights, allowed, django_capture_on_commit_callbacks):
    """Answers, misses, pauses, vacations and changed hours by lot."""
    rng = Random(f"{pace}{nights}")
    assert months_of_a_game(anna, boris, rng, pace, nights, allowed, django_capture_on_commit_callbacks) > 1


def months_of_a_game(anna, boris, rng, pace, nights, allowed, committed):
    """How many deadlines were missed. A deadline passes once and never before all time that was promised has run, by a count of
    minutes; nothing that is due is forgotten."""
    people(anna, boris)
    now = NOON
    game = begun(anna, boris, pace=pace, nights=nights, vacation=allowed, misses=0, now=now)
    missed = 0
    for _ in range(30):
        if not Game.objects.get(pk=game.pk).is_running:
            break
        seat, game = asked(game), Game.objects.get(pk=game.pk)
        user = load(game.pk).holder(seat.index).user
        assert user is not None
        began, promised = seat.running_since, seat.due_at
        time = (game.clock.base if seat.remaining is None else seat.remaining) + game.clock.grace
        lot = rng.random()
        if lot < 0.1:
            user.waking_hours = rng.choice(["", EVENING, "8-20 8-20 8-20 8-20 8-20 - -"])
            user.save()
            assert asked(game).due_at == promised  # the question keeps the hours it was put with
            continue
        if lot < 0.25:
            first = now.astimezone(user.zone).date() + rng.randrange(3) * DAY
            try:
                vacation.plan(user, first, first + rng.randrange(3) * DAY, now)
            except BadVacation:
                continue
            assert asked(game).due_at >= promised
            if not game.vacation:
                assert asked(game).due_at == promised
        elif lot < 0.35:
            vacation.give_back(user, now)
            assert asked(game).due_at > now
        elif lot < 0.4:
            pause_game(game_id=game.pk, now=now)
            now += 5 * DAY
            resume_game(game_id=game.pk, now=now)
        elif lot < 0.8:
            now = max(now, began + (promised - began) * rng.random() * 0.9)
            answer(game, now)
        else:
            with committed(execute=True):
                for tick in range(200):  # a sweep now and then: too early it changes nothing
                    seat = asked(game)
                    assert not time_out(seat_id=seat.pk, now=seat.due_at - timedelta.resolution)
                    now = seat.due_at + (7 * MINUTE if tick % 3 else timedelta())
                    assert seat.pk in overdue_seats(now, 10)
                    if time_out(seat_id=seat.pk, now=now):
                        break
                    assert asked(game).due_at > now  # it has not run out any more
            missed += 1
            if game.resumed_at != began:  # what a pause has left is no round number
                hours = week_text(seat.own_hours.week)
                assert abs(naively_due(game, user, hours, began, time) - seat.due_at) <= 5 * MINUTE
            assert not time_out(seat_id=seat.pk, now=now)
            assert sum(Seat.objects.filter(game=game).values_list("deadlines_missed", flat=True)) == missed
    for user in (anna, boris):
        days = list(VacationDay.objects.filter(user=user).values_list("booked_at", flat=True))
        assert allowance(user.created_at, days, now) >= 0
        assert allowed == Vacation.AUTOMATIC or not user.vacation_days.filter(automatic=True).exists()
    return missed


def time_left(seat: Seat, now: datetime) -> timedelta:
    assert seat.running_since is not None
    assert seat.due_at is not None
    return seat.own_hours.run(seat.running_since, seat.due_at) - seat.own_hours.run(seat.running_since, now)


@pytest.mark.django_db
@pytest.mark.parametrize(("pace", "nights", "allowed"), [("2d", 2, Vacation.NONE), ("blitz", 0, Vacation.NONE)])
def test_a_game_outlives_those_who_leave_it(
    anna, boris, clara, pace, nights, allowed, django_capture_on_commit_callbacks
):
    happened = a_game_with_changing_players(
        (anna, boris, clara), Random(pace), pace, nights, allowed, django_capture_on_commit_callbacks
    )
    assert set(happened) == {"back", "taken", "pause", "outage", "kept"}, happened


def a_game_with_changing_players(users, rng, pace, nights, allowed, committed):
    """People answer, miss, come back or do not, others take their seats over, the game pauses, the site is away, by lot: somebody
    is always due, each deadline is missed once, and no pause, outage or change of hands takes from a clock or adds beyond its
    rules."""
    anna, boris, clara = users
    people(anna, boris)
    now, missed, happened = NOON, 0, Counter()
    game = begun(anna, boris, clara, pace=pace, nights=nights, vacation=allowed, misses=2, now=now)
    Heartbeat.objects.create(pk=1, at=now)
    for number in range(90):
        play = load(game.pk)
        clock = play.game.clock
        if not play.game.is_running:
            break
        Heartbeat.objects.update(at=now)
        (seat,) = [one for one in play.seats if one.waiting]
        is_bot, lot = play.holder(seat.index).is_bot, rng.random()
        kept = [one for one in play.seats if play.holder(one.index).began == TenureStart.KEPT]
        if play.game.stands_still or (kept and lot < 0.1):
            index = kept[0].index
            take_back_seat(game_id=game.pk, user=play.person_of(index), source=Source.PAGE, now=now)
            back = load(game.pk).seats[index]
            assert (back.misses, back.remaining) == (0, clock.after_timeout())
            happened["back"] += 1
            continue
        assert is_bot == (seat.due_at is None) == (seat.bot_due_at is not None), "whoever is asked is due"
        if open_offers(now).filter(seat__game=game).exists() and lot < 0.4:
            index = open_offers(now).filter(seat__game=game).first().seat.index
            take_seat(game_id=game.pk, seat=index, user=person(f"Next {number}"), source=Source.PAGE, now=now)
            taken = load(game.pk).seats[index]
            assert (taken.remaining, taken.deadlines_missed) == (clock.at_start(), 0)
            happened["taken"] += 1
        elif is_bot:
            assert answer_for_bot(seat_id=seat.pk, now=now)
        elif lot < 0.47:
            left = time_left(seat, now)
            pause_game(game_id=game.pk, now=now)
            now += 5 * DAY
            resume_game(game_id=game.pk, now=now)
            again = Seat.objects.get(pk=seat.pk)  # who was late may have passed
            assert again.due_at is None or left <= time_left(again, now) <= left + clock.grace
            happened["pause"] += 1
        elif lot < 0.55:
            left, gap = time_left(seat, now), rng.choice([1, 9, 30]) * HOUR
            now += gap
            assert outages.may_enforce(now, monotonic() + 60)
            assert left <= time_left(asked(game), now) <= left + nights * DAY
            happened["outage"] += 1
        elif lot < 0.7:
            now = max(now, seat.running_since + (seat.due_at - seat.running_since) * rng.random() * 0.9)
            bank = clock.after_answer(seat.remaining, seat.running_since, now, seat.own_hours)
            answer(game, now)
            assert load(game.pk).seats[seat.index].remaining == bank
            assert bank is None or bank <= clock.cap
        else:
            with committed(execute=True):
                for tick in range(200):
                    late = asked(game)
                    assert not time_out(seat_id=late.pk, now=late.due_at - timedelta.resolution)
                    now = late.due_at + (7 * MINUTE if tick % 3 else timedelta())
                    if time_out(seat_id=late.pk, now=now):
                        break
            missed += 1
            happened["kept"] += load(game.pk).holder(seat.index).is_bot
            assert not time_out(seat_id=seat.pk, now=now)
        counts = [set_.values_list("deadlines_missed", flat=True) for set_ in (Seat.objects, Tenure.objects)]
        assert sum(map(sum, counts)) == missed
    return happened


@contextmanager
def undone():
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    position_cache.clear()
    cache.clear()


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("part", range(20))
def test_thousands_of_seats_keep_every_promise_for_years(part, anna, boris, clara, django_capture_on_commit_callbacks):
    """Named paces and a time per move, with and without nights and vacation: 2,000 seats, in 400 games of two and 400 of three."""
    happened, committed = Counter(), django_capture_on_commit_callbacks
    for number in range(20):
        rng = Random(f"{part}, {number}")
        pace, nights, allowed = rng.choice([*NAMED, "2d"]), rng.choice([0, 2, 4, 7]), rng.choice([*Vacation])
        with undone():
            happened["missed"] += months_of_a_game(anna, boris, rng, pace, nights, allowed, committed)
        with undone():
            users = anna, boris, clara
            happened += a_game_with_changing_players(users, rng, pace, nights, Vacation.NONE, committed)
    assert set(happened) == {"missed", "back", "taken", "pause", "outage", "kept"}, happened


@pytest.mark.django_db
def test_who_changes_hours_gains_nothing_for_the_question_that_runs_and_for_later_ones_no_more_than_the_table_says(
    anna, boris
):
    people(anna, boris)
    game = begun(anna, boris, pace="2d", nights=2)
    seat = asked(game)
    user = load(game.pk).holder(seat.index).user
    user.waking_hours = "3-4 - - - - - -"
    user.save()
    assert asked(game).due_at == seat.due_at
    answer(game, NOON + HOUR)
    answer(game, NOON + 2 * HOUR)
    later = asked(game)
    assert load(game.pk).holder(later.index).user == user
    assert later.due_at - later.running_since == 2 * DAY + 2 * DAY  # two nights at most, whatever the hours


@pytest.mark.django_db
def test_vacation_moves_deadlines_of_games_that_allow_it_with_a_new_reminder_and_gives_them_back(anna, boris):
    people(anna, boris)
    allowing = begun(anna, boris, vacation=Vacation.PLANNED)
    strict = begun(anna, boris)
    for game in (allowing, strict):
        while load(game.pk).holder(asked(game).index).user != anna:
            answer(game, NOON)
    before = asked(allowing).due_at
    vacation.plan(anna, date(2026, 11, 21), date(2026, 11, 23), NOON)
    assert asked(allowing).due_at == before + 3 * DAY
    assert asked(strict).due_at == before
    assert Notification.objects.filter(kind="reminder", deadline=before + 3 * DAY).count() == 1
    assert vacation.booked(anna, NOON) == [(date(2026, 11, 21), date(2026, 11, 23))]
    left = vacation.days_left(anna, NOON)
    with pytest.raises(BadVacation):
        vacation.plan(anna, date(2026, 12, 1), date(2026, 12, 1) + left * DAY, NOON)
    in_it = moment(date(2026, 11, 22), 12, "Europe/Berlin")
    vacation.give_back(User.objects.get(pk=anna.pk), in_it)
    assert asked(allowing).due_at == before + 2 * DAY  # yesterday and today stay
    assert vacation.days_left(anna, NOON) == left + 1


@pytest.mark.django_db
def test_clocks_that_run_out_on_one_day_take_one_day_of_the_allowance_together(
    anna, boris, django_capture_on_commit_callbacks
):
    people(anna, boris)
    games = [begun(anna, boris, vacation=Vacation.AUTOMATIC) for _ in range(2)]
    for game in games:
        while load(game.pk).holder(asked(game).index).user != anna:
            answer(game, NOON)
    due = asked(games[0]).due_at
    with django_capture_on_commit_callbacks(execute=True):
        for game in games:
            assert not time_out(seat_id=asked(game).pk, now=due + MINUTE)
    assert [asked(game).due_at for game in games] == [due + DAY, due + DAY]
    assert anna.vacation_days.filter(automatic=True).count() == 1
    User.objects.filter(pk=anna.pk).update(automatic_vacation=False)
    assert time_out(seat_id=asked(games[0]).pk, now=due + DAY)


@pytest.mark.django_db
def test_a_day_that_another_worker_books_meanwhile_holds_here_too(anna, boris):
    people(anna, boris)
    game = begun(anna, boris, vacation=Vacation.AUTOMATIC)
    while load(game.pk).holder(asked(game).index).user != anna:
        answer(game, NOON)
    due = asked(game).due_at
    day = due.astimezone(anna.zone).date()
    since, until = (moment(day, hour, anna.time_zone) for hour in (0, 24))
    waiting = [VacationDay(user=anna, day=day, since=since, until=until, automatic=True, booked_at=due)]

    def between(execute, sql, params, many, context):
        if waiting and "COUNT(" in sql and "vacationday" in sql:
            waiting.pop().save()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(between):
        assert not time_out(seat_id=asked(game).pk, now=due + MINUTE)
    assert asked(game).due_at == due + DAY
    assert waiting == []


@pytest.mark.django_db
def test_a_clock_that_runs_out_at_the_seam_of_a_zone_change_takes_a_day_of_the_new_zone(anna, boris):
    people(anna, boris)
    game = begun(anna, boris, vacation=Vacation.AUTOMATIC)
    while load(game.pk).holder(asked(game).index).user != anna:
        answer(game, NOON)
    vacation.plan(anna, date(2026, 11, 22), date(2026, 11, 22), NOON)
    due = moment(date(2026, 11, 23), 1, "Europe/Berlin")  # still Sunday in New York, but no vacation any more
    Seat.objects.filter(pk=asked(game).pk).update(due_at=due)
    User.objects.filter(pk=anna.pk).update(time_zone="America/New_York")
    left = vacation.days_left(anna, NOON)
    assert not time_out(seat_id=asked(game).pk, now=due + MINUTE)
    assert vacation.days_left(anna, NOON) == left - 1
    assert vacation.booked(User.objects.get(pk=anna.pk), NOON) == [(date(2026, 11, 22), date(2026, 11, 22))]
    assert asked(game).due_at > moment(date(2026, 11, 22), 24, "America/New_York")


@pytest.mark.django_db
def test_extra_time_is_given_in_hours_in_which_the_clock_runs(anna, boris):
    people(anna, boris)
    game = begun(anna, boris, pace="2d", nights=14)
    seat = asked(game)
    extra_time(game_id=game.pk, seat=seat.index, by=DAY, now=NOON)
    hours, due = seat.own_hours, asked(game).due_at
    assert hours.run(seat.running_since, due) == 3 * DAY
