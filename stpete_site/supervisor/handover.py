"""A supervisor takes the place of the one before it, so that new code serves without a gap (docs/deploy.md, section 8).

It is executed in the same process. The listening sockets stay open, passed as systemd passes them, and the programs that run
stay its children: they serve until their successors do.
"""

import json
import os
import signal
import socket
import sys
from collections.abc import Mapping
from typing import NoReturn

from stpete_site.supervisor.process import Child, Process, put_first

SIGNAL = signal.SIGUSR2
"""Asks a supervisor to make room for the code that is there now."""

FIRST_SOCKET = 3
_LEFT = "STPETE_LEFT"


def sockets() -> dict[str, socket.socket]:
    """Listening sockets by the name of their program: from the supervisor before us, or from systemd's socket units."""
    count, meant = os.environ.pop("LISTEN_FDS", ""), os.environ.pop("LISTEN_PID", "")
    names = os.environ.pop("LISTEN_FDNAMES", "").split(":")
    if meant != str(os.getpid()):
        return {}
    found = {name: socket.socket(fileno=FIRST_SOCKET + at) for at, name in zip(range(int(count)), names, strict=False)}
    for one in found.values():
        one.set_inheritable(False)
    return found


def children() -> dict[str, Child]:
    """The processes of the supervisor before us, by the name of their program."""
    return {name: Child(pid) for name, pid in json.loads(os.environ.pop(_LEFT, "{}")).items()}


def make_room(listening: Mapping[str, socket.socket], running: Mapping[str, Process]) -> NoReturn:
    """Become the supervisor that the code on the disk describes. A further signal on the way changes nothing."""
    signal.signal(SIGNAL, signal.SIG_IGN)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    put_first([one.fileno() for one in listening.values()])
    os.environ |= {
        "LISTEN_FDS": str(len(listening)),
        "LISTEN_PID": str(os.getpid()),
        "LISTEN_FDNAMES": ":".join(listening),
        _LEFT: json.dumps({name: process.pid for name, process in running.items()}),
    }
    os.execv(sys.executable, [sys.executable, "-m", "stpete_site.supervisor", *sys.argv[1:]])
