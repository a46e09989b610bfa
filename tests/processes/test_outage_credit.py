"""Workers that find an outage at the same moment credit each clock once."""

from datetime import timedelta
from threading import Thread

import pytest
from django.db import connection

from games.models import Heartbeat, LogRow, Outage, Seat
from games.play import outages
from tests.games.play_builders import HOUR, NOON, begun

pytestmark = pytest.mark.django_db(transaction=True)


def test_workers_that_credit_at_once_credit_once(anna, boris):
    assert connection.vendor == "postgresql", "rows are locked on PostgreSQL: STPETE_TEST_DATABASE=postgres"
    Heartbeat.objects.create(pk=1, at=NOON)
    for _ in range(6):
        begun(anna, boris, now=NOON - HOUR)
    due = Seat.objects.exclude(due_at=None).first().due_at

    def work():
        outages.may_enforce(NOON + 3 * HOUR, float("inf"))
        connection.close()

    workers = [Thread(target=work) for _ in range(4)]
    for one in workers:
        one.start()
    for one in workers:
        one.join()
    assert Outage.objects.count() == 1
    assert set(Seat.objects.exclude(due_at=None).values_list("due_at", flat=True)) == {due + timedelta(hours=3)}
    assert LogRow.objects.count() == 6
