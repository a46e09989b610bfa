"""Programs of the site, forked from a process that has loaded it, as the supervisor forks them: each begins in a tenth of a second,
where it would import the site in two seconds of a core.

`python -m tests.loaded_programs` is that process: a line of JSON asks for a program, a line says its number.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import psutil

from stpete_site.supervisor.process import Child, fork, kill_session, load_models
from tests.web_server import ROOT, TEST_PYTHON, Process

LOADED = (
    *("celery.bin.celery", "celery.apps.worker", "celery.apps.beat", "celery.worker.consumer"),
    *("celery.concurrency.prefork", "celery.fixups.django", "kombu.transport.redis"),
)
"""What worker and beat import when they begin, besides the site."""
EVERY = 0.05
"""Seconds between two looks at who has ended."""


class Forked(Child):
    """A program that the process with the loaded site has forked, and waits for."""

    def __init__(self, pid: int, ended: Path) -> None:
        super().__init__(pid)
        self.ended = ended

    def poll(self) -> int | None:
        if self.returncode is None and not psutil.pid_exists(self.pid):
            self.returncode = int(self.ended.read_text()) if self.ended.exists() else -signal.SIGKILL
        return self.returncode


class LoadedSite:
    """The process with the loaded site for one environment, as a test sees it."""

    def __init__(self, environment: Mapping[str, str], log: Path) -> None:
        self.environment = dict(environment)
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                [TEST_PYTHON, "-m", __name__],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
                text=True,
            )

    def launch(self, log: Path, program: str, *arguments: str) -> Process:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps([str(log), program, *arguments]) + "\n")
        self._process.stdin.flush()
        pid = int(self._process.stdout.readline())
        return Process(Forked(pid, _ended(log)), log)

    def stop(self) -> None:
        """Its programs end with it."""
        kill_session(self._process)


class LoadedSites:
    """One for each environment that a test has; the last of them stays for the next test, which mostly has the same."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._sites: list[LoadedSite] = []

    def launch(self, log: Path, program: str, *arguments: str, environment: Mapping[str, str]) -> Process:
        """Run `python -m program` with this environment."""
        site = next((one for one in self._sites if one.environment == environment), None)
        if site is None:
            site = LoadedSite(environment, self.folder / "loaded.log")
        self._sites = [*(one for one in self._sites if one is not site), site]
        return site.launch(log, program, *arguments)

    def forget(self) -> None:
        while len(self._sites) > 1:
            self._sites.pop(0).stop()

    def stop(self) -> None:
        for site in self._sites:
            site.stop()


def _ended(log: Path) -> Path:
    """Where the exit status of the program with this log stands."""
    return log.with_suffix(".status")


def main() -> None:
    from celery import current_app

    load_models(os.environ)
    current_app.loader.import_default_modules()
    current_app.finalize(auto=True)
    for name in LOADED:
        import_module(name)
    running: dict[Path, Child] = {}
    while True:
        if select.select([sys.stdin], [], [], EVERY)[0]:
            if not (line := sys.stdin.readline()):
                return
            log, program, *arguments = json.loads(line)
            with Path(log).open("wb") as output:
                child = fork([sys.executable, "-m", program, *arguments], output=output, death_signal=signal.SIGKILL)
            running[_ended(Path(log))] = child
            print(child.pid, flush=True)
        for ended, child in list(running.items()):
            if child.poll() is not None:
                whole = ended.with_suffix(".written")
                whole.write_text(str(child.returncode))
                whole.rename(ended)  # a test may look at any moment
                del running[ended]


if __name__ == "__main__":
    main()
