"""`python -m tools.schedules [--seconds S] [--tables 3,4,5]`: search again for every stored schedule above its bound.

A better one replaces the stored one, so the command may run as often as there is time for; it never makes one worse.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable
from pathlib import Path
from time import process_time

from arbiter.schedules.bounds import Tables, bound, bound_of_two_legs, impossible
from arbiter.schedules.designs import LETTERS, StoredSchedule, lines, order_of, read_entries
from tools.schedules.annealing import Blocks, anneal, met_matrix, quality
from tools.schedules.splitting import both_legs
from tools.schedules.symmetric import search

DATA = Path(__file__).resolve().parents[2] / "arbiter" / "schedules" / "data"
FIELDS = range(5, 17)
GAMES = range(1, 16)


def write_entries(path: Path, table: int, entries: Iterable[StoredSchedule]) -> None:
    """Write a file of tables of one size."""
    lines = [
        f"# Tables of {table}: players, games each in one leg : first leg / second leg.",
        "# Found by `python -m tools.schedules`; the tests check every line from scratch.",
    ]
    lines += [f"{e.players} {e.games} : {_words(e.first)} / {_words(e.second)}" for e in entries]
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def _words(tables: Tables) -> str:
    return " ".join("".join(LETTERS[player - 1] for player in table) for table in tables)


def main() -> None:
    """Walk over all sizes; write after each table size and field."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--tables", default="3,4,5")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for table in map(int, options.tables.split(",")):
        path = DATA / f"tables-of-{table}.txt"
        entries = {(entry.players, entry.games): entry for entry in read_entries(path)} if path.exists() else {}
        for players in FIELDS:
            for games in GAMES:
                if impossible(players, table, games) is None:
                    key = players, games
                    entries[key] = better(entries.get(key), players, table, games, options.seconds, options.seed)
            write_entries(path, table, [entries[key] for key in sorted(entries)])
            print(
                table,
                players,
                [(e.games, *spreads(e)) for k, e in sorted(entries.items()) if k[0] == players],
                flush=True,
            )


def spreads(entry: StoredSchedule) -> tuple[int, int]:
    """The spread of one leg and of both."""
    single, double = legs(entry)
    return quality(met_matrix(entry.players, single))[0], quality(met_matrix(entry.players, single + double))[0]


def legs(entry: StoredSchedule) -> tuple[Blocks, Blocks]:
    """Both legs with players from 0."""
    return [[p - 1 for p in table] for table in entry.first], [[p - 1 for p in table] for table in entry.second]


def better(
    old: StoredSchedule | None, players: int, table: int, games: int, seconds: float, seed: int
) -> StoredSchedule:
    """The better of the stored entry and a new search, for one leg first and then for both."""
    one_goal, two_goal = bound(players, table, games).spread, bound_of_two_legs(players, table, games).spread
    first, second = legs(old) if old else ([], [])
    if not first or quality(met_matrix(players, first))[0] > one_goal:
        found = anneal(players, table, games, seconds=seconds / 2, goal=one_goal, seed=seed)
        if not first or quality(met_matrix(players, found)) < quality(met_matrix(players, first)):
            first, second = found, []
        if quality(met_matrix(players, first))[0] > one_goal:
            symmetric = search(players, table, games, seconds=seconds / 2, goal=one_goal, seed=seed)
            if symmetric:
                first, second = symmetric, []
    if not second or quality(met_matrix(players, first + second))[0] > two_goal:
        second = second_leg(first, second, players, table, games, two_goal, seconds, seed)
    if quality(met_matrix(players, first + second))[0] > two_goal:
        one_goal = quality(met_matrix(players, first))[0]
        both = both_legs(players, table, games, seconds=seconds, goals=(one_goal, two_goal), seed=seed)
        first, second = both or from_plane(players, table, games) or (first, second)
    return StoredSchedule(players, games, _from_one(first), _from_one(second))


def from_plane(players: int, table: int, games: int) -> tuple[Blocks, Blocks] | None:
    """Both legs as rounds of an affine plane, in which no pair meets twice, or None where there is none long enough."""
    order = order_of(players, table)
    if order is None or 2 * games > order + 1:
        return None
    blocks = [[player - 1 for player in block] for block in lines(order)]
    leg = games * order
    return blocks[:leg], blocks[leg : 2 * leg]


def second_leg(
    first: Blocks, old: Blocks, players: int, table: int, games: int, goal: int, seconds: float, seed: int
) -> Blocks:
    """The first leg with its players renamed, so that both together are even; else any tables that do better."""
    chance = random.Random(seed)
    end = process_time() + seconds / 2
    met = met_matrix(players, first)
    best = old or first
    best_quality = quality(met_matrix(players, first + best))
    while best_quality[0] > goal and process_time() < end:
        names = list(range(players))
        chance.shuffle(names)
        _rename(met, names, chance)
        found = [sorted(names[player] for player in block) for block in first]
        if (reached := quality(met_matrix(players, first + found))) < best_quality:
            best, best_quality = found, reached
    if best_quality[0] > goal:
        found = anneal(players, table, games, seconds=seconds / 2, goal=goal, seed=seed, before=met)
        if quality(met_matrix(players, first + found))[0] < best_quality[0]:
            best = found
    return best


def _rename(met: list[list[int]], names: list[int], chance: random.Random) -> None:
    """Exchange two names as long as that makes the sum of both legs more even."""
    count = len(names)
    place = [0] * count
    for old, new in enumerate(names):
        place[new] = old
    improved = True
    while improved:
        improved = False
        pairs = [(a, b) for a in range(count) for b in range(a)]
        chance.shuffle(pairs)
        for a, b in pairs:
            delta = 0
            for x in range(count):
                if x not in (a, b):
                    delta += (met[names[a]][names[x]] - met[names[b]][names[x]]) * (met[b][x] - met[a][x])
            if delta < 0:
                names[a], names[b] = names[b], names[a]
                improved = True


def _from_one(blocks: Blocks) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(tuple(sorted(player + 1 for player in block)) for block in blocks))


if __name__ == "__main__":
    main()
