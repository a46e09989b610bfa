"""Rounds of measuring: in each the site begins anew, games are asked for in turn, moved in, and asked for again.

In correspondence a page is opened because somebody has moved. So what counts is a game that lies between hundreds of others
and has a new move; asking the same unchanged games again and again is a column of its own.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean

from .asks import Ask
from .driver import Driver, Sample
from .kinds import FLOORS, HIT, Kind

ALONE = 45
"""How often a page is asked for that is the only one of its kind."""
FLOOR = 30
"""Requests of each look at the floor, one before every kind."""

Objects = Sequence[Sequence[Ask]]
Found = Iterator[tuple[Kind, str, Sample]]


@dataclass
class Figures:
    """The samples of one kind by column and round.

    `first`: the first such request since the process began. `new`: of games that the process has not seen. `turn`: of all
    games in turn, with moves since. `hit`: of a few unchanged games again and again.
    """

    columns: dict[str, dict[int, list[Sample]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))

    def by_round(self, column: str) -> dict[int, float]:
        """Milliseconds of CPU in each round."""
        return {number: mean(sample.cpu for sample in some) for number, some in self.columns[column].items()}

    def samples(self, column: str) -> list[Sample]:
        return list(itertools.chain.from_iterable(self.columns[column].values()))


def measure_round(
    number: int, kinds: Sequence[Kind], drivers: Mapping[str, Driver], asks: Mapping[str, Mapping[str, Objects]]
) -> Found:
    """One round: kind, column of `Figures` and sample, as they come."""
    inside = {kind.key: kind for kind in kinds if kind.moved == "itself"}
    for kind in kinds:
        if kind.moved == "itself":
            continue
        for floor in FLOORS:
            yield floor, "turn", drivers["floor"].sample(asks["floor"][floor.key][0][:FLOOR])
        objects = asks["site"][kind.key]
        yield from (
            _moved(number, kind, inside, drivers["site"], objects)
            if kind.moved
            else _still(kind, drivers["site"], objects)
        )


def _still(kind: Kind, driver: Driver, objects: Objects) -> Found:
    """Pages of which nothing changes in between."""
    first, *others = [driver.primed(asks) for asks in objects]
    yield kind, "first", driver.sample(first[:1])
    if not others:
        yield kind, "turn", driver.sample(first * ALONE)
        return
    yield kind, "new", driver.sample(itertools.chain.from_iterable(others))
    yield kind, "turn", driver.sample(itertools.chain(first, *others))
    yield from _hit(kind, driver, [asks[0] for asks in (first, *others)])


def _moved(number: int, kind: Kind, inside: Mapping[str, Kind], driver: Driver, objects: Objects) -> Found:
    """The pages of games that go on, and with those of the base game the moves and whole visits.

    Each object is a page and a move in turn, both of whoever makes that move.
    """
    visits = inside if kind.key == "base" else {}
    at = 2 * number * (2 if kind.key == "base" else 1)
    pages = [asks[at] for asks in objects]
    yield kind, "first", driver.sample(pages[:1])
    yield kind, "new", driver.sample(pages[1:])
    moves = driver.sample(asks[at + 1] for asks in objects)
    if "move" in visits:
        yield visits["move"], "turn", moves
    pages = [asks[at + 2] for asks in objects]
    yield kind, "turn", driver.sample(pages)
    yield from _hit(kind, driver, pages)
    if kind.key == "base":
        visit = driver.sample(itertools.chain.from_iterable((*asks[at + 2 : at + 4], asks[at + 2]) for asks in objects))
        if "visit" in visits:
            yield visits["visit"], "turn", visit


def _hit(kind: Kind, driver: Driver, pages: Sequence[Ask]) -> Found:
    driver.sample(pages[:HIT])
    yield kind, "hit", driver.sample(pages[:HIT] * 3)
