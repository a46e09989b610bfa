"""What this process remembers of positions: logs as far as they have been replayed, so that who looks next replays what is new.

A log only grows, so what followed from its rows follows from them for ever. That the rows are still those is checked each
time by the last of them, which tells apart a log that was rolled back, or a database that was restored. The memory belongs to
`positions.load`, leaves it through `engine.view_for` only, and is never written anywhere: it knows all that is hidden.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, NoReturn

import engine
from games.models import Game, Row

MOST_STEPS = 10_000
"""How many positions are kept, with some 1.5 kB each; the games that nobody has looked at for longest go first."""


@dataclass(frozen=True, slots=True)
class Played:
    """One step of the replay with the log row it came from; the opening has none."""

    row: Row | None
    step: engine.Step

    @property
    def number(self) -> int:
        return self.row.number if self.row else 0


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Walk:
    """The rows of a log, and the opening and every move in force with the position after it; `course` is what was said of all
    of them together (`Play.of_course`)."""

    rows: list[Row]
    steps: tuple[Played, ...]
    course: dict[tuple[str, str | None], Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Walk of {len(self.rows)} rows>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("Positions know what is hidden; they are not to be written anywhere.")


Key = tuple[int, int, str]

_walks: OrderedDict[Key, Walk] = OrderedDict()
_lock = Lock()
_steps = 0


def _key(game: Game) -> Key:
    return game.pk, game.rules_version, game.commitment


def recall(game: Game) -> Walk | None:
    """What was replayed last of this game, at whatever version that was."""
    with _lock:
        walk = _walks.get(_key(game))
        if walk is not None:
            _walks.move_to_end(_key(game))
        return walk


def keep(game: Game, walk: Walk) -> None:
    """Remember this instead of what was known of the game, and forget what nobody has looked at for long."""
    global _steps
    with _lock:
        _drop(_key(game))
        _walks[_key(game)] = walk
        _steps += len(walk.steps)
        while _steps > MOST_STEPS:
            _drop(next(iter(_walks)))


def forget(game: Game) -> None:
    """What is known of the game is wrong, or no longer of use."""
    with _lock:
        _drop(_key(game))


def clear() -> None:
    """Forget everything."""
    with _lock:
        while _walks:
            _drop(next(iter(_walks)))


def _drop(key: Key) -> None:
    global _steps
    walk = _walks.pop(key, None)
    if walk is not None:
        _steps -= len(walk.steps)
