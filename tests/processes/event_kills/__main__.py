"""Sweeps are killed anywhere, or run beside each other: `python -m tests.processes.event_kills FOLDER KILLS SCENARIO …`.

For each scenario the sites that were left by a sweep killed before one of its statements, by two sweeps at once, and by one
that nobody disturbed are swept until nothing changes any more. Prints as JSON how many statements the sweep has, at which
ones it was killed, and which sites differ from the undisturbed one.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

PAIRS = 1
"""How often two sweeps run beside each other."""


def main(folder: str, kills: str, *scenarios: str) -> dict[str, Any]:
    """`kills` is the number of statements at which a sweep is killed, spread over all of them; 0: at every one."""
    import django
    from django.conf import settings

    settings.MIGRATION_MODULES = _Unmigrated()
    django.setup()
    from django.db import connection

    from tournaments.events.services import beginning

    from . import copies

    beginning.BATCH = 2  # so that a small event has several batches
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
    """One scenario: the site before its sweep, and what becomes of copies of it."""

    def __init__(self, name: str, place: str, bare: str) -> None:
        from . import copies
        from .scenarios import SCENARIOS

        self.copies, self.place = copies, place
        self.before = copies.copy(bare, f"{place}{name}")
        self.now: datetime = copies.done(self.before, SCENARIOS[name])

    def found(self, kills: int) -> dict[str, Any]:
        """See `main`."""
        expected, statements = self.after([self._counted])
        chosen = spread(statements, kills) if kills else range(1, statements + 1)
        differing = {}
        for number in chosen:
            state, answer = self.after([lambda number=number: self._killed(number)])
            if answer is not None:
                differing[f"killed before {number}"] = "was not killed"
            elif difference := differences(expected, state):
                differing[f"killed before {number}"] = difference
        for number in range(PAIRS):
            state, _ = self.after([self._swept, self._swept])
            if difference := differences(expected, state):
                differing[f"two at once, {number + 1}"] = difference
        return {"statements": statements, "killed": list(chosen), "differing": differing}

    def after(self, sweeps: Sequence[Callable[[], Any]]) -> tuple[dict[str, Any], Any]:
        """The state after these sweeps at once and others until nothing changes, and what the first one returned."""
        database = self.copies.copy(self.before, self.place + "copy")
        children = [self.copies.begin(database, one) for one in sweeps]
        first, *_ = [child.wait() for child in children]
        return self.copies.done(database, self._settled), first

    def _swept(self) -> None:
        from .scenarios import sweep

        sweep(self.now)

    def _counted(self) -> int:
        """Sweep; the number of statements it took."""
        from django.db import connection

        seen = 0

        def count(execute: Callable[..., Any], *rest: Any) -> Any:
            nonlocal seen
            seen += 1
            return execute(*rest)

        with connection.execute_wrapper(count):
            self._swept()
        return seen

    def _killed(self, number: int) -> bool:
        """Sweep, and end as by a power cut before the statement of this number."""
        from django.db import connection

        seen = 0

        def count(execute: Callable[..., Any], *rest: Any) -> Any:
            nonlocal seen
            seen += 1
            if seen == number:
                os.kill(os.getpid(), signal.SIGKILL)
            return execute(*rest)

        with connection.execute_wrapper(count):
            self._swept()
        return True

    def _settled(self) -> dict[str, Any]:
        from .state import state

        before: dict[str, Any] = {}
        while before != (found := state()):
            before = found
            self._swept()
        return before


def spread(statements: int, kills: int) -> list[int]:
    """So many numbers from 1 to `statements`, evenly, both ends among them."""
    return sorted({1 + round(step * (statements - 1) / (kills - 1)) for step in range(kills)})


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
