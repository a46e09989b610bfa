"""Workers share what is due: a game that one of them has locked is passed over by the others, at once."""

from __future__ import annotations

from datetime import timedelta

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from django.utils.timezone import now

from accounts.models import User
from games.models import Game, Seat
from games.play import automatic
from tests.games.play_builders import begun

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def another_worker() -> psycopg.Connection:
    """A second connection to the database, in a transaction."""
    assert connection.vendor == "postgresql", "rows are locked on PostgreSQL: STPETE_TEST_DATABASE=postgres"
    told = settings.DATABASES["default"]
    with psycopg.connect(host=told["HOST"], user=told["USER"], dbname=connection.settings_dict["NAME"]) as other:
        yield other


def test_a_deadline_that_another_worker_has_is_left_to_it(
    anna: User, boris: User, another_worker: psycopg.Connection
) -> None:
    taken, free = (begun(anna, boris, now=now() - timedelta(days=3)) for _ in range(2))
    another_worker.execute("SET lock_timeout = 0")
    another_worker.execute("SELECT id FROM games_game WHERE id = %s FOR UPDATE", [taken.pk])
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '2s'")
    late = {seat.game_id: seat.pk for seat in Seat.objects.filter(due_at__lte=now())}
    assert not automatic.time_out(seat_id=late[taken.pk], now=now())
    assert automatic.time_out(seat_id=late[free.pk], now=now())
    another_worker.rollback()
    assert automatic.time_out(seat_id=late[taken.pk], now=now())
    assert Game.objects.filter(version__gt=0).count() == 2


def test_two_workers_get_different_bots(anna: User, another_worker: psycopg.Connection) -> None:
    for _ in range(2 + automatic.CLAIMED):
        begun(anna, "plain", now=now())
    due = Seat.objects.filter(tenures__bot="plain")
    due.update(bot_due_at=now() - timedelta(minutes=1))
    first = due.order_by("bot_due_at")[0]
    another_worker.execute("SELECT id FROM games_seat WHERE id = %s FOR UPDATE", [first.pk])
    claimed = [automatic.claim_next_bots(now()) for _ in range(3)]
    assert [len(some) for some in claimed] == [automatic.CLAIMED, 1, 0]
    free = {(seat.game_id, seat.index) for seat in due if seat != first}
    assert {one for some in claimed for one in some} == free
