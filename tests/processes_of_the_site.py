"""The site's own processes, as they run in production, on the database, broker and mail server of the test."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from stpete_site.supervisor.process import kill_session, start, stop, wait_until
from tests.mails import Mailbox

ROOT = Path(__file__).resolve().parent.parent
TEST_PYTHON = Path(sys.executable)


def free_port() -> int:
    """A loopback port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(url: str) -> bool:
    """Whether a web server answers there, with whatever status; a redirect is an answer."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=5)
    try:
        connection.request("GET", parts.path or "/")
        connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return False
    else:
        return True
    finally:
        connection.close()


@dataclass
class Process:
    """One running process of the site and what it printed."""

    name: str
    popen: subprocess.Popen[bytes]
    log: Path

    def stop(self) -> None:
        """Ask it to end and wait."""
        stop(self.popen, patience=15)

    def kill(self) -> None:
        """kill -9 of the process and all it started."""
        kill_session(self.popen)

    def freeze(self) -> None:
        """Stop it in the middle of whatever it does, so that a kill comes there."""
        os.killpg(self.popen.pid, signal.SIGSTOP)

    def printed(self) -> str:
        """What it printed so far."""
        return self.log.read_text(errors="replace")


@dataclass
class Site:
    """Starts web, worker and beat as processes; everything ends with the test."""

    environment: dict[str, str]
    folder: Path
    port: int
    running: list[Process] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def web(self) -> Process:
        """gunicorn as the supervisor runs it, answering on `url`."""
        process = self.launch("web", "gunicorn", "stpete_site.wsgi", *self._gunicorn())
        assert wait_until(lambda: answers(self.url), seconds=20), process.printed()
        return process

    def worker(self, *, concurrency: int = 2) -> Process:
        """A Celery worker that takes tasks."""
        process = self.launch(
            "worker", "celery", "-A", "stpete_site", "worker", "--concurrency", str(concurrency), "--loglevel", "INFO"
        )
        assert wait_until(lambda: " ready." in process.printed(), seconds=30), process.printed()
        return process

    def beat(self) -> Process:
        """Celery's beat, which publishes the sweeps."""
        return self.launch("beat", "celery", "-A", "stpete_site", "beat", "--scheduler", "celery.beat:Scheduler")

    def launch(self, name: str, program: str, *arguments: str, **more: str) -> Process:
        """Start a program of the environment (`python -m program`), with `more` set in its environment."""
        log = self.folder / f"{name}-{len(self.running)}.log"
        with log.open("wb") as output:
            popen = start(
                [TEST_PYTHON, "-m", program, *arguments],
                environment=self.environment | more,
                folder=ROOT,
                output=output,
            )
        process = Process(name, popen, log)
        self.running.append(process)
        return process

    def stop(self) -> None:
        """Stop all, the newest first."""
        for process in reversed(self.running):
            with_group_awake = process.popen.poll() is None
            if with_group_awake:
                os.killpg(process.popen.pid, signal.SIGCONT)
            process.stop()

    def _gunicorn(self) -> tuple[str, ...]:
        return (
            *("--worker-class", "gthread", "--workers", "1", "--threads", "8"),
            *("--bind", f"127.0.0.1:{self.port}", "--no-control-socket", "--graceful-timeout", "2"),
        )


def _environment(port: int, mail_port: int) -> dict[str, str]:
    from django.db import connection

    parts = connection.settings_dict
    database = (
        f"sqlite:///{parts['NAME']}"
        if connection.vendor == "sqlite"
        else f"postgres://{parts['USER']}@/{parts['NAME']}?host={parts['HOST']}"
    )
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "stpete_site.settings_test",
        "STPETE_TEST_CHILD": "yes",
        "DATABASE_URL": database,
        "EMAIL_URL": f"smtp://127.0.0.1:{mail_port}",
        "SITE_URL": f"http://127.0.0.1:{port}",
        "PYTHONUNBUFFERED": "1",
    }


@pytest.fixture
def site(transactional_db: None, mailbox: Mailbox, tmp_path: Path) -> Iterator[Site]:
    """The site as processes, none started yet: call `site.web()`, `site.worker()`, `site.beat()`.

    Rows the test writes are committed, so the processes see them; they stop before the tables are emptied.
    """
    import redis
    from django.conf import settings

    port = free_port()
    with redis.Redis.from_url(settings.REDIS_URL) as broker:
        broker.flushdb()
    site = Site(_environment(port, mailbox.port), tmp_path, port)
    yield site
    site.stop()
