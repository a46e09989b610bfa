"""Processes that end with the one that started them, whatever became of it."""

from __future__ import annotations

import ctypes
import os
import signal

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)  # found before any fork: a child between fork and exec must not look for it


def end_with(parent: int, number: int = signal.SIGKILL) -> None:
    """Ask the kernel to send this process `number` when the thread that started it, in the process `parent`, ends."""
    _libc.prctl(_PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:  # it died before we asked
        os.kill(os.getpid(), number)
