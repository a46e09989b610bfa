"""What several tests of processes share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.mails import Mailbox
from tests.processes.forking import Forks
from tests.processes_of_the_site import site_environment
from tests.web_server import free_port


@pytest.fixture(scope="session")
def forks(django_db_setup: None, _mail_server: Mailbox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forks]:
    """What begins processes that do one thing: raced, or killed. Takes mails for play.example."""
    environment = site_environment(free_port(), _mail_server.port) | {"INBOUND_DOMAIN": "play.example"}
    made = Forks(tmp_path_factory.mktemp("forks"), environment)
    yield made
    made.stop()
