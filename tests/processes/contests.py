"""Several processes begin at the same moment: each has looked at what it wants before the first of them may go on."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

from django.db import connection

from stpete_site.supervisor.process import wait_until
from tests.processes.forking import Forks


def race(forks: Forks, folder: Path, racer: str, *contestants: Sequence[str]) -> list[str]:
    """Let them loose at once, each with its arguments for `main` of the module `racer`; what each returned, in this order."""
    assert connection.vendor == "postgresql", "races are run on PostgreSQL: STPETE_TEST_DATABASE=postgres"
    go = folder / "go"
    runners = [forks.call(f"tests.processes.{racer}.main", str(go), *arguments) for arguments in contestants]
    ready = lambda: len(list(folder.glob("go.*.ready"))) == len(contestants)  # noqa: E731
    assert wait_until(ready, seconds=200), forks.printed()
    go.touch()
    assert wait_until(lambda: all(runner.is_done for runner in runners), seconds=200), forks.printed()
    return [runner.said for runner in runners]


def started_with_the_others(go: str) -> None:
    """In a contestant: say that all is seen, and wait for the file `go`."""
    connection.close()
    Path(f"{go}.{os.getpid()}.ready").touch()
    while not Path(go).exists():
        time.sleep(0.005)
