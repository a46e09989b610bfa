"""How long a round of the FIDE Dutch system takes: `python benchmarks/pairing.py [players ...]`.

Simulated tournaments of 9 rounds: the better rating wins by the logistic formula, one player in forty asks for a
half-point bye, one in a hundred does not turn up. Times are CPU seconds of `pair_round`; the colours, boards and
standings of the simulation are not counted.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from arbiter.pairing.dutch.field import DutchPlayer, Field, Past
from arbiter.pairing.dutch.rounds import Pairing, pair_round
from arbiter.pairing.violations import Colour

ROUNDS = 9
TARGETS = {100: 0.1, 500: 1.0, 1000: 4.0}


def play(field: Field, pairing: Pairing, strength: dict[int, float], chance: random.Random) -> Field:
    """The field after the round: results drawn by strength, a few forfeits."""
    past: dict[int, Past] = {number: Past(points=5) for number in field.absent}
    for white, black in pairing.pairs:
        points, played = result(strength[white] - strength[black], chance)
        past[white] = Past(points, black, Colour.WHITE, played)
        past[black] = Past(10 - points, white, Colour.BLACK, played)
    if pairing.bye is not None:
        past[pairing.bye] = Past(points=10, bye=True)
    players = tuple(replace(player, past=(*player.past, past[player.number])) for player in field.players)
    absent = frozenset(player.number for player in players if chance.random() < 1 / 40)
    return replace(field, players=players, absent=absent)


def result(lead: float, chance: random.Random) -> tuple[int, bool]:
    """White's points in tenths, and whether the game was played."""
    if chance.random() < 1 / 100:
        return 10 * chance.randrange(2), False
    expected = 1 / (1 + 10 ** (-lead / 400))
    if chance.random() < 0.3:
        return 5, True
    return (10 if chance.random() < expected else 0), True


def measure(size: int, seed: int) -> list[float]:
    """CPU seconds of every round of one tournament."""
    chance = random.Random(seed)
    strength = {number: 2400 - 1200 * number / size + chance.gauss(0, 80) for number in range(1, size + 1)}
    field = Field(tuple(DutchPlayer(number) for number in range(1, size + 1)), rounds=ROUNDS)
    seconds = []
    for _ in range(ROUNDS):
        start = time.process_time()
        pairing = pair_round(field)
        seconds.append(time.process_time() - start)
        field = play(field, pairing, strength, chance)
    return seconds


def main() -> None:
    """Print a line for each size."""
    for size in [int(word) for word in sys.argv[1:]] or list(TARGETS):
        seconds = [second for seed in range(3) for second in measure(size, seed)]
        target = f", target {TARGETS[size]} s" if size in TARGETS else ""
        print(
            f"{size} players: median {statistics.median(seconds):.3f} s a round, worst {max(seconds):.3f} s, "
            f"{len(seconds)} rounds{target}"
        )


if __name__ == "__main__":
    main()
