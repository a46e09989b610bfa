"""kill -9 of worker and beat before the claim, after it, and after the server's 250: at least one mail, and a second one
only in the last case, with the same Message-ID.

Nothing of ours is replaced: the processes are stopped by the mail server in the moment that is meant, then killed. The
end of a lease is reached by setting the row's due time, as five minutes would.
"""

import socket
from datetime import timedelta

import pytest
import redis
from django.conf import settings
from django.utils.timezone import now

from notifications.models import Delivery, DeliveryState, Notification
from stpete_site.supervisor.process import wait_until
from tests.games.mail_builders import quiet_start
from tests.people import person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def due(site):
    """One question whose notification is due now. The deadline is far away, so the sweep has nothing else to do."""
    quiet_start(person("Anna"), person("Boris"), pace="14d", now=now())
    Notification.objects.filter(kind="your_turn").update(due_at=now())


def sweeping(site):
    """A worker and beat, whose sweeps bundle and send."""
    return [site.worker(concurrency=1), site.beat()]


def kill(processes):
    for process in processes:
        process.kill()


def only_delivery():
    return Delivery.objects.get()


def let_the_lease_end():
    Delivery.objects.update(due_at=now())


def test_killed_before_the_claim_the_mail_is_sent_once_by_the_next(site, due, mailbox):
    with redis.Redis.from_url(settings.REDIS_URL) as broker:
        broker.flushdb()  # what the beginning of the game kicked off would be done before the worker is frozen
        worker = site.worker(concurrency=1)
        worker.freeze()
        beat = site.beat()
        assert wait_until(lambda: broker.llen(settings.CELERY_TASK_DEFAULT_QUEUE), seconds=200), "no sweep is queued"
    kill([worker, beat])
    assert not Delivery.objects.filter(attempts__gt=0).exists()
    assert mailbox.messages == []
    sweeping(site)
    mailbox.wait_for(1, seconds=200)
    assert wait_until(lambda: only_delivery().state == DeliveryState.SENT, seconds=200)
    nothing_more_comes(mailbox, 1)


def test_killed_after_the_claim_the_mail_is_sent_once_when_the_lease_is_over(site, due, mailbox):
    """A mail server that accepts the connection and never says a word holds the sender between claim and mail."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        site.environment["EMAIL_URL"] = f"smtp://127.0.0.1:{port}"
        processes = sweeping(site)
        assert wait_until(lambda: Delivery.objects.filter(attempts=1).exists(), seconds=200), processes[0].printed()
        kill(processes)
    claimed = only_delivery()
    assert claimed.state == DeliveryState.PENDING
    assert claimed.due_at > now() + timedelta(minutes=3), "still leased: nobody else tries yet"
    site.environment["EMAIL_URL"] = f"smtp://127.0.0.1:{mailbox.port}"
    sweeping(site)
    nothing_more_comes(mailbox, 0)
    let_the_lease_end()
    (mail,) = mailbox.wait_for(1, seconds=200)
    assert wait_until(lambda: only_delivery().state == DeliveryState.SENT, seconds=200)
    assert only_delivery().attempts == 2
    assert mail["Message-ID"].startswith(f"<{claimed.token}@")
    nothing_more_comes(mailbox, 1)


def test_killed_after_the_servers_250_the_mail_is_sent_a_second_time_with_the_same_message_id(site, due, mailbox):
    """The server stops the worker when it has the whole mail, then says 250 to nobody."""
    processes = []
    mailbox.after_acceptance = lambda _mail: processes[0].freeze()
    processes += sweeping(site)
    mailbox.wait_for(1, seconds=200)
    mailbox.after_acceptance = None
    kill(processes)
    assert only_delivery().state == DeliveryState.PENDING, "taken by the server, never marked"
    sweeping(site)
    nothing_more_comes(mailbox, 1)
    let_the_lease_end()
    first, second = mailbox.wait_for(2, seconds=200)
    assert first["Message-ID"] == second["Message-ID"]
    assert first["X-StPete-Event"] == second["X-StPete-Event"] == "your_turn"
    assert wait_until(lambda: only_delivery().state == DeliveryState.SENT, seconds=200)
    nothing_more_comes(mailbox, 2)


def nothing_more_comes(mailbox, count, seconds=2.5):
    """For two sweeps and more no further mail arrives."""
    assert not wait_until(lambda: len(mailbox.messages) > count, seconds=seconds)
    assert len(mailbox.messages) == count
