"""The sweep works until nothing is due, deadlines first, and what fails keeps nobody waiting."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils.timezone import now

from accounts.models import User
from games import tasks
from games.models import Game, LogRow, Seat, Source
from games.play import automatic

from ..play_builders import begun

pytestmark = pytest.mark.django_db

LATE = timedelta(hours=1)


def games_whose_time_is_over(number: int, *players: User | str) -> list[Game]:
    return [begun(*players, now=now() - LATE - timedelta(days=2)) for _ in range(number)]


def sources() -> set[str]:
    return set(LogRow.objects.values_list("source", flat=True))


def test_all_that_is_due_is_done_by_one_sweep_however_much_it_is(
    anna: User, boris: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "BATCH", 2)
    games_whose_time_is_over(5, anna, boris)
    tasks.work_off()
    assert automatic.overdue_seats(now(), 10) == []
    assert LogRow.objects.filter(source=Source.TIMEOUT).values("game").distinct().count() == 5


def test_a_seat_that_cannot_be_answered_for_is_tried_once_and_keeps_nobody_waiting(
    anna: User, boris: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tasks, "BATCH", 1)
    broken, *others = games_whose_time_is_over(3, anna, boris)
    Seat.objects.filter(game=broken, waiting=True).update(due_at=now() - 9 * LATE, running_since=now() - 10 * LATE)
    Game.objects.filter(pk=broken.pk).update(options={"edition": 2, "players": 99})
    tasks.work_off()
    left = Seat.objects.filter(due_at__lte=now())
    assert {seat.game_id for seat in left} == {broken.pk}
    assert sum("failed for" in message for message in caplog.messages) == 1
    assert LogRow.objects.filter(game__in=others, source=Source.TIMEOUT).count() >= 2


def test_bots_answer_until_none_is_due_and_deadlines_come_before_them(anna: User, boris: User) -> None:
    (late,) = games_whose_time_is_over(1, anna, boris)
    for _ in range(3):
        begun(anna, "plain", now=now())
    asked = Seat.objects.filter(tenures__bot="plain")
    asked.update(bot_due_at=None)
    due = list(asked.filter(waiting=True).values_list("pk", flat=True))
    Seat.objects.filter(pk__in=due).update(bot_due_at=now() - LATE)
    tasks.think_due()
    rows = LogRow.objects.order_by("pk")
    assert rows[0].game_id == late.pk
    assert rows[0].source == Source.TIMEOUT
    assert automatic.due_bots(now(), 10) == []


def test_a_bot_is_claimed_once(anna: User) -> None:
    begun(anna, "plain", now=now())
    Seat.objects.filter(tenures__bot="plain").update(bot_due_at=now() - LATE)
    assert len(automatic.claim_next_bots(now())) == 1
    assert automatic.claim_next_bots(now()) == []
