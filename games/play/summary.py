"""What lists say of a running game, kept in one column of its row, so that no list has to replay anything.

It holds only what every spectator may know: what a seat knows beside (a drawn card, its own order) is on the game's page. It is
written by `Advance` in the transaction of the row that changes it, and once by the beginning of the game; `manage.py
check_columns` compares it with the replay. A game that does not run has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import engine
from games.models import Game

from . import asked
from .positions import Play

LAST_ROWS = 2
"""Of so many rows of the log lists tell what happened: every action is a row."""

Told = tuple[int, tuple[engine.Entry, ...]]
"""The number of a row, and what everybody may know of it."""


@dataclass(frozen=True, slots=True)
class Glance:
    """A position as lists show it: where the round stands, the points by seats, what happened last.

    `until` is the one deadline of a question of which nobody may know whom it asks (games/play/asked.py). `laid` is how many
    cards lie in both rows of the tableau, None where that was not written yet.
    """

    round: int
    phase: str
    ending: bool
    points: tuple[int, ...]
    told: tuple[Told, ...] = ()
    until: datetime | None = None
    laid: int | None = None

    @property
    def entries(self) -> list[engine.Entry]:
        """What happened last, in order."""
        return [entry for _number, entries in self.told for entry in entries]

    def to_json(self) -> dict[str, object]:
        return {
            "round": self.round,
            "phase": self.phase,
            "ending": self.ending,
            "points": list(self.points),
            "told": [[number, [entry.to_json() for entry in entries]] for number, entries in self.told],
            "until": self.until.isoformat() if self.until else None,
            "laid": self.laid,
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Glance:
        told = ((number, tuple(map(engine.entry_from_json, entries))) for number, entries in values["told"])
        until = values["until"]
        return cls(
            round=values["round"],
            phase=values["phase"],
            ending=values["ending"],
            points=tuple(values["points"]),
            told=tuple(told),
            until=datetime.fromisoformat(until) if until else None,
            laid=values.get("laid"),
        )


def glance_at(game: Game, state: engine.State, told: Iterable[Told], *, version: int, since: datetime | None) -> Glance:
    """The glance of a game whose last row is `version`. `told` are its last rows or more; `since` is when its present
    question was put."""
    is_secret = asked.is_secret(state) and not game.is_solo and not game.is_paused
    return Glance(
        round=state.round,
        phase=state.phase,
        ending=state.ending,
        points=tuple(state.points(seat) for seat in range(game.players)),
        told=tuple(_last(told, state.rules.options, version)),
        until=asked.window_from(game, since).until if is_secret and since is not None else None,
        laid=sum(row != 0 for row in (*state.upper, *state.lower)),
    )


def _last(told: Iterable[Told], options: engine.Options, version: int) -> list[Told]:
    """The last rows that tell something, from the last beginning of a phase on."""
    kept: list[Told] = []
    for number, entries in told:
        shown = [one for entry in entries if (one := entry.for_viewer(None, options, False)) is not None]
        began = max((place for place, entry in enumerate(shown) if entry.kind == "phase-started"), default=None)
        if began is not None:
            kept, shown = [], shown[began + 1 :]
        if shown and number > version - LAST_ROWS:
            kept.append((number, tuple(shown)))
    return kept


def glance_of(play: Play) -> Glance:
    """What the column of a running game must hold, by replay."""
    last = play.steps[max(1, len(play.steps) - LAST_ROWS) :]
    rows: Sequence[Told] = [(played.number, tuple(played.step.entries)) for played in last]
    state, since = play.steps[-1].step.state, asked.opened(play)
    return glance_at(play.game, state, rows, version=play.game.version, since=since)


def kept_glance(game: Game) -> Glance | None:
    """The glance that stands in the game's row; None where none was written yet."""
    return Glance.from_json(game.glance) if game.glance else None
