"""What lists say about a running game, kept in one column of its row so that no list has to replay anything.

A glance holds only what every spectator may know; what a seat knows beyond it, such as a drawn card, is on the game's page.
`Advance` writes it in the transaction of the row that changes it, and the beginning of a game once. A game that does not run has
none. `manage.py check_columns` compares glances with the replay, and `manage.py prepare` fills those of a database that is older
than the column.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

import engine
from games.models import Game, Status
from games.play import secrecy
from games.play.positions import Play, load

LAST_ROWS = 2
"""Lists tell what happened in this many rows of the log; every action is a row."""

RowEntries = tuple[int, tuple[engine.Entry, ...]]
"""The number of a row, and what everybody may know about it."""


@dataclass(frozen=True, slots=True)
class Glance:
    """A position as lists show it: where the round stands, the points by seats, what happened last.

    `until` is the one deadline of a secret question (games/play/secrecy.py). `laid` is how many cards lie in both rows of the
    tableau, None where that was not written yet, and `rows` are these cards, upper and lower.
    """

    round: int
    phase: str
    ending: bool
    points: tuple[int, ...]
    told: tuple[RowEntries, ...] = ()
    until: datetime | None = None
    laid: int | None = None
    rows: tuple[tuple[str, ...], ...] = ()

    @property
    def entries(self) -> list[engine.Entry]:
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
            "rows": [list(row) for row in self.rows],
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Glance":
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
            rows=tuple(tuple(row) for row in values.get("rows", ())),
        )


def glance_at(
    game: Game, state: engine.State, told: Iterable[RowEntries], *, version: int, since: datetime | None
) -> Glance:
    """The glance of a game whose last row is `version`. `told` are its last rows or more; `since` is when its present
    question was put."""
    is_secret = secrecy.is_secret(state) and not game.is_solo and not game.is_paused
    rows = tuple(tuple(card for card in row if card) for row in engine.tableau(state))
    return Glance(
        round=state.round,
        phase=state.phase,
        ending=state.ending,
        points=tuple(state.points(seat) for seat in range(game.players)),
        told=tuple(_last_told(told, state.rules.options, version)),
        until=secrecy.window_since(game, since).until if is_secret and since is not None else None,
        laid=sum(map(len, rows)),
        rows=rows,
    )


def _last_told(told: Iterable[RowEntries], options: engine.Options, version: int) -> list[RowEntries]:
    """The last rows that tell something, from the last beginning of a phase on."""
    kept: list[RowEntries] = []
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
    rows: Sequence[RowEntries] = [(played.number, tuple(played.step.entries)) for played in last]
    state, since = play.steps[-1].step.state, secrecy.question_opened_at(play)
    return glance_at(play.game, state, rows, version=play.game.version, since=since)


def kept_glance(game: Game) -> Glance | None:
    """The glance that stands in the game's row; None where none was written yet."""
    return Glance.from_json(game.glance) if game.glance else None


BATCH = 500


def running_games() -> Iterator[int]:
    last = 0
    while found := list(
        Game.objects.filter(status=Status.RUNNING, pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH]
    ):
        yield from found
        last = found[-1]


def find_glance_faults() -> Iterator[str]:
    """A sentence for each column that differs from the replay."""
    for game_id in running_games():
        play = load(game_id)
        if play.game.is_running:  # it may have ended meanwhile
            yield from (f"game {game_id}: {fault}" for fault in _differences(kept_glance(play.game), glance_of(play)))
    for game_id in (
        Game.objects.exclude(status=Status.RUNNING).exclude(glance__isnull=True).values_list("pk", flat=True)
    ):
        yield f"game {game_id}: does not run, but has a glance"


def _differences(kept: Glance | None, replayed: Glance) -> Iterator[str]:
    if kept is None:
        yield "there is no glance"
        return
    there, right = kept.to_json(), replayed.to_json()
    for name, value in right.items():
        if there[name] != value:
            yield f"{name} is {there[name]}, by replay {value}"


@transaction.atomic
def write_glance(game_id: int) -> None:
    """Replay one game and write its column anew, under its lock."""
    play = load(game_id, lock=True)
    glance = glance_of(play).to_json() if play.game.is_running else None
    Game.objects.filter(pk=game_id, version=play.game.version).update(glance=glance)


def fill_glances() -> int:
    """Write the glances of running games that have none yet, or one of before `rows` was in it. Returns how many."""
    older = Q(glance__isnull=True) | Q(glance__rows__isnull=True)
    found = list(Game.objects.filter(older, status=Status.RUNNING).values_list("pk", flat=True))
    for game_id in found:
        write_glance(game_id)
    return len(found)
