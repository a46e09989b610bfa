"""Positions that this process has replayed: the next request for a game replays only what is new.

A log only grows, so what followed from its rows stays true. Each reader checks the last of them, which uncovers a log that was
rolled back, or a database that was restored. The cache belongs to `positions.load`, leaves it through `engine.view_for` only, and
is never written anywhere, because it knows all that is hidden.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple, NoReturn, overload

import engine
from games.cache import Cache
from games.models import Game, PlainRow

LEAST = 20
"""Steps of a running game that are kept at least. Its page needs those of the present round and the last lines."""
STEP, ROW = 0.9, 0.25
"""Kilobytes that a step and a row take."""
MOST = 32_000.0
"""Kilobytes: some 700 running games, or 250 finished ones."""


class PlayedStep(NamedTuple):
    """One step of the replay with the log row it came from; the opening has none."""

    row: PlainRow | None
    step: engine.Step

    @property
    def number(self) -> int:
        return self.row.number if self.row else 0


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Walk:
    """The rows of a log and the steps they led to, without the first `start`; `course` is what `Play.of_course` remembers."""

    rows: list[PlainRow]
    last: tuple[PlayedStep, ...]
    start: int = 0
    course: dict[tuple[str, str | None], Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Walk of {len(self.rows)} rows>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("Positions know what is hidden; they are not to be written anywhere.")


class Steps(Sequence[PlayedStep]):
    """The opening and every move in force, each with the position after it. Early ones are replayed only when asked for."""

    def __init__(self, last: Sequence[PlayedStep], start: int, replay: Callable[[], Sequence[PlayedStep]]) -> None:
        self._last, self.start, self._replay = tuple(last), start, replay

    def __len__(self) -> int:
        return self.start + len(self._last)

    def __iter__(self) -> Iterator[PlayedStep]:
        if self.start:
            self[0]  # replays those before
        return iter(self._last)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Steps) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    @overload
    def __getitem__(self, at: int) -> PlayedStep: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[PlayedStep]: ...
    def __getitem__(self, at: int | slice) -> PlayedStep | Sequence[PlayedStep]:
        if isinstance(at, slice):
            places = range(*at.indices(len(self)))
            return [self[place] for place in places] if self.start else [self._last[place] for place in places]
        place = at + len(self) if at < 0 else at
        if place < 0:
            raise IndexError(at)
        if place < self.start:
            self._last, self.start = tuple(self._replay()), 0
        return self._last[place - self.start]

    def after(self, number: int) -> int:
        """The first step that a row above this number led to; how many there are if none is."""
        if self.start and self._last[0].number > number + 1:
            self[0]  # replays those before, of which some are above
        return self.start + bisect_right(self._last, number, key=attrgetter("number"))

    def going_on(self, added: Sequence[PlayedStep]) -> "Steps":
        return Steps((*self._last, *added), self.start, lambda: [*self, *added])

    def walk(self, rows: list[PlainRow], *, whole: bool) -> Walk:
        """What to keep of them: all that is here, or the present round and some steps before."""
        start = self.start if whole else max(self.start, len(self) - LEAST)
        while start > self.start and self[start].step.state.round == self[-1].step.state.round:
            start -= 1
        return Walk(rows, self._last[start - self.start :], start)


positions: Cache[Walk] = Cache(MOST, lambda walk: STEP * len(walk.last) + ROW * len(walk.rows))
"""What was replayed last of each game, at whatever version that was, by `key_of`."""


def key_of(game: Game) -> tuple[int, int, str]:
    return game.pk, game.rules_version, game.commitment


def clear() -> None:
    positions.clear()
