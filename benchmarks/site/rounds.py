"""Rounds of measuring: in each the site begins anew, and everything is asked once, the floor in between, in a new order."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .asks import Ask
from .driver import BROWSER, Driver, Sample
from .kinds import FLOORS, OF_EACH, Kind

WARM, WARM_SECONDS = 45, 1.5
COMPRESSED, COMPRESSED_SECONDS = 15, 0.8
FLOOR, FLOOR_SECONDS = 60, 1.0
FLOOR_EVERY = 6
"""So many kinds are measured between two looks at the floor."""

Objects = Sequence[Sequence[Ask]]


@dataclass
class Figures:
    """The samples of one kind, one a round at most.

    `first`: the first such request since the process began. `cold`: of games that the process has not seen, others of
    the kind it has. `warm`: of what it has seen. `compressed`: warm, for a browser that takes compressed answers.
    """

    first: dict[int, Sample] = field(default_factory=dict)
    cold: dict[int, Sample] = field(default_factory=dict)
    warm: dict[int, Sample] = field(default_factory=dict)
    compressed: dict[int, Sample] = field(default_factory=dict)


def measure_round(
    number: int, kinds: Sequence[Kind], drivers: Mapping[str, Driver], asks: Mapping[str, Mapping[str, Objects]]
) -> Iterator[tuple[Kind, str, Sample]]:
    """One round: kind, column of `Figures` and sample, as they come."""
    order = list(kinds)
    random.Random(number).shuffle(order)
    for place, kind in enumerate(order):
        if place % FLOOR_EVERY == 0:
            for floor in FLOORS:
                pages = itertools.cycle(asks["floor"][floor.key][0])
                yield floor, "warm", drivers["floor"].sample(pages, most=FLOOR, seconds=FLOOR_SECONDS)
        yield from _measure(number, kind, drivers[kind.server], asks[kind.server][kind.key])


def _measure(number: int, kind: Kind, driver: Driver, objects: Objects) -> Iterator[tuple[Kind, str, Sample]]:
    once = objects[0][0].once
    if once:
        objects = objects[OF_EACH * number : OF_EACH * (number + 1)]
    objects = [driver.primed(asks) for asks in objects]
    yield kind, "first", driver.sample([objects[0][0]], most=1, seconds=10)
    if len(objects) > 1:
        yield kind, "cold", driver.sample([asks[0] for asks in objects[1:]], most=OF_EACH, seconds=10)
    warm = _warm(objects)
    sample = driver.sample(warm, most=WARM, seconds=WARM_SECONDS)
    yield kind, "warm", sample
    if not once and driver.sample(warm, most=1, seconds=1, headers=BROWSER).is_compressed:
        yield (
            kind,
            "compressed",
            driver.sample(warm, most=COMPRESSED, seconds=COMPRESSED_SECONDS, headers=BROWSER),
        )


def _warm(objects: Objects) -> Iterator[Ask]:
    """The requests that follow, object by object in turn; what can be asked once only ends."""
    if objects[0][0].once:
        return itertools.chain.from_iterable(zip(*(asks[1:] for asks in objects), strict=True))
    return itertools.cycle(list(itertools.chain.from_iterable(zip(*objects, strict=True))))
