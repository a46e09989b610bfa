"""The site as on several machines: two web servers, a worker of each crew, a beat and a second one; PostgreSQL and Redis elsewhere.

Each is a process with the environment that docs/deploy.md gives it, and nothing supervises them. A proxy is played by who asks:
he goes to the web servers that `serving` names.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from stpete_site.celery import CREWS
from stpete_site.supervisor import plan
from stpete_site.supervisor.process import ask_to_end, start, stop, wait_until
from tests.processes.kills import Player
from tests.web_server import ROOT, answers, free_port

PATIENCE = 200.0
"""Seconds that a machine has to begin, or to end by itself: a worker finishes the task in hand."""
DRAIN = 0.5
"""Seconds between the proxy's leaving a web server and its end."""


@dataclass
class Machine:
    """One process of the site. `url` is where it answers, if it is a web server."""

    name: str
    command: list[str | Path]
    log: Path
    environment: Mapping[str, str]
    url: str = ""
    since: int = 0
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.since = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as output:
            self.process = start(self.command, environment=self.environment, folder=ROOT, output=output)

    def wait(self) -> None:
        """Until it takes requests, or tasks."""
        came = True
        if self.url:
            came = wait_until(lambda: answers(f"{self.url}/health/"), seconds=PATIENCE)
        elif self.name.startswith("worker"):
            came = wait_until(lambda: " ready." in self.printed(self.since), seconds=PATIENCE)
        assert came, self.printed(self.since)

    def end(self) -> None:
        """Ask it to end; it must not have to be killed."""
        if self.process is not None:
            status = stop(self.process, patience=PATIENCE)
            assert status != -9, f"{self.name} had to be killed: {self.printed(self.since)[-2000:]}"

    def printed(self, since: int = 0) -> str:
        return self.log.read_bytes()[since:].decode(errors="replace") if self.log.exists() else ""

    def memory(self) -> int:
        """Bytes that are its own, and its children's."""
        found = 0
        with suppress(psutil.Error):
            family = psutil.Process(self.process.pid if self.process else 0)
            for one in (family, *family.children(recursive=True)):
                found += one.memory_full_info().uss
        return found


@dataclass
class Machines:
    """All of them."""

    folder: Path
    environment: Mapping[str, str]
    all: dict[str, Machine] = field(default_factory=dict)
    serving: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for name in ("web-a", "web-b"):
            port = free_port()
            place = plan.Installation(ROOT, self.folder, "127.0.0.1", port, 0, web_processes=1)
            self._add(name, plan.web(place), f"http://127.0.0.1:{port}")
        for crew in CREWS:
            self._add(crew.name, plan.worker(crew))
        for name in ("beat-a", "beat-b"):
            self._add(name, plan.beat())

    def _add(self, name: str, program: plan.Program, url: str = "") -> None:
        self.all[name] = Machine(name, program.command, self.folder / f"{name}.log", self.environment, url)

    def prepare(self) -> None:
        """What one of them does before all begin (`manage.py prepare`)."""
        command = [sys.executable, "manage.py", "prepare", "--no-demo"]
        subprocess.run(command, cwd=ROOT, env=dict(self.environment), check=True, stdout=subprocess.DEVNULL)

    def start(self) -> None:
        """Start all together."""
        for machine in self.all.values():
            machine.start()
        for machine in self.all.values():
            machine.wait()
        self.serving = [machine.url for machine in self.all.values() if machine.url]

    def roll(self, name: str) -> None:
        """End one and start it again, as docs/deploy.md says: a web server leaves the proxy first and comes back last."""
        machine = self.all[name]
        if machine.url:
            self.serving.remove(machine.url)
            time.sleep(DRAIN)
        machine.end()
        machine.start()
        machine.wait()
        if machine.url:
            self.serving.append(machine.url)

    def end(self) -> None:
        """Stop all."""
        for machine in self.all.values():
            if machine.process is not None:
                ask_to_end(machine.process)
        for machine in self.all.values():
            machine.end()

    def errors(self) -> list[str]:
        """Tracebacks that any of them has printed."""
        mark = "Traceback (most recent call last):"
        return [f"{one.name}:{said[-3000:]}" for one in self.all.values() for said in one.printed().split(mark)[1:]]


@dataclass
class Proxied(Player):
    """A player whose requests go to any web server that serves."""

    serving: list[str] = field(default_factory=list)

    __hash__ = Player.__hash__

    def _ask(self, path: str, body: dict[str, object] | None = None) -> dict[str, Any]:
        self.url = random.choice(self.serving)
        return super()._ask(path, body)
