"""Deadlines: nobody waits for somebody who has vanished."""

import pytest

import engine
from games.due import alarm
from games.models import PassMode, Seat, Source
from games.play import automatic, errors, position_cache, seats
from games.play.moves import submit_move
from games.play.positions import load
from notifications.models import Notification

from ..play_builders import DAY, HOUR, NOON, asked_user, begun, first_phase_over, play_on

pytestmark = pytest.mark.django_db


def time_out(play, user, now):
    return automatic.time_out(seat_id=play.seat_of(user).pk, now=now)


def test_before_the_due_time_nothing_happens(anna, boris):
    game = begun(anna, boris)
    play = load(game.pk)
    assert not time_out(play, asked_user(play), NOON + 2 * DAY - HOUR)
    assert load(game.pk).game.version == 0


def test_the_first_worker_is_bought_by_the_clock_the_cheapest_and_leftmost(anna, boris):
    game = begun(anna, boris)
    play = load(game.pk)
    late = play.seat_of(asked_user(play)).index
    expected = str(engine.default_move(play.state, late))
    assert time_out(play, asked_user(play), NOON + 2 * DAY)
    play = load(game.pk)
    assert [(row.seat, row.text, row.source) for row in play.rows] == [(late, expected, "timeout")]
    assert expected.startswith("buy ")


def test_a_late_seat_passes_to_the_end_of_the_phase_and_its_miss_is_told(anna, boris, clara):
    game = begun(anna, boris, clara)
    play = play_on(game, until=first_phase_over)
    late = asked_user(play)
    assert time_out(play, late, NOON + 2 * DAY)
    play = load(game.pk)
    seat = play.seat_of(late)
    assert (seat.misses, seat.pass_mode) == (1, PassMode.TIMEOUT)
    assert (play.rows[-1].text, play.rows[-1].source) == ("pass", "timeout")
    assert Notification.objects.filter(kind="timed_out", user=late).count() == 1


def test_a_game_that_no_process_knows_is_replayed_without_its_steps(anna, boris):
    """After an outage there are thousands of them, and the position alone is a third of the work."""
    game = begun(anna, boris)
    play = play_on(game, until=first_phase_over)
    position_cache.clear()
    assert time_out(play, asked_user(play), NOON + 2 * DAY)
    assert position_cache.positions.get(position_cache.key_of(game)).start == len(play.moves)


def test_timing_out_twice_plays_once(anna, boris):
    game = begun(anna, boris)
    play = load(game.pk)
    late = asked_user(play)
    assert time_out(play, late, NOON + 2 * DAY)
    assert not time_out(play, late, NOON + 2 * DAY)
    assert load(game.pk).game.version == 1


def test_who_acts_again_has_missed_nothing(anna, boris):
    game = begun(anna, boris)
    play = load(game.pk)
    late = asked_user(play)
    time_out(play, late, NOON + 2 * DAY)
    play = play_on(game, now=NOON + 2 * DAY, until=lambda play: asked_user(play) == late)
    text = str(engine.legal_moves(play.state, play.seat_of(late).index)[0])
    submit_move(
        game_id=game.pk, user=late, text=text, version=play.game.version, source=Source.PAGE, now=NOON + 3 * DAY
    )
    seat = load(game.pk).seat_of(late)
    assert (seat.misses, seat.pass_mode) == (0, PassMode.NONE)


def miss_twice(game):
    """Let the first asked person miss two deadlines in a row; the other plays on. Returns him and when."""
    play = load(game.pk)
    late, now = asked_user(play), NOON
    for _ in range(2):
        play = play_on(game, now=now, until=lambda play: asked_user(play) == late)
        now = play.seat_of(late).due_at
        assert time_out(play, late, now)
    return late, now


def test_after_two_misses_in_a_row_a_bot_keeps_the_seat_and_its_owner_can_take_it_back(anna, boris):
    game = begun(anna, boris, pace="bank-fast")
    late, now = miss_twice(game)
    play = load(game.pk)
    assert play.seat_of(late) is None
    kept = play.can_take_back(late)
    assert (play.holder(kept.index).bot, kept.bot_due_at, kept.due_at) == ("plain", now, None)
    assert Notification.objects.filter(kind="kept", user=late).count() == 1
    assert [row.text for row in play.rows if row.kind == "seat"] == ["kept"]
    seats.take_back_seat(game_id=game.pk, user=late, source=Source.PAGE, now=now + HOUR)
    play = load(game.pk)
    seat = play.seat_of(late)
    assert (seat.index, seat.misses, seat.bot_due_at) == (kept.index, 0, None)
    assert seat.due_at == now + HOUR + 12 * HOUR, "one increment of its bank"
    assert [(t.bot, t.began, t.ended) for t in play.tenures[seat.index]] == [
        ("", "began", "kept"),
        ("plain", "kept", "returned"),
        ("", "returned", ""),
    ]


def test_a_page_from_before_the_bot_took_over_cannot_move_after_coming_back(anna, boris):
    game = begun(anna, boris)
    late, now = miss_twice(game)
    play = load(game.pk)
    old, index = play.game.version - 1, play.can_take_back(late).index
    seats.take_back_seat(game_id=game.pk, user=late, source=Source.PAGE, now=now)
    text = str(engine.legal_moves(play.state, index)[0])
    with pytest.raises(errors.StalePosition):
        submit_move(game_id=game.pk, user=late, text=text, version=old, source=Source.PAGE, now=now)


def test_a_table_may_never_hand_seats_to_bots(anna, boris):
    game = begun(anna, boris, misses=0)
    late, _now = miss_twice(game)
    assert load(game.pk).seat_of(late).misses == 2


def test_what_stands_overdue_by_more_than_a_minute_is_an_alarm(anna, boris, caplog):
    begun(anna, boris)
    due = Seat.objects.get(due_at__isnull=False).due_at
    Notification.objects.update(due_at=None)
    assert alarm(due + HOUR / 120) == {}
    assert alarm(due + HOUR / 30) == {"timeouts": 1}
    assert "timeouts" in caplog.text
