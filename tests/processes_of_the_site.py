"""The site's own processes, as they run in production, on the database, broker and mail server of the test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from stpete_site.celery import HEAVY
from stpete_site.supervisor.plan import listens
from stpete_site.supervisor.process import PROGRAMS, wait_until
from tests.loaded_programs import LoadedSites
from tests.mails import Mailbox
from tests.web_server import Process, WebServer, free_port, launch


@dataclass
class Site:
    """Web, worker and beat as processes. What a test starts ends with it; the web server stays, and forgets."""

    environment: dict[str, str]
    folder: Path
    server: WebServer
    loaded: LoadedSites
    running: list[Process] = field(default_factory=list)

    @property
    def port(self) -> int:
        return self.server.port

    @property
    def url(self) -> str:
        return self.server.url

    def web(self) -> Process:
        """gunicorn with threads as the supervisor runs it, answering on `url` in a process that nothing was asked before."""
        return self.server.serve(self.environment)

    def worker(self, *, concurrency: int = 2) -> Process:
        """A Celery worker that takes tasks, but none that take half a minute: those have a crew of their own, and with one process
        the mail about the end of a game would wait for its review."""
        crew = ("--concurrency", str(concurrency), "--exclude-queues", HEAVY)
        process = self.launch("worker", "celery", "-A", "stpete_site", "worker", *crew, "--loglevel", "INFO")
        assert wait_until(lambda: " ready." in process.printed(), seconds=200), process.printed()
        return process

    def beat(self) -> Process:
        """Celery's beat, which publishes the sweeps."""
        return self.launch("beat", "celery", "-A", "stpete_site", "beat", "--scheduler", "celery.beat:Scheduler")

    def streams(self, *, check: float = 30.0) -> Process:
        """What tells open pages when to look again, at `streams_port`, which the web processes know of then."""
        at = ("--port", str(self.streams_port), "--site", f"127.0.0.1:{self.port}", "--check", str(check))
        process = self.launch("streams", "streams", *at)
        assert wait_until(lambda: listens("127.0.0.1", self.streams_port), seconds=200), process.printed()
        return process

    @property
    def streams_port(self) -> int:
        """Chosen at the first call; before `web`, or its pages do not listen."""
        return int(self.environment.setdefault("STREAMS_PORT", str(self.server.streams_port)))

    def launch(self, name: str, program: str, *arguments: str, **more: str) -> Process:
        """Start a program of the environment (`python -m program`), with `more` set in its environment."""
        log = self.folder / f"{name}-{len(self.running)}.log"
        if program in PROGRAMS and not more:
            process = self.loaded.launch(log, program, *arguments, environment=self.environment)
        else:
            process = launch(log, program, *arguments, environment=self.environment | more)
        self.running.append(process)
        return process

    def stop(self) -> None:
        """Kill what the test started, the newest first, and let the web server forget what it was asked."""
        for process in reversed(self.running):
            process.kill()
        self.loaded.forget()
        self.server.forget()


def site_environment(port: int, mail_port: int) -> dict[str, str]:
    from django.db import connection

    parts = connection.settings_dict
    database = (
        f"sqlite:///{parts['NAME']}"
        if connection.vendor == "sqlite"
        else f"postgres://{parts['USER']}@/{parts['NAME']}?host={parts['HOST']}"
    )
    inherited = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    return {
        **inherited,
        "DJANGO_SETTINGS_MODULE": "stpete_site.settings_test",
        "STPETE_TEST_CHILD": "yes",
        "DATABASE_URL": database,
        "EMAIL_URL": f"smtp://127.0.0.1:{mail_port}",
        "SITE_URL": f"http://127.0.0.1:{port}",
        "SWEEP_SECONDS": "1",  # nobody waits for what is due
        "START_GUARD": "3",  # for all, because a web server with another environment is another web server
        "PYTHONUNBUFFERED": "1",
    }


@pytest.fixture(scope="session")
def web_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    server = WebServer(tmp_path_factory.mktemp("web"), free_port())
    yield server
    server.stop()


@pytest.fixture(scope="session")
def loaded_sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoadedSites]:
    loaded = LoadedSites(tmp_path_factory.mktemp("loaded"))
    yield loaded
    loaded.stop()


@pytest.fixture
def site(
    transactional_db: None, mailbox: Mailbox, web_server: WebServer, loaded_sites: LoadedSites, tmp_path: Path
) -> Iterator[Site]:
    """The site as processes: call `site.web()`, `site.worker()`, `site.beat()`.

    Rows the test writes are committed, so the processes see them; they stop before the tables are emptied.
    """
    import redis
    from django.conf import settings

    with redis.Redis.from_url(settings.REDIS_URL) as broker:
        broker.flushdb()
    site = Site(site_environment(web_server.port, mailbox.port), tmp_path, web_server, loaded_sites)
    yield site
    site.stop()
