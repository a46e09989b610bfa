"""Simulated annealing over whole schedules: exchange two players of two tables; meetings as equal as possible."""

from __future__ import annotations

import math
import random
from time import process_time

Blocks = list[list[int]]
Matrix = list[list[int]]


def met_matrix(players: int, blocks: Blocks) -> Matrix:
    """How often each pair meets; players from 0."""
    met = [[0] * players for _ in range(players)]
    for block in blocks:
        for one in block:
            for other in block:
                if one != other:
                    met[one][other] += 1
    return met


def quality(met: Matrix) -> tuple[int, int]:
    """Spread of meetings, then the sum of their squares; smaller is better."""
    counts = [count for one, row in enumerate(met) for count in row[:one]]
    return max(counts) - min(counts), sum(count * count for count in counts)


def dealt(players: int, table: int, games: int, chance: random.Random) -> Blocks:
    """Random tables at which everybody plays the right number of games and nobody sits twice."""
    while True:
        left = [games] * players
        blocks: Blocks = []
        for _ in range(players * games // table):
            order = sorted(range(players), key=lambda player: (-left[player], chance.random()))
            block = order[:table]
            if left[block[-1]] == 0:
                break
            for player in block:
                left[player] -= 1
            blocks.append(block)
        else:
            return blocks


def anneal(
    players: int, table: int, games: int, *, seconds: float, goal: int, seed: int, before: Matrix | None = None
) -> Blocks:
    """The best tables found within `seconds` of CPU time; stops when the spread is `goal`. `before` counts as played."""
    chance = random.Random(seed)
    end = process_time() + seconds
    best: Blocks = []
    best_quality = (10**9, 10**9)
    while process_time() < end:
        blocks = dealt(players, table, games, chance)
        met = met_matrix(players, blocks)
        if before is not None:
            met = [[a + b for a, b in zip(one, two, strict=True)] for one, two in zip(met, before, strict=True)]
        _cool(blocks, met, chance, steps=3000 * len(blocks), end=end, goal=goal)
        found = quality(met)
        if found < best_quality:
            best, best_quality = [sorted(block) for block in blocks], found
        if best_quality[0] <= goal:
            break
    return best


def _cool(blocks: Blocks, met: Matrix, chance: random.Random, *, steps: int, end: float, goal: int) -> None:
    sets = [set(block) for block in blocks]
    draw, count, size = chance.random, len(blocks), len(blocks[0])
    if count < 2:
        return
    heat = 4.0
    cooling = (0.15 / heat) ** (1 / steps)
    for step in range(steps):
        heat *= cooling
        if step & 4095 == 0 and (process_time() > end or quality(met)[0] <= goal):
            return
        one, other = int(draw() * count), int(draw() * count)
        here, there = int(draw() * size), int(draw() * size)
        mine, theirs = sets[one], sets[other]
        a, b = blocks[one][here], blocks[other][there]
        if one == other or a in theirs or b in mine:
            continue
        row_a, row_b = met[a], met[b]
        left = [x for x in mine if x not in theirs and x != a]
        right = [y for y in theirs if y not in mine and y != b]
        delta = 2 * (len(left) + len(right))
        for x in left:
            delta += 2 * (row_b[x] - row_a[x])
        for y in right:
            delta += 2 * (row_a[y] - row_b[y])
        if delta > 0 and draw() >= math.exp(-delta / heat):
            continue
        for x in left:
            row_a[x] -= 1
            row_b[x] += 1
            met[x][a] -= 1
            met[x][b] += 1
        for y in right:
            row_b[y] -= 1
            row_a[y] += 1
            met[y][b] -= 1
            met[y][a] += 1
        blocks[one][here], blocks[other][there] = b, a
        mine.remove(a)
        mine.add(b)
        theirs.remove(b)
        theirs.add(a)
