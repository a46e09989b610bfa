"""Processes that want to send the same mail at once, on a real PostgreSQL: the claim lets exactly one."""

import pytest
from django.db import connection

from games.bundling import bundle_due
from games.models import Delivery, DeliveryState
from stpete_site.supervisor.process import wait_until
from tests.games.mail_builders import quiet_start
from tests.games.play_builders import HOUR, NOON
from tests.people import person

pytestmark = pytest.mark.django_db(transaction=True)
AT = NOON + HOUR


@pytest.fixture
def delivery(site):
    assert connection.vendor == "postgresql", "races are run on PostgreSQL: STPETE_TEST_DATABASE=postgres"
    quiet_start(person("Anna"), person("Boris"))
    assert bundle_due(AT) == 1
    return Delivery.objects.get()


def race(site, delivery, count, *more):
    go = site.folder / "go"
    runners = [
        site.launch("sender", "tests.processes.senders", str(delivery.pk), AT.isoformat(), str(go), *more)
        for _ in range(count)
    ]
    assert wait_until(lambda: len(list(site.folder.glob("go.*.ready"))) == count, seconds=40), [
        runner.printed() for runner in runners
    ]
    go.touch()
    for runner in runners:
        runner.popen.wait(30)
    return sorted(runner.printed().strip().splitlines()[-1] for runner in runners)


def test_of_three_senders_at_once_one_sends(site, delivery, mailbox):
    assert race(site, delivery, 3) == ["NOT_MINE", "NOT_MINE", "SENT"]
    assert len(mailbox.messages) == 1
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == (DeliveryState.SENT, 1)


def test_without_the_claim_the_mail_would_go_out_twice(site, delivery, mailbox):
    """What the conditional update is for: left out, both senders see a mail that is due."""
    assert "SENT" in race(site, delivery, 2, "unclaimed")
    assert len(mailbox.messages) == 2
