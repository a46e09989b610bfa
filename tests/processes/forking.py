"""Processes that do something once and may be killed: `python -m tests.processes.forking FOLDER` loads the site and forks them.

Each is a process of its own with connections of its own, and takes a tenth of a second to begin, not three.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import psutil

from stpete_site.supervisor.process import wait_until
from tests.web_server import Process, launch

LOADED = (
    *(
        "notifications.tasks",
        "incoming_mail.tasks",
        "games.tasks",
        "games.play.moves",
        "games.tables.invitations",
    ),
    *(
        "tests.processes.racers",
        "tests.processes.draft_racers",
        "tests.processes.seat_racers",
        "tests.processes.senders",
    ),
)
"""What forked processes would each load by themselves."""


@dataclass(frozen=True)
class Fork:
    """One process that does something; its master has waited for it when the file with its status is there."""

    pid: int
    status_file: Path

    @property
    def said(self) -> str:
        """What the last of its functions returned, once it is done."""
        return self.status_file.with_suffix(".said").read_text()

    @property
    def is_done(self) -> bool:
        """Whether it came to its end without an error."""
        return self.status_file.exists() and self.status_file.read_text() == "0"

    def freeze(self) -> None:
        os.kill(self.pid, signal.SIGSTOP)

    def kill(self) -> None:
        """kill -9; waits until it is gone."""
        os.kill(self.pid, signal.SIGKILL)
        assert wait_until(self.status_file.exists, seconds=200)


class Forks:
    """The master as a test sees it."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder, self.count = folder, 0
        os.mkfifo(folder / "wishes")
        self.master: Process = launch(folder / "forks.log", __name__, str(folder), environment=environment)

    def begin(self, *tasks: str) -> Fork:
        """A process that does these tasks, such as `notifications.tasks.send_mails`, one after the other."""
        return self._begin([(task,) for task in tasks])

    def call(self, function: str, *arguments: str) -> Fork:
        """A process that calls one function, such as `tests.processes.senders.main`."""
        return self._begin([(function, *arguments)])

    def _begin(self, calls: Sequence[Sequence[str]]) -> Fork:
        self.count += 1
        with (self.folder / "wishes").open("w") as wishes:
            wishes.write(json.dumps([self.count, calls]) + "\n")
        begun = self.folder / f"{self.count}.pid"
        assert wait_until(lambda: begun.exists() and begun.read_text() != "", seconds=200, every=0.02), self.printed()
        return Fork(int(begun.read_text()), self.folder / f"{self.count}.status")

    def printed(self) -> str:
        return self.master.printed()

    def stop(self) -> None:
        for child in psutil.Process(self.master.popen.pid).children():
            child.kill()
        self.master.kill()


def main(folder: Path) -> None:
    import django

    django.setup()
    for name in LOADED:
        import_module(name)
    from django.urls import get_resolver

    from notifications.registry import kinds

    kinds()
    for pattern in get_resolver().url_patterns:
        getattr(pattern, "url_patterns", ())  # asked for, they are loaded: letters have addresses
    signal.signal(signal.SIGCHLD, lambda *_: _reap(folder))
    # Open for both, so that it never ends: a wish written between its end and the next opening would be lost.
    with os.fdopen(os.open(folder / "wishes", os.O_RDWR)) as wishes:
        for wish in wishes:
            _fork(folder, *json.loads(wish))


_NUMBERS: dict[int, int] = {}


def _fork(folder: Path, number: int, calls: Sequence[Sequence[str]]) -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    pid = os.fork()
    if pid:
        _NUMBERS[pid] = number
        (folder / f"{number}.pid").write_text(str(pid))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
        return
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
    status = 1
    try:
        for name, *arguments in calls:
            module, _dot, function = name.rpartition(".")
            said = getattr(import_module(module), function)(*arguments)
            (folder / f"{number}.said").write_text(str(said))
        status = 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _reap(folder: Path) -> None:
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            (folder / f"{_NUMBERS[ended[0]]}.status").write_text(str(ended[1]))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
