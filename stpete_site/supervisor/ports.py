"""Ports on which a site means to listen, kept from sites that start at the same time: between a look whether a port is free and the
process that listens there, another site would find it free as well."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from stpete_site.environment import own_folder
from stpete_site.supervisor.plan import any_free_port, is_free

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
    """Ours no more."""
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
