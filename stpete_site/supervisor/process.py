"""Starting and ending one process that never outlives its parent."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import IO

from stpete_site.supervisor.child_process import end_with
from stpete_site.supervisor.preloaded import Forked

Process = subprocess.Popen[bytes] | Forked


def start(
    command: Sequence[str | Path],
    *,
    environment: Mapping[str, str],
    folder: Path,
    output: IO[bytes] | int | None = None,
    death_signal: signal.Signals = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Start `command` in a session of its own; the kernel sends it `death_signal` when the calling thread ends."""
    return subprocess.Popen(
        [str(part) for part in command],
        env=dict(environment),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT if output is not None else None,
        start_new_session=True,
        preexec_fn=partial(end_with, os.getpid(), death_signal),
    )


def stop(process: Process, *, patience: float = 10.0, first: signal.Signals = signal.SIGTERM) -> int | None:
    """Ask with `first`, wait `patience` seconds, then kill the whole session. Returns the exit status."""
    if process.poll() is None:
        ask_to_end(process, first)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(patience)
    kill_session(process)
    return process.poll()


def ask_to_end(process: Process, number: signal.Signals = signal.SIGTERM) -> None:
    """Send the signal and do not wait."""
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(number)


def kill_session(process: Process) -> None:
    """End at once whatever is left of the process and of those it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(5)


def wait_until(true: Callable[[], bool], *, seconds: float, every: float = 0.05) -> bool:
    """Ask `true` again and again; whether it became so in time."""
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(every)
    return True
