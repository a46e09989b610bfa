"""Starting and ending one process that never outlives its parent.

Programs of the site are forked: the supervisor imports the site once, and they share all memory that they do not change. Each
would import it in five seconds of a core and keep a hundred megabytes of its own. Anything else is executed.
"""

import contextlib
import ctypes
import fcntl
import gc
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from math import inf
from pathlib import Path
from typing import IO, NoReturn

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
        "aiosmtpd.controller",
        "aiosmtpd.lmtp",
    ),
    *("streams.app", "uvicorn.protocols.http.h11_impl", "uvicorn.lifespan.on"),
)
"""What programs import when they begin, besides the site."""

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR2)


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
    load_templates()
    gc.collect()
    gc.freeze()  # a collection would write into every page of it


def load_templates() -> None:
    """All of ours in every language, once for all processes: those that serve do not mix old code with the templates of an
    update."""
    from django.conf import settings
    from django.template import engines
    from django.utils.translation import override

    for path in (templates := settings.BASE_DIR / "templates").rglob("*.*"):
        engines["django"].get_template(str(path.relative_to(templates)))
    for language, _name in settings.LANGUAGES:
        with override(language):
            for path in (jinja := settings.BASE_DIR / "jinja").rglob("*.*"):
                engines["jinja2"].get_template(str(path.relative_to(jinja)))


class Child:
    """A process that was forked, by us or by the supervisor before us, with what `subprocess.Popen` has of it."""

    returncode: int | None = None

    def __init__(self, pid: int, told: IO[bytes] | None = None) -> None:
        self.pid, self._told = pid, told

    def poll(self) -> int | None:
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def wait(self, timeout: float | None = None) -> int | None:
        if not wait_until(lambda: self.poll() is not None, seconds=inf if timeout is None else timeout, every=0.02):
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def is_ready(self) -> bool:
        """Whether it has said so, where it was given something to say it by; asked until it has."""
        return self._told is None or bool(select.select([self._told], [], [], 0)[0] and self._told.read(1))


def can_fork(command: list[str]) -> bool:
    return command[:2] == [sys.executable, "-m"] and command[2] in PROGRAMS


def fork(
    command: list[str],
    *,
    output: IO[bytes] | None,
    death_signal: signal.Signals,
    listening: socket.socket | None = None,
) -> Child:
    """Run `command` as `process.start` would, in a fork of this process. `listening` is passed on as systemd would do it; who gets
    one says when it is ready."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    told, tells = os.pipe() if listening else (None, None)
    parent = os.getpid()
    held = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        if not (pid := os.fork()):
            _be(partial(_become, command, output, parent, death_signal, listening, tells))
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
    if tells is None or told is None:
        return Child(pid)
    os.close(tells)
    return Child(pid, os.fdopen(told, "rb", buffering=0))


def _be(run: Callable[[], None]) -> NoReturn:
    """Run it as the whole life of this process, and end with its status."""
    status = 1
    try:
        run()
        status = 0
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else int(error.code is not None)
        if isinstance(error.code, str):
            print(error.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _become(
    command: list[str],
    output: IO[bytes] | None,
    parent: int,
    death_signal: signal.Signals,
    listening: socket.socket | None,
    tells: int | None,
) -> None:
    """Be what `command` would start: a session, a title, streams and signals of its own."""
    from setproctitle import setproctitle

    os.setsid()
    end_with(parent, death_signal)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    if output is not None:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    kept = [listening.fileno(), tells] if listening and tells else []
    put_first(kept)
    os.closerange(3 + len(kept), os.sysconf("SC_OPEN_MAX"))  # the lock of the folder, sockets and logs of others
    if kept:
        os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid()), "READY_FD": "4"}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGUSR2):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    setproctitle(" ".join(command))
    sys.argv = command[2:]
    runpy.run_module(command[2], run_name="__main__", alter_sys=True)


def put_first(files: Sequence[int]) -> None:
    """Let these be 3, 4 and so on in a program that is executed, where systemd's protocol expects them."""
    for place, copy in enumerate([fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 64) for file in files], start=3):
        os.dup2(copy, place)


def say_ready() -> None:
    """Tell who started us that requests are taken from now on (s6's protocol: a line to a file that is ours)."""
    if file := os.environ.pop("READY_FD", ""):
        # nobody listens any more to a web process that takes the place of one that died
        with contextlib.suppress(OSError):
            os.write(int(file), b"\n")


_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)  # found before any fork: a child between fork and exec must not look for it


def end_with(parent: int, number: int = signal.SIGKILL) -> None:
    """Ask the kernel to send this process `number` when the thread that started it, in the process `parent`, ends."""
    _libc.prctl(_PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:  # it died before we asked
        os.kill(os.getpid(), number)


Process = subprocess.Popen[bytes] | Child


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
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(number)


def kill_session(process: Process) -> None:
    """End at once whatever is left of the process and of those it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(5)


def wait_until(true: Callable[[], bool], *, seconds: float, every: float = 0.05) -> bool:
    """Whether `true` became so within so many seconds."""
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(every)
    return True
