"""How long a Swiss round at tables takes and how good it is: `python benchmarks/tables.py [players ...] [--exact]`.

Simulated tournaments: final places are drawn by strength (Plackett and Luce). For each size: CPU seconds of
`pair_tables`, pairs that met before, players whose seats are more than one game apart. With `--exact` every round of
small fields is compared with the best there is, found by integer programming (highspy).
"""

from __future__ import annotations

import math
import random
import statistics
import sys
import time
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from arbiter.pairing.tables.field import Field, Player, Sizes, match_points
from arbiter.pairing.tables.rounds import TableRound, pair_tables

ROUNDS = {16: 5, 17: 5, 18: 5, 19: 5, 20: 5, 24: 5, 32: 5, 50: 6, 64: 6, 100: 8, 250: 7, 500: 8, 1000: 9}


class SimulatedTournament:
    """A simulated tournament: results as they fall, and the field of the next round."""

    def __init__(self, size: int, seed: int, sizes: Sizes | None = None) -> None:
        self.chance = random.Random(seed)
        self.strength = {number: self.chance.gauss(0, 0.7) for number in range(1, size + 1)}
        self.points = dict.fromkeys(self.strength, Fraction(0))
        self.past: list[tuple[int, ...]] = []
        self.sizes, self.seed = sizes or Sizes(), seed

    def field(self) -> Field:
        """Who plays the next round, after what."""
        players = tuple(Player(number, points) for number, points in self.points.items())
        return Field(players, tuple(self.past), self.sizes, self.seed)

    def play(self, tables: tuple[tuple[int, ...], ...]) -> None:
        """Draw the results of a round."""
        for table in tables:
            drawn = {number: self.strength[number] + self._luck() for number in table}
            points = match_points([1 + sum(other > drawn[number] for other in drawn.values()) for number in table])
            for number, won in zip(table, points, strict=True):
                self.points[number] += won
            self.past.append(table)

    def _luck(self) -> float:
        """Gumbel noise: sorting by strength plus noise draws an order after Plackett and Luce."""
        return -math.log(-math.log(self.chance.random() or 0.5))


def measure(size: int, rounds: int, seed: int) -> tuple[list[float], list[TableRound]]:
    """CPU seconds and results of every round of one tournament."""
    tournament = SimulatedTournament(size, seed)
    seconds, found = [], []
    for _ in range(rounds):
        field = tournament.field()
        start = time.process_time()
        found.append(pair_tables(field))
        seconds.append(time.process_time() - start)
        tournament.play(found[-1].tables)
    return seconds, found


def compare(size: int, rounds: int, seed: int) -> list[str]:
    """A line for each round after the first: ours beside the best there is."""
    from tests.arbiter.tables.exact import best_round

    tournament, lines = SimulatedTournament(size, seed), []
    for number in range(1, rounds + 1):
        field = tournament.field()
        found = pair_tables(field)
        tournament.play(found.tables)
        if number > 1:
            ours, best = found.report, best_round(field, field.sizes.of(size))
            ratio = float(ours.spread / best.spread) if best.spread else 1.0 + float(ours.spread)
            lines.append(
                f"{size} players, round {number}: repeats {ours.repeats} of {best.repeats}, unfairness {ours.unfairness} "
                f"of {best.unfairness}, spread {ratio:.3f} of the least, {ours.uneven_seats} uneven"
            )
    return lines


def main() -> None:
    """Print a line for each size, or with `--exact` for each round of small fields."""
    if "--exact" in sys.argv:
        for size in [int(word) for word in sys.argv[1:] if word.isdigit()] or range(8, 21):
            for line in compare(size, 5, seed=0):
                print(line, flush=True)
        return
    for size in [int(word) for word in sys.argv[1:]] or list(ROUNDS):
        runs = [measure(size, ROUNDS.get(size, 5), seed) for seed in range(3)]
        seconds = [second for run in runs for second in run[0]]
        repeats = [sum(one.report.repeats for one in run[1]) for run in runs]
        even = [
            100 - 100 * statistics.mean(run[1][r].report.uneven_seats for run in runs) / size
            for r in range(len(runs[0][1]))
        ]
        print(
            f"{size} players, {ROUNDS.get(size, 5)} rounds: median {statistics.median(seconds):.3f} s, "
            f"worst {max(seconds):.3f} s; repeats {repeats}; seats within one after each round, per cent: "
            + " ".join(f"{share:.0f}" for share in even),
            flush=True,
        )


if __name__ == "__main__":
    main()
