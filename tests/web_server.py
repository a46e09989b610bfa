"""One process of the site, and the one web server that all tests of this test process share."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import psutil

from stpete_site.supervisor.process import Child, kill_session, start, stop, wait_until

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
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=200)
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

    popen: subprocess.Popen[bytes] | Child
    log: Path
    since: int = 0
    """How long the log was when this test came."""

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
        """What it printed so far, in this test."""
        return self.log.read_bytes()[self.since :].decode(errors="replace")


def launch(log: Path, program: str, *arguments: str, environment: dict[str, str]) -> Process:
    """Start a program of the environment (`python -m program`)."""
    with log.open("wb") as output:
        popen = start([TEST_PYTHON, "-m", program, *arguments], environment=environment, folder=ROOT, output=output)
    return Process(popen, log)


@dataclass
class WebServer:
    """The one web server of this test process, at one address. The first test that wants it starts it; its master has loaded
    the site (tests/loaded_site.py) and forks a process for each test, so that no test meets what another left in memory.
    """

    folder: Path
    port: int
    master: Process | None = None
    told: int = 0
    environment: dict[str, str] = field(default_factory=dict)
    streams_port: int = field(default_factory=free_port)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def serve(self, environment: dict[str, str]) -> Process:
        """Run with this environment: the server that runs already, unless it has another one or was killed."""
        if self.master is None or self.master.popen.poll() is not None or self.environment != environment:
            self.stop()
            self.environment = dict(environment)
            self.master = launch(
                self.folder / "web.log",
                *("gunicorn", "tests.loaded_site", "--preload", "--bind", f"127.0.0.1:{self.port}"),
                *("--worker-class", "gthread", "--workers", "1", "--threads", "8"),
                *("--no-control-socket", "--graceful-timeout", "2"),
                environment=environment,
            )
        assert wait_until(lambda: answers(self.url), seconds=200), self.master.printed()
        return Process(self.master.popen, self.master.log, self.told)

    def forget(self) -> None:
        """End the process that answers, also in the middle of an answer; the master forks the next."""
        if self.master is None or self.master.popen.poll() is not None:
            return
        os.killpg(self.master.popen.pid, signal.SIGCONT)
        for worker in psutil.Process(self.master.popen.pid).children():
            worker.kill()
            worker.wait(5)
        self.told = self.master.log.stat().st_size

    def stop(self) -> None:
        """End it."""
        if self.master is not None:
            self.master.stop()
            self.master = None
            self.told = 0
