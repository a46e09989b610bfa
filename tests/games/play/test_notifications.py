"""Notifications are promises to look again: who gets one, of what, and when it is due."""

from datetime import timedelta

import pytest

from games.models import Source
from games.play import notifications
from games.play.automatic import time_out
from games.play.moves import submit_move
from games.play.notifications import GameNotification
from games.play.positions import load
from games.play.seats import resign
from notifications.models import Notification
from notifications.services import queue
from tests.games.play_builders import DAY, HOUR, NOON, asked_user, begun, play_on

pytestmark = pytest.mark.django_db
DELAY = timedelta(seconds=120)


def of(kind, **filters):
    return list(Notification.objects.filter(kind=kind, **filters))


def test_the_first_question_is_told_after_the_delay_and_reminded_of_before_its_deadline(anna, boris):
    game = begun(anna, boris, pace="2d")
    play = load(game.pk)
    (turn,) = of(GameNotification.YOUR_TURN)
    (reminder,) = of(GameNotification.REMINDER)
    seat = play.seats[turn.data["seat"]]
    assert turn.user == reminder.user == asked_user(play)
    assert turn.key == f"your_turn:{game.pk}:{seat.index}:{seat.asked_number}"
    assert turn.due_at == NOON + DELAY
    assert reminder.due_at == game.clock.reminder_at(NOON, seat.due_at) == NOON + 2 * DAY - (2 * DAY) / 5
    assert reminder.key == f"reminder:{game.pk}:{seat.index}:{seat.due_at.isoformat()}"


def test_everybody_is_told_of_the_start_at_once(anna, boris):
    begun(anna, boris)
    assert {(one.user, one.due_at) for one in of(GameNotification.STARTED)} == {(anna, NOON), (boris, NOON)}


def test_bots_get_no_notifications(anna):
    game = begun(anna, "plain", "plain")
    play_on(game, until=lambda play: len(play.rows) > 20)
    assert set(Notification.objects.values_list("user", flat=True)) == {anna.pk}


def test_each_new_question_is_a_notification_of_its_own(anna, boris):
    game = begun(anna, boris)
    for _ in range(3):
        play = load(game.pk)
        user = asked_user(play)
        text = play.view(play.seat_of(user).index).moves[0]
        submit_move(
            game_id=game.pk, user=user, text=text, version=play.game.version, source=Source.PAGE, now=NOON + HOUR
        )
    numbers = [turn.data["number"] for turn in of(GameNotification.YOUR_TURN)]
    assert len(numbers) == 4
    assert numbers == sorted(set(numbers))


def test_a_seat_that_ponders_the_same_question_gets_nothing_new(anna, boris):
    game = begun(anna, boris)
    play = load(game.pk)
    assert notifications.your_turn(play, [], now=NOON + HOUR) == []
    waits = next(seat for seat in play.seats if not seat.waiting)
    assert notifications.your_turn(play, [waits], now=NOON + HOUR) == []


def test_the_same_notification_is_queued_once_and_a_moved_deadline_is_a_new_one(anna, boris, django_assert_num_queries):
    game = begun(anna, boris)
    play = load(game.pk)
    (seat,) = [seat for seat in play.seats if seat.waiting]
    before = Notification.objects.count()
    with django_assert_num_queries(1):
        queue(notifications.your_turn(play, [seat], now=NOON + HOUR))
    assert Notification.objects.count() == before
    seat.due_at += DAY
    queue(notifications.your_turn(play, [seat], now=NOON + HOUR))
    assert [one.kind for one in Notification.objects.order_by("-pk")[:1]] == [GameNotification.REMINDER]
    assert Notification.objects.count() == before + 1


def test_nothing_to_tell_costs_no_statement(db, django_assert_num_queries):
    with django_assert_num_queries(0):
        queue([])


def test_a_timeout_is_told_and_one_too_many_is_told_as_a_seat_that_a_bot_keeps(anna, boris):
    game = begun(anna, boris, misses=2)
    told = []
    for days in (3, 6, 9, 12):
        for seat in load(game.pk).seats:
            if seat.due_at is not None:
                time_out(seat_id=seat.pk, now=NOON + days * DAY)
        told = of(GameNotification.KEPT)
        if told:
            break
    (kept, *_more) = told
    misses = of(GameNotification.TIMED_OUT, user=kept.user)
    assert len(misses) == 1, "the miss after which the bot came is told once, as kept"
    assert kept.due_at == kept.created_at
    assert load(game.pk).holder(kept.data["seat"]).is_bot


def test_the_end_is_told_to_holders_and_to_those_whose_seat_a_bot_only_kept_but_not_to_who_resigned(anna, boris, clara):
    game = begun(anna, boris, clara, misses=1)
    resign(game_id=game.pk, user=clara, source=Source.PAGE, now=NOON)
    play = load(game.pk)
    away = (
        next(seat for seat in play.seats if seat.waiting and seat.due_at)
        if any(seat.due_at for seat in play.seats)
        else None
    )
    if away is None:  # Clara's bot was asked first
        play = play_on(game, until=lambda play: any(seat.due_at for seat in play.seats))
        play = play_on(game, until=lambda play: any(seat.due_at for seat in play.seats))
    away = next(seat for seat in play.seats if seat.due_at)
    time_out(seat_id=away.pk, now=NOON + 3 * DAY)
    play = load(game.pk)
    assert play.holder(away.index).is_bot
    with pytest.raises(ValueError, match="not set"):
        notifications.game_over(play)
    play.game.finished_at = NOON
    assert {one.user_id for one in notifications.game_over(play)} == {anna.pk, boris.pk}
