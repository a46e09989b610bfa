"""Both legs at once: an even schedule of twice the games, cut into two halves that are even as well."""

from __future__ import annotations

import random
from time import process_time

from tools.schedules.annealing import Blocks, anneal, met_matrix, quality
from tools.schedules.symmetric import search


def both_legs(
    players: int, table: int, games: int, *, seconds: float, goals: tuple[int, int], seed: int
) -> tuple[Blocks, Blocks] | None:
    """Two legs whose spreads of meetings are `goals[0]` each and `goals[1]` together, or None."""
    end = process_time() + seconds
    chance = random.Random(seed)
    while process_time() < end:
        draw = chance.randrange(10**9)
        whole: Blocks | None = anneal(players, table, 2 * games, seconds=seconds / 8, goal=goals[1], seed=draw)
        if not whole or quality(met_matrix(players, whole))[0] > goals[1]:
            whole = search(players, table, 2 * games, seconds=seconds / 8, goal=goals[1], seed=draw)
        if whole:
            for _ in range(20):
                halves = _cut(whole, players, games, goals[0], chance, tries=4000)
                if halves or process_time() > end:
                    break
            if halves:
                return halves
    return None


def _cut(
    whole: Blocks, players: int, games: int, goal: int, chance: random.Random, tries: int
) -> tuple[Blocks, Blocks] | None:
    """Half of the tables at which everybody plays `games` games, by depth-first search in random order."""
    tables = whole[:]
    chance.shuffle(tables)
    tables.sort(key=min)  # the player with the lowest number is settled first
    left = [games] * players
    taken: list[int] = []
    budget = tries

    def go(start: int) -> bool:
        nonlocal budget
        budget -= 1
        if budget < 0:
            return False
        if not any(left):
            half = [tables[index] for index in taken]
            rest = [tables[index] for index in range(len(tables)) if index not in set(taken)]
            return max(quality(met_matrix(players, half))[0], quality(met_matrix(players, rest))[0]) <= goal
        for index in range(start, len(tables)):
            if all(left[player] for player in tables[index]):
                for player in tables[index]:
                    left[player] -= 1
                taken.append(index)
                if go(index + 1):
                    return True
                taken.pop()
                for player in tables[index]:
                    left[player] += 1
            if left[tables[index][0]] and not any(tables[index][0] in table for table in tables[index + 1 :]):
                return False
        return False

    if go(0):
        chosen = set(taken)
        return [tables[i] for i in taken], [tables[i] for i in range(len(tables)) if i not in chosen]
    return None
