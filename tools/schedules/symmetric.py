"""Search among schedules that a rotation of the players leaves as they are (Kramer and Mesner's reduction)."""

from __future__ import annotations

import random
from itertools import combinations
from time import process_time

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
TABU = 6


def rotations(players: int) -> list[list[int]]:
    """Permutations made of equal cycles and at most two fixed players, long cycles first."""
    found = []
    for length in range(players, 1, -1):
        fixed = players % length
        if fixed <= 2:
            image = list(range(players))
            for start in range(0, players - fixed, length):
                for place in range(length):
                    image[start + place] = start + (place + 1) % length
            found.append(image)
    return found


class Orbits:
    """The orbits of tables and of pairs under one rotation, and how often an orbit of tables makes each pair meet."""

    def __init__(self, players: int, table: int, image: list[int]) -> None:
        self.blocks = _orbits(list(combinations(range(players), table)), image)
        pairs = _orbits(list(combinations(range(players), 2)), image)
        points = _orbits([(player,) for player in range(players)], image)
        self.pair_size = np.array([len(orbit) for orbit in pairs])
        self.length = np.array([len(orbit) for orbit in self.blocks])
        pair_of = {pair: index for index, orbit in enumerate(pairs) for pair in orbit}
        point_of = {point[0]: index for index, orbit in enumerate(points) for point in orbit}
        self.meet = np.zeros((len(self.blocks), len(pairs)), dtype=np.int64)
        self.play = np.zeros((len(self.blocks), len(points)), dtype=np.int64)
        for index, orbit in enumerate(self.blocks):
            for pair in combinations(orbit[0], 2):
                self.meet[index, pair_of[pair]] += 1
            for point in orbit[0]:
                self.play[index, point_of[point]] += 1
        point_size = np.array([len(orbit) for orbit in points])
        self.meet = self.meet * self.length[:, None] // self.pair_size
        self.play = self.play * self.length[:, None] // point_size


def _orbits(sets: list[tuple[int, ...]], image: list[int]) -> list[list[tuple[int, ...]]]:
    seen: set[tuple[int, ...]] = set()
    found = []
    for start in sets:
        if start in seen:
            continue
        orbit = []
        here = start
        while here not in seen:
            seen.add(here)
            orbit.append(here)
            here = tuple(sorted(image[player] for player in here))
        found.append(orbit)
    return found


def search(players: int, table: int, games: int, *, seconds: float, goal: int, seed: int) -> list[list[int]] | None:
    """Tables with a spread of at most `goal` and everybody's right number of games, or None."""
    chance = random.Random(seed)
    every = [Orbits(players, table, image) for image in rotations(players)]
    count = players * games // table
    end = process_time() + seconds
    misses: set[int] = set()
    while process_time() < end and len(misses) < len(every):
        for index, orbits in enumerate(every):
            if index in misses:
                continue
            chosen = _lengths(orbits, count, chance)
            if chosen is None:
                misses.add(index)
                continue
            found = _tabu(orbits, chosen, games, goal, chance)
            if found is not None:
                return [list(block) for orbit in found for block in orbits.blocks[orbit]]
            if process_time() > end:
                break
    return None


def _lengths(orbits: Orbits, count: int, chance: random.Random) -> list[int] | None:
    """Orbits of tables at random whose lengths add up to the number of tables."""
    by_length = {int(length): np.flatnonzero(orbits.length == length) for length in np.unique(orbits.length)}
    for _ in range(50):
        left, chosen = count, []
        while left:
            fitting = [length for length in by_length if length <= left]
            if not fitting:
                break
            length = max(fitting) if chance.random() < 0.8 else chance.choice(fitting)
            chosen.append(int(chance.choice(by_length[length].tolist())))
            left -= length
        else:
            return chosen
    return None


def _tabu(orbits: Orbits, chosen: list[int], games: int, goal: int, chance: random.Random) -> list[int] | None:
    met: Ints = orbits.meet[chosen].sum(axis=0)
    played: Ints = orbits.play[chosen].sum(axis=0)
    closed: dict[int, int] = {}
    for step in range(150):
        if (played == games).all() and int(met.max() - met.min()) <= goal:
            return chosen
        best: tuple[float, int, int] | None = None
        for place in chance.sample(range(len(chosen)), min(len(chosen), 6)):
            old = chosen[place]
            same = np.flatnonzero(orbits.length == orbits.length[old])
            trial = met - orbits.meet[old] + orbits.meet[same]
            turns = played - orbits.play[old] + orbits.play[same] - games
            cost = (orbits.pair_size * trial * trial).sum(axis=1) + 200.0 * (turns * turns).sum(axis=1)
            for taboo, until in closed.items():
                if until > step:
                    cost[same == taboo] += 10**6
            cost[same == old] += 10**6
            pick = int(cost.argmin())
            if best is None or cost[pick] < best[0]:
                best = (float(cost[pick]), place, int(same[pick]))
        if best is None:
            return None
        _, place, new = best
        closed[chosen[place]] = step + TABU
        met = met - orbits.meet[chosen[place]] + orbits.meet[new]
        played = played - orbits.play[chosen[place]] + orbits.play[new]
        chosen[place] = new
    return None
