"""How long a rebuild of all ratings takes: `python benchmarks/ratings.py [games]`, a million by default.

Games of two to five players (3.5 on average), drawn for 20,000 players of whom some play far more than others; every
game counts in its own pool and in the overall one. The games are made and handed over in batches and only the work on
them is timed, in CPU seconds: judging (leavers, bots, short games), which is done once when a game ends, and rating,
which is what a rebuild does with judged games. A shorter run in several batch sizes, each batch
beginning from the stored figures of the one before, must end in the same bits.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from arbiter.ratings.games import Ladder, RatedGame, Store, judge
from arbiter.results import Ending, Game, Left, Sat, Tenure
from benchmarks.calibration import units_per_second

PLAYERS = 20_000
TARGET = 10.0  # CPU seconds for a million games
VARIANTS = ("first", "second", "second+market", "first+banquet")
SPEEDS = ("live", "days", "weeks")


def finished_games(count: int, seed: int = 1) -> Iterator[Game]:
    """Games in order of finishing: one in fifty has a leaver, one in two hundred breaks off early."""
    chance = Random(seed)
    strength = [chance.gauss(0, 1) for _ in range(PLAYERS)]
    for number in range(count):
        size = 2 + number % 4
        people: set[int] = set()
        while len(people) < size:
            people.add(int(PLAYERS * chance.random() ** 3))
        order = sorted(people, key=lambda player: chance.expovariate(1.0) / 2.718 ** strength[player])
        leaver = order[-1] if chance.random() < 0.02 else None
        breaks_off = leaver is not None and chance.random() < 0.25
        rounds = 1 if breaks_off and number % 2 else 6
        seats = tuple(
            Sat(
                (Tenure(player, Left(100, min(3, rounds)) if player == leaver else None),),
                vp=0,
                place=None if breaks_off else order.index(player) + 1,
            )
            for player in people
        )
        yield Game(number, seats, rounds, Ending.BROKEN_OFF if breaks_off else Ending.SCORED)


def rated_games(games: Iterator[Game]) -> list[RatedGame]:
    """The games that are rated."""
    found = []
    for game in games:
        variant, speed = VARIANTS[game.number // 7 % 4], SPEEDS[game.number // 3 % 3]
        judged = judge(game, at=game.number * 1000, variant=variant, speed=speed)
        if isinstance(judged, RatedGame):
            found.append(judged)
    return found


def timed(count: int, batch: int = 20_000) -> tuple[float, float, Store]:
    """CPU seconds of judging and of rating in both pools, and the store."""
    games, ladder = finished_games(count), Ladder()
    judging = rating = 0.0
    while block := list(islice(games, batch)):
        began = time.process_time()
        rated = rated_games(iter(block))
        judging += time.process_time() - began
        began = time.process_time()
        ladder.rate(rated)
        rating += time.process_time() - began
    return judging, rating, ladder.store()


def told(count: int) -> tuple[float, int]:
    """CPU seconds of rating with a history, which is only counted here, and how many changes it has."""
    changes = [0]

    def hear(_: int, __: str, players: tuple[int, ...], *___: object) -> None:
        changes[0] += len(players)

    games, ladder, rating = finished_games(count), Ladder(), 0.0
    while block := list(islice(games, 20_000)):
        rated = rated_games(iter(block))
        began = time.process_time()
        ladder.rate(rated, hear)
        rating += time.process_time() - began
    return rating, changes[0]


def in_batches(games: list[RatedGame], batch: int) -> Store:
    """The store after all games, rated in batches with a new ladder each."""
    store = Store({})
    for first in range(0, len(games), batch):
        ladder = Ladder(store=store)
        ladder.rate(games[first : first + batch])
        store = ladder.store()
    return store


def digest(store: Store) -> str:
    """A short name for all figures to the last bit."""
    lines = (f"{key} {rating.value.hex()} {rating.games}" for key, rating in sorted(store.ratings.items()))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def main() -> None:
    """Print the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    units = units_per_second(2)
    judging, rating, store = timed(count)
    print(f"{count:,} games, {len(store.ratings):,} ratings; one calibration unit is 1/{units:,.0f} CPU second")
    for name, seconds in (
        ("judging (is it rated, who stands where)", judging),
        ("rating, own pool and overall", rating),
        ("judging and rating, both pools", judging + rating),
    ):
        print(f"{name:42} {seconds:7.2f} s  {count / seconds:10,.0f} games/s  {count / seconds / units:.3f} per unit")
    seconds, changes = told(count)
    print(f"{f'rating with a history of {changes:,} changes':42} {seconds:7.2f} s  {count / seconds:10,.0f} games/s")
    allowed = TARGET * count / 1_000_000
    for name, seconds in (("a rebuild", rating), ("a rebuild that judges anew", judging + rating)):
        print(f"{name}: {seconds:.2f} s, {'within' if seconds <= allowed else 'OVER'} the {allowed:.2f} s allowed")
    few = rated_games(finished_games(min(count, 30_000)))
    digests = {batch: digest(in_batches(few, batch)) for batch in (997, 10_000, len(few))}
    print(f"{len(few):,} games in batches of {', '.join(map(str, digests))}: {', '.join(digests.values())}")
    if len(set(digests.values())) != 1:
        raise SystemExit("The figures depend on the size of the batches.")


if __name__ == "__main__":
    main()
