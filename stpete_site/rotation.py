"""Logs that processes write to files: put aside before they fill the disk."""

import os
import shutil
from pathlib import Path

LARGEST_LOG = 5_000_000
"""Bytes."""
OLD_LOGS = 5


def rotate(folder: Path) -> int:
    """Put aside each log that has grown too large, as `web.log.1`, and keep the last `OLD_LOGS` of them. Returns how many were.

    Its writers keep it open and append, so it is copied and emptied, with what came meanwhile.
    """
    full = [path for path in folder.glob("*.log") if path.stat().st_size > LARGEST_LOG]
    for path in full:
        older = [path, *(path.with_name(f"{path.name}.{number}") for number in range(1, OLD_LOGS + 1))]
        for number in range(OLD_LOGS, 1, -1):
            if older[number - 1].exists():
                older[number - 1].replace(older[number])
        with path.open("rb") as read, older[1].open("wb") as written:
            os.fchmod(written.fileno(), 0o600)
            while read.tell() < path.stat().st_size:
                shutil.copyfileobj(read, written)
            os.truncate(path, 0)
    return len(full)
