"""What a check of the site finds, for `manage.py doctor`. `stpete_site.doctor` lists the checks."""

from dataclasses import dataclass
from enum import IntEnum


class Level(IntEnum):
    """How bad it is."""

    OK = 0
    WARNING = 1
    FAULT = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: about `what`, how bad, what was seen and, where it is not well, what to do."""

    what: str
    level: Level
    seen: str
    todo: str = ""


def ok(what: str, seen: str) -> Finding:
    return Finding(what, Level.OK, seen)


def warning(what: str, seen: str, todo: str) -> Finding:
    return Finding(what, Level.WARNING, seen, todo)


def fault(what: str, seen: str, todo: str) -> Finding:
    return Finding(what, Level.FAULT, seen, todo)
