"""Processes that want to send the same mail at once, on a real PostgreSQL: the claim lets exactly one."""

from threading import Thread

import pytest
from django.db import connection, transaction

from notifications.bundling import bundle_due
from notifications.models import Delivery, DeliveryState
from tests.games.mail_builders import quiet_start
from tests.games.play_builders import HOUR, NOON
from tests.people import person
from tests.processes import contests

pytestmark = pytest.mark.django_db(transaction=True)
AT = NOON + HOUR


@pytest.fixture
def delivery(transactional_db):
    quiet_start(person("Anna"), person("Boris"))
    assert bundle_due(AT) == 1
    return Delivery.objects.get()


def test_of_two_sweeps_at_once_one_makes_the_mail():
    """The second meets the notifications of the first in its open transaction, leaves them alone, and finds nothing later."""
    assert connection.vendor == "postgresql", "races are run on PostgreSQL: STPETE_TEST_DATABASE=postgres"
    quiet_start(person("Anna"), person("Boris"))
    made = []

    def second_sweep():
        made.append(bundle_due(AT))
        connection.close()

    with transaction.atomic():
        assert bundle_due(AT) == 1
        other = Thread(target=second_sweep)
        other.start()
        other.join(10)
        assert not other.is_alive(), "the second sweep waits for the first"
    assert made == [0]
    assert bundle_due(AT) == 0
    assert Delivery.objects.count() == 1


@pytest.fixture
def race(delivery, forks, mailbox, tmp_path):
    """Lets so many senders loose at once; their outcomes, sorted."""

    def run(count, *more):
        return sorted(contests.race(forks, tmp_path, "senders", *[(str(delivery.pk), AT.isoformat(), *more)] * count))

    return run


def test_of_three_senders_at_once_one_sends(race, delivery, mailbox):
    assert race(3) == ["NOT_MINE", "NOT_MINE", "SENT"]
    assert len(mailbox.messages) == 1
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == (DeliveryState.SENT, 1)


def test_without_the_claim_the_mail_would_go_out_twice(race, mailbox):
    """What the conditional update is for: left out, both senders see a mail that is due."""
    assert "SENT" in race(2, "unclaimed")
    assert len(mailbox.messages) == 2
