"""A paused game: nobody loses time, nobody moves, nothing falls due; and more time for one seat."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.models import User
from games.due import counts
from games.models import Game, PassMode, Seat, Source
from games.play import automatic
from games.play import seats as standstill
from games.play.errors import GamePaused, NoClock, NotRunning, NotSeated
from games.play.glances import find_glance_faults
from games.play.interventions import extra_time, pause_game, resume_game
from games.play.moves import order_pass, submit_move
from games.play.positions import load
from games.play.seats import resign, take_back_seat
from games.selectors.chain import chain_of
from games.selectors.queries import my_games
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Notification
from tests.people import signed_in, token_of

from ..play_builders import DAY, HOUR, NOON, asked_user, begun, first_phase_over, play_on
from ..table_builders import agreed_over
from .organising import asked_seat, reading, told

pytestmark = pytest.mark.django_db

LATER = NOON + 30 * DAY


def legal(game: Game) -> str:
    play = load(game.pk)
    return play.view(asked_seat(game).index).moves[0]


@pytest.mark.parametrize(("pace", "left"), [("2d", 2 * DAY - 5 * HOUR), ("bank-fast", 3 * DAY - 5 * HOUR)])
def test_everybody_has_the_time_that_was_left(pace: str, left: timedelta, anna: User, boris: User) -> None:
    game = begun(anna, boris, pace=pace)
    pause_game(game_id=game.pk, now=NOON + 5 * HOUR)
    assert not any(seat.waiting or seat.due_at or seat.running_since for seat in load(game.pk).seats)
    assert Game.objects.get(pk=game.pk).paused_at == NOON + 5 * HOUR
    resume_game(game_id=game.pk, now=LATER)
    seat = asked_seat(game)
    assert (seat.running_since, seat.due_at) == (LATER, LATER + left)
    assert seat.remaining == (left if pace.startswith("bank") else None)


def test_after_a_pause_an_answer_costs_what_it_took(anna: User, boris: User) -> None:
    game = begun(anna, boris, pace="bank-fast")  # 3 days, plus 12 hours a move
    pause_game(game_id=game.pk, now=NOON + 5 * HOUR)
    resume_game(game_id=game.pk, now=LATER)
    play, index = load(game.pk), asked_seat(game).index
    submit_move(
        game_id=game.pk,
        user=asked_user(play),
        text=legal(game),
        version=play.game.version,
        source=Source.PAGE,
        now=LATER + 2 * HOUR,
    )
    assert load(game.pk).seats[index].remaining == 3 * DAY - 7 * HOUR + 12 * HOUR


def test_twice_is_as_once(anna: User, boris: User) -> None:
    game = begun(anna, boris)
    resume_game(game_id=game.pk, now=NOON)
    pause_game(game_id=game.pk, now=NOON + HOUR)
    pause_game(game_id=game.pk, now=NOON + 9 * HOUR)
    resume_game(game_id=game.pk, now=LATER)
    resume_game(game_id=game.pk, now=LATER + DAY)
    assert asked_seat(game).due_at == LATER + 2 * DAY - HOUR


def test_nobody_moves_meanwhile(anna: User, boris: User) -> None:
    game = begun(anna, boris)
    play, text = load(game.pk), legal(game)
    user = asked_user(play)
    pause_game(game_id=game.pk, now=NOON)
    with pytest.raises(GamePaused) as refused:
        submit_move(game_id=game.pk, user=user, text=text, version=0, source=Source.PAGE, now=NOON)
    assert refused.value.code == "paused"
    with pytest.raises(GamePaused):
        order_pass(game_id=game.pk, user=user, mode=PassMode.PHASE, version=0, source=Source.PAGE, now=NOON)
    assert not load(game.pk).rows
    resume_game(game_id=game.pk, now=LATER)
    assert submit_move(game_id=game.pk, user=user, text=text, version=0, source=Source.PAGE, now=LATER)


def test_nothing_falls_due_and_no_alarm_sounds(anna: User, boris: User) -> None:
    game = begun(anna, boris)
    late = asked_seat(game)
    pause_game(game_id=game.pk, now=NOON)
    assert automatic.overdue_seats(LATER, 10) == []
    assert not automatic.time_out(seat_id=late.pk, now=LATER)
    assert not any(counts(LATER)[kind] for kind in ("timeouts", "bots", "standstills"))
    resume_game(game_id=game.pk, now=LATER)
    assert automatic.overdue_seats(LATER, 10) == []


def test_bots_stand_still_and_go_on(anna: User) -> None:
    game = begun(anna, "plain", secret=b"4" * 32)
    play_on(game, until=lambda play: play.holder(_asked(play)).is_bot)
    bot = asked_seat(game)
    pause_game(game_id=game.pk, now=NOON)
    assert automatic.due_bots(LATER, 10) == []
    Seat.objects.filter(pk=bot.pk).update(bot_due_at=NOON)  # a worker that had it in hand
    assert not automatic.answer_for_bot(seat_id=bot.pk, now=LATER)
    resume_game(game_id=game.pk, now=LATER)
    assert automatic.due_bots(LATER, 10) == [bot.pk]
    assert automatic.answer_for_bot(seat_id=bot.pk, now=LATER)


def _asked(play: object) -> int:
    return next(seat.index for seat in play.seats if seat.waiting)  # type: ignore[attr-defined]


def test_who_resigns_and_who_comes_back_starts_no_clock(anna: User, boris: User, clara: User) -> None:
    game = begun(anna, boris, clara, misses=1)
    kept = asked_seat(game)
    automatic.time_out(seat_id=kept.pk, now=NOON + 2 * DAY)
    owner = load(game.pk).owner(kept.index)
    other = next(user for user in (anna, boris, clara) if user != owner)
    pause_game(game_id=game.pk, now=NOON + 2 * DAY)
    assert owner is not None
    take_back_seat(game_id=game.pk, user=owner, source=Source.PAGE, now=NOON + 3 * DAY)
    resign(game_id=game.pk, user=other, source=Source.PAGE, now=NOON + 3 * DAY)
    seats = load(game.pk).seats
    assert not any(seat.waiting or seat.due_at or seat.bot_due_at for seat in seats)
    resume_game(game_id=game.pk, now=LATER)
    assert any(seat.due_at or seat.bot_due_at for seat in load(game.pk).seats)


def test_a_game_that_stands_still_ends_later_by_the_pause(anna: User, boris: User) -> None:
    game = begun(anna, boris, misses=1)
    while not load(game.pk).game.stands_still:
        seat = asked_seat(game)
        if seat.due_at:
            automatic.time_out(seat_id=seat.pk, now=NOON + 2 * DAY if seat.due_at <= NOON + 2 * DAY else seat.due_at)
        else:
            automatic.answer_for_bot(seat_id=seat.pk, now=NOON + 4 * DAY)
    ends = load(game.pk).game.breaks_off_at
    assert ends is not None
    pause_game(game_id=game.pk, now=ends - DAY)
    assert standstill.deserted_games(ends, 10) == []
    assert not standstill.end_deserted(game_id=game.pk, now=ends)
    resume_game(game_id=game.pk, now=ends + 6 * DAY)
    play = load(game.pk)
    assert play.game.breaks_off_at == ends + 7 * DAY
    assert not any(seat.bot_due_at for seat in play.seats), "bots still do nothing"


def test_no_reminder_goes_out_and_the_question_is_told_again_afterwards(
    anna: User, boris: User, mailbox: object
) -> None:
    game = begun(anna, boris)
    pause_game(game_id=game.pk, now=NOON)
    bundle_due(LATER)
    deliver_due(LATER)
    tournaments = [mail["X-StPete-Event"] for mail in mailbox.messages]  # type: ignore[attr-defined]
    assert set(tournaments) <= {"started"}
    resume_game(game_id=game.pk, now=LATER)
    waiting = Notification.objects.filter(subject=f"game:{game.pk}", due_at__isnull=False)
    assert sorted(waiting.values_list("kind", flat=True)) == ["reminder", "your_turn"]
    bundle_due(LATER + HOUR)
    deliver_due(LATER + HOUR)
    assert "your_turn" in [mail["X-StPete-Event"] for mail in mailbox.messages]  # type: ignore[attr-defined]


def test_pages_lists_and_programs_say_so(anna: User, boris: User) -> None:
    game = begun(anna, boris)
    user = asked_user(load(game.pk))
    client = signed_in(user)
    tag = client.get(reverse("games:pulse", args=[game.pk]))["ETag"]
    pause_game(game_id=game.pk, now=NOON)
    again = client.get(reverse("games:pulse", args=[game.pk]), headers={"If-None-Match": tag})
    assert again.status_code == 200, "open pages show it"
    text = client.get(game.get_absolute_url()).content.decode()
    assert "This game is paused." in text
    assert "The game is paused" in text
    assert 'name="text" value=' not in text, "there is nothing to press"
    assert "Paused" in client.get("/games/").content.decode()
    assert "Die Partie ruht" in reading(user, "de").get(game.get_absolute_url()).content.decode()
    assert chain_of(user.pk).next is None
    assert [one.game.paused_at for one in my_games(user, now=NOON).running] == [NOON]
    header = {"Authorization": f"Token {token_of(user)}"}
    state = client.get(reverse("api:game", args=[game.pk]), headers=header).json()
    assert state["paused_at"].startswith("2026-11-20T12:00")
    assert not any(seat["waiting"] or seat["due_at"] for seat in state["seats"])
    body = {"text": "pass", "version": 0}
    move = client.post(reverse("api:moves", args=[game.pk]), body, content_type="application/json", headers=header)
    assert (move.status_code, move.json()["code"]) == (409, "paused")
    assert list(find_glance_faults()) == []


def test_a_game_that_ends_in_its_pause_is_no_longer_paused(anna: User, boris: User) -> None:
    game = begun(anna, boris)
    pause_game(game_id=game.pk, now=NOON)
    assert agreed_over(game).paused_at is None
    for act in (pause_game, resume_game):
        with pytest.raises(NotRunning):
            act(game_id=game.pk, now=NOON)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=game.pk).update(paused_at=NOON)


# --- more time


@pytest.mark.parametrize("pace", ["2d", "bank-fast"])
@pytest.mark.parametrize("paused", [False, True])
def test_extra_time_moves_the_deadline_and_its_reminder(pace: str, paused: bool, anna: User, boris: User) -> None:
    game = begun(anna, boris, pace=pace)
    seat = asked_seat(game)
    before = seat.due_at
    assert before is not None
    if paused:
        pause_game(game_id=game.pk, now=NOON)
    extra_time(game_id=game.pk, seat=seat.index, by=DAY, now=NOON)
    if paused:
        resume_game(game_id=game.pk, now=NOON)
    assert asked_seat(game).due_at == before + DAY
    due = Notification.objects.filter(subject=f"game:{game.pk}", kind="reminder").order_by("due_at").last()
    assert due is not None
    assert (before + DAY).strftime("%Y-%m-%dT%H") in due.key


def test_a_bank_grows_also_while_it_stands(anna: User, boris: User) -> None:
    game = begun(anna, boris, pace="bank-fast")
    other = 1 - asked_seat(game).index
    extra_time(game_id=game.pk, seat=other, by=DAY, now=NOON)
    assert load(game.pk).seats[other].remaining == 4 * DAY


def test_there_has_to_be_a_clock(anna: User, boris: User) -> None:
    game = begun(anna, boris)
    with pytest.raises(NoClock):
        extra_time(game_id=game.pk, seat=1 - asked_seat(game).index, by=DAY, now=NOON)
    with pytest.raises(NotSeated):
        extra_time(game_id=game.pk, seat=7, by=DAY, now=NOON)
    with pytest.raises(ValueError, match="No time"):
        extra_time(game_id=game.pk, seat=0, by=timedelta(), now=NOON)
    alone = begun(anna)
    with pytest.raises(NoClock):
        extra_time(game_id=alone.pk, seat=0, by=DAY, now=NOON)


def test_a_pause_later_in_the_game_changes_nothing_of_it(anna: User, boris: User) -> None:
    game = begun(anna, boris, secret=b"4" * 32)
    play = play_on(game, until=first_phase_over)
    state = play.state
    pause_game(game_id=game.pk, now=NOON)
    resume_game(game_id=game.pk, now=LATER)
    assert load(game.pk).state == state
    assert [row.text for row in load(game.pk).rows] == [row.text for row in play.rows]
    assert told(game, "your_turn")
