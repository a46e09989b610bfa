"""What a running `./stpete run` has chosen by itself, for commands beside it: it lies in its home while it runs, and counts where
the environment says nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

NAMES = ("SITE_URL", "STPETE_MAIL_PORT", "STPETE_INBOUND_PORT", "INBOUND_LISTEN", "STREAMS_PORT")
_FILE = "running.json"


def note(home: Path, environment: Mapping[str, str]) -> None:
    """Written by the process that runs the site."""
    chosen = {name: environment[name] for name in NAMES if environment.get(name)}
    (home / _FILE).write_text(json.dumps({"pid": os.getpid(), "chosen": chosen}))


def forget(home: Path) -> None:
    (home / _FILE).unlink(missing_ok=True)


def chosen(home: Path) -> Mapping[str, str]:
    """Empty where no site runs on this home; what a killed one has left does not count."""
    try:
        found = json.loads((home / _FILE).read_text())
        os.kill(int(found["pid"]), 0)
        return {name: str(value) for name, value in dict(found["chosen"]).items() if name in NAMES}
    except (OSError, ValueError, KeyError, TypeError):
        return {}
