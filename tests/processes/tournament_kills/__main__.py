"""Sweeps are killed anywhere, or run beside each other: `python -m tests.processes.tournament_kills FOLDER KILLS SCENARIO …`.

For each scenario a process sweeps until nothing changes any more. The sites that were left by one killed before one of its
statements, by two sweeps at once, and by one that nobody disturbed are then swept out. Prints as JSON how many statements it
takes, before which ones it was killed, how many different sites that left, and which became something else.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .scenarios import Steps

PAIRS = 1
"""How often two sweeps run beside each other."""


def main(folder: str, kills: str, *scenarios: str) -> dict[str, Any]:
    """`kills` is the number of statements at which the process is killed, spread over all of them; 0: at every one."""
    import django
    from django.conf import settings

    settings.MIGRATION_MODULES = _Unmigrated()
    django.setup()
    from django.db import connection

    from tournaments.lifecycle.services import rounds

    from . import copies

    rounds.BATCH = 2  # so that a small tournament has several batches
    place = f"{folder}/" if connection.vendor == "sqlite" else f"kills_{os.getpid()}_"
    bare = copies.empty(place + "bare")
    copies.done(bare, _tables)
    return {name: Proof(name, place, bare).found(int(kills)) for name in scenarios}


class _Unmigrated:
    """Tables are made as the models are, which takes a second, not ten."""

    def __contains__(self, app: object) -> bool:
        return True

    def __getitem__(self, app: str) -> None:
        return None


def _tables() -> None:
    from django.core.management import call_command

    call_command("migrate", run_syncdb=True, verbosity=0)


class Proof:
    """One scenario: the site before its sweep, and what becomes of it."""

    def __init__(self, name: str, place: str, bare: str) -> None:
        from . import copies
        from .scenarios import SCENARIOS, sweep

        self.copies = copies
        self.database = copies.copy(bare, f"{place}{name}")
        said: datetime | Steps = copies.done(self.database, SCENARIOS[name])
        self.steps: Steps = (partial(sweep, said),) if isinstance(said, datetime) else said
        self.before = copies.Kept(self.database)

    def found(self, kills: int) -> dict[str, Any]:
        """See `main`. What equal kills left, down to the last row, is swept on once."""
        with self.copies.inside(self.database):  # here, so that no child has to load what a sweep uses
            self._swept_out()
        self.before.restore()
        statements, expected = self.copies.done(self.database, self._counted)
        chosen = spread(statements, kills) if kills else range(1, statements + 1)
        became: dict[str, str] = {}
        differing = {}
        for number in chosen:
            self.before.restore()
            if self.copies.done(self.database, partial(self._counted, number)) is not None:
                differing[f"killed before {number}"] = "was not killed"
                continue
            if (left := self.before.left()) not in became:
                became[left] = differences(expected, self.copies.done(self.database, self._settled))
            if difference := became[left]:
                differing[f"killed before {number}"] = difference
        for number in range(PAIRS):
            self.before.restore()
            for child in [self.copies.begin(self.database, self._swept) for _ in range(2)]:
                child.wait()
            if difference := differences(expected, self.copies.done(self.database, self._settled)):
                differing[f"two at once, {number + 1}"] = difference
        self.copies.forget(self.database)
        return {"statements": statements, "killed": list(chosen), "left": len(became), "differing": differing}

    def _swept(self) -> None:
        for step in self.steps:
            step()

    def _swept_out(self) -> None:
        """Sweep until that changes nothing any more."""
        from django.db import connection

        from .rows import digest

        with connection.cursor() as cursor:
            for step in self.steps:
                before = ""
                while before != (found := digest(cursor.cursor)):  # nobody counts these statements
                    before = found
                    step()

    def _counted(self, kill_at: int = 0) -> tuple[int, dict[str, Any]]:
        """Sweep out; the number of statements it took, and what there is then. Ends as by a power cut before that of the number
        `kill_at`."""
        from django.db import connection

        from .state import state

        seen = 0

        def count(execute: Callable[..., Any], *rest: Any) -> Any:
            nonlocal seen
            seen += 1
            if seen == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)
            return execute(*rest)

        _draw_the_same()
        with connection.execute_wrapper(count):
            self._swept_out()
        return seen, state()

    def _settled(self) -> dict[str, Any]:
        """What there is when a sweep changes nothing any more."""
        from .state import state

        self._swept_out()
        return state()


def _draw_the_same() -> None:
    """What this process draws by chance is what others drew that began with this."""
    os.urandom = random._urandom = random.Random(1).randbytes  # type: ignore[attr-defined]


def spread(statements: int, kills: int) -> list[int]:
    """So many numbers from 1 to `statements`, evenly, and neither end among them: before the first nothing is done yet."""
    return sorted({1 + round(step * statements / (kills + 1)) for step in range(1, kills + 1)})


def differences(expected: Any, found: Any, where: str = "") -> str:
    """Where two states differ first, empty when they do not."""
    if expected == found:
        return ""
    if isinstance(expected, Mapping) and isinstance(found, Mapping) and expected.keys() == found.keys():
        return next(text for key in expected if (text := differences(expected[key], found[key], f"{where}/{key}")))
    if isinstance(expected, Sequence) and isinstance(found, Sequence) and len(expected) == len(found) < 100:
        at = next(index for index in range(len(expected)) if expected[index] != found[index])
        return f"{where}[{at}]: {expected[at]!r} became {found[at]!r}"
    return f"{where}: {expected!r} became {found!r}"


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    print(json.dumps(main(str(folder), *sys.argv[2:])))
