"""Places of a game that one may jump to: its phases, rounds, scorings, and the decisions of a seat."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import engine
from games.models import PlainRow, RowKind, Source
from games.names import words
from games.play.positions import Play


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of moves in one phase of one round, on a rail as long as the game has moves."""

    round: int
    phase: str
    name: str
    start: int
    length: int

    @property
    def shown(self) -> float:
        """Its length in the drawing, with a gap after it."""
        return max(self.length - 0.4, 0.5)


@dataclass(frozen=True, slots=True)
class PhaseLinks:
    """The phases of a round, and where the one begins in which the page stands, if it is of this round."""

    segments: tuple[Segment, ...]
    here: int | None


@dataclass(frozen=True, slots=True)
class Jump:
    """The nearest places of a kind before and after the present one, None where there is none. `key` leads on, and back with
    Shift."""

    name: str
    key: str
    before: int | None
    after: int | None


def jump(name: str, key: str, places: Iterable[int], ply: int) -> Jump:
    places = tuple(places)
    before = max((place for place in places if place < ply), default=None)
    return Jump(name, key, before, min((place for place in places if place > ply), default=None))


def segments_of(states: Sequence[engine.State]) -> tuple[Segment, ...]:
    phases = [(state.round, state.phase) for state in states]
    starts = [0, *(ply for ply in range(1, len(phases)) if phases[ply] != phases[ply - 1])]
    return tuple(
        Segment(*phases[start], str(words.PHASE_NAMES[phases[start][1]]), start, end - start)
        for start, end in pairwise([*starts, len(phases)])
    )


def scorings(play: Play) -> list[int]:
    """The moves that set off a scoring."""
    told = enumerate(one.step.entries for one in play.steps)
    return [ply for ply, entries in told if any(isinstance(one, engine.Scored | engine.Final) for one in entries)]


NOT_DECIDED = (Source.AUTO, Source.STANDING, Source.TIMEOUT)
"""Where moves come from that nobody decided on then."""


def own_decisions(play: Play, seat: int) -> list[int]:
    """The positions in which this seat decided something."""
    rows = ((ply, one.row) for ply, one in enumerate(play.steps))
    return [ply - 1 for ply, row in rows if row and row.seat == seat and row.source not in NOT_DECIDED]


def undone(rows: Sequence[PlainRow]) -> dict[int, list[tuple[int, int]]]:
    """By the position to which moves were taken back: who did, and how many."""
    kept: list[int] = []
    found: dict[int, list[tuple[int, int]]] = {}
    for row in rows:
        if row.kind == RowKind.MOVE:
            kept.append(row.number)
        elif row.kind == RowKind.BACK:
            left = [number for number in kept if number <= int(row.text)]
            found.setdefault(len(left), []).append((row.seat, len(kept) - len(left)))
            kept = left
    return found
