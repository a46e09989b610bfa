"""Starting and ending one process that never outlives its parent.

Programs of the site are forked: the supervisor imports the site once, and they share all memory that they do not change. Each
would import it in five seconds of a core and keep a hundred megabytes of its own. Anything else is executed.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import IO

PROGRAMS = ("celery", "gunicorn", "streams", "incoming_mail.listener", "stpete_site.mail_catcher", "django")
"""What is forked when a command runs `python -m` with it."""

_LOADED = (
    *(
        "celery.bin.celery",
        "celery.apps.worker",
        "celery.apps.beat",
        "celery.worker.consumer",
        "celery.concurrency.prefork",
    ),
    *("celery.fixups.django", "kombu.transport.redis", "gunicorn.app.wsgiapp", "gunicorn.workers.gthread"),
    *(
        "stpete_site.supervisor.gunicorn",
        "stpete_site.celery",
        "stpete_site.celery",
        "aiosmtpd.controller",
        "aiosmtpd.lmtp",
    ),
    *("streams.app", "uvicorn.protocols.http.h11_impl", "uvicorn.lifespan.on"),
)
"""What programs import when they begin, besides the site."""

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def load_models(environment: Mapping[str, str]) -> None:
    """Set up Django with this environment, enough for `manage.py prepare`."""
    import django
    from setproctitle import getproctitle

    getproctitle()  # it looks for the room that a title has, which it does not find once the environment has changed
    os.environ.update(environment)
    django.setup()


def load_site() -> None:
    """Import what the programs are made of. Asks neither database nor Redis: forks would share the connection."""
    from celery import current_app
    from django.conf import settings
    from django.urls import get_resolver

    for pattern in get_resolver(settings.ROOT_URLCONF).url_patterns:
        getattr(pattern, "url_patterns", ())  # asked for, they are loaded, and with them their views
    current_app.loader.import_default_modules()
    current_app.finalize(auto=True)
    for name in _LOADED:
        import_module(name)
    gc.collect()
    gc.freeze()  # a collection would write into every page of it


class Forked:
    """A child with what `subprocess.Popen` has of it."""

    def __init__(self, process: BaseProcess) -> None:
        self._process = process
        self.pid = process.pid or 0

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int | None:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0.0)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


def can_fork(command: list[str]) -> bool:
    """Whether this runs a program of the site that is loaded."""
    return command[:2] == [sys.executable, "-m"] and command[2] in PROGRAMS


def fork(command: list[str], *, output: IO[bytes] | None, death_signal: signal.Signals) -> Forked:
    """Run `command` as `process.start` would, in a fork of this process."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    held = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        fileno = output.fileno() if output is not None else None
        arguments = (command, fileno, os.getpid(), death_signal)
        process = get_context("fork").Process(target=_become, args=arguments, name="MainProcess")
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
    return Forked(process)


def _become(command: list[str], output: int | None, parent: int, death_signal: signal.Signals) -> None:
    """Be what `command` would start: a session, a title, streams and signals of its own."""
    from setproctitle import setproctitle

    os.setsid()
    end_with(parent, death_signal)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    if output is not None:
        os.dup2(output, 1)
        os.dup2(output, 2)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))  # the lock of the folder, logs of others
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    setproctitle(" ".join(command))
    sys.argv = command[2:]
    runpy.run_module(command[2], run_name="__main__", alter_sys=True)


_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)  # found before any fork: a child between fork and exec must not look for it


def end_with(parent: int, number: int = signal.SIGKILL) -> None:
    """Ask the kernel to send this process `number` when the thread that started it, in the process `parent`, ends."""
    _libc.prctl(_PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:  # it died before we asked
        os.kill(os.getpid(), number)


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
