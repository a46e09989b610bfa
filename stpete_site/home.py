"""The folder of state of a site: what it keeps there for itself, where sockets live, and what a running `./stpete run` has chosen.

Those choices count for commands beside it where the environment says nothing.
"""

import hashlib
import json
import os
import secrets
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

CHOICES = ("SITE_URL", "STPETE_MAIL_PORT", "STPETE_INBOUND_PORT", "INBOUND_LISTEN", "STREAMS_PORT")
LONGEST_SOCKET_PATH = 100  # the kernel takes 107 bytes; a name is still to be added
_RUNNING = "running.json"


def own_folder(path: Path) -> None:
    """Make a folder that nobody else on the machine can look into: it holds secrets, sessions and emails."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def runtime_dir(home: Path) -> Path:
    """Where sockets live: `home`/run, or a private temporary folder where that path is too long for a socket."""
    run = home / "run"
    if len(str(run)) <= LONGEST_SOCKET_PATH - 20:
        return run
    mark = hashlib.sha256(str(home).encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"stpete-{os.getuid()}-{mark}"


def kept_secret(path: Path) -> str:
    """The text in `path`, made up at the first call. Two processes that come first at once agree on one."""
    if not path.exists():
        own_folder(path.parent)
        own = path.with_name(f"{path.name}.{os.getpid()}")
        with os.fdopen(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(own, path)  # unlike a rename, fails where another process was quicker
        except FileExistsError:
            pass
        finally:
            own.unlink()
    return path.read_text()


def note_choices(
    home: Path, environment: Mapping[str, str], *, up_since: float | None = None, failed: Sequence[str] = ()
) -> None:
    """Write down what the process that runs the site has chosen, since when all runs, and what a restart could not replace."""
    chosen = {name: environment[name] for name in CHOICES if environment.get(name)}
    noted = {"pid": os.getpid(), "chosen": chosen, "up_since": up_since, "failed": [*failed]}
    draft = home / f"{_RUNNING}.new"
    draft.write_text(json.dumps(noted))
    draft.replace(home / _RUNNING)


def forget_choices(home: Path) -> None:
    (home / _RUNNING).unlink(missing_ok=True)


def running_on(home: Path) -> dict[str, Any]:
    """What is noted of the site that runs on this home. Empty where none does; what a killed one has left does not count."""
    try:
        noted: dict[str, Any] = json.loads((home / _RUNNING).read_text())
        os.kill(int(noted["pid"]), 0)
        return noted
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def choices_of(home: Path) -> Mapping[str, str]:
    chosen = running_on(home).get("chosen", {})
    return {name: str(value) for name, value in dict(chosen).items() if name in CHOICES}


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
