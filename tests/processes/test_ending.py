"""Nothing outlives the supervisor, whatever it was in the middle of."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from django.utils.timezone import now

from notifications.models import Delivery, Notification
from stpete_site.supervisor.process import wait_until
from tests.games.mail_builders import quiet_start
from tests.people import person
from tests.processes.running import Run, prepared
from tests.processes_of_the_site import Site
from tests.web_server import free_port

pytestmark = pytest.mark.django_db(transaction=True)
SECONDS = 20.0
"""gunicorn's grace is five; a busy machine takes as long again."""


@pytest.fixture
def busy(site: Site, tmp_path: Path) -> Iterator[Run]:
    """A run on the database and broker of the test, whose mail worker waits for a server that never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        run = Run(prepared(tmp_path / "home"), free_port())
        run.environment |= {name: site.environment[name] for name in ("DATABASE_URL", "REDIS_URL")}
        run.environment["EMAIL_URL"] = f"smtp://127.0.0.1:{silent.getsockname()[1]}"
        quiet_start(person("Anna"), person("Boris"), pace="14d", now=now())
        Notification.objects.filter(kind="your_turn").update(due_at=now())
        try:
            run.start("--no-demo")
            assert wait_until(lambda: Delivery.objects.filter(attempts=1).exists(), seconds=200)
            yield run.count()
        finally:
            run.end()


def test_the_children_of_a_killed_part_end_with_it_the_part_comes_back_and_all_end_with_a_killed_supervisor(
    busy: Run,
) -> None:
    """gunicorn and Celery's workers fork; each child asks the kernel for itself. The worker is always in the middle of a mail."""
    for name in ("worker-mail@", "gunicorn"):
        part = busy.count().one(name)
        children = part.children(recursive=True)
        assert children
        os.kill(busy.supervisor.pid, signal.SIGSTOP)  # so that it is not the supervisor that ends them
        part.kill()
        assert not psutil.wait_procs(children, timeout=60)[1], f"children of {name} live on"
        os.kill(busy.supervisor.pid, signal.SIGCONT)
    Delivery.objects.update(due_at=now())  # the lease of the killed one is over
    assert wait_until(lambda: Delivery.objects.filter(attempts=2).exists(), seconds=200), busy.said()
    busy.count().supervisor.kill()
    busy.supervisor.wait()
    assert wait_until(lambda: busy.left() == [], seconds=SECONDS), busy.left()
