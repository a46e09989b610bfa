"""How bots do against each other: `python benchmarks/bots.py --bot search-3 --selection base-2 --games 400`.

Two players, seats alternated on shared deals: each deal is played twice, once from either seat. A tie counts half; the
interval is Wilson's at 95 %. Milliseconds are CPU time of one process, view and guess included, over the decisions that
leave a choice. The same arguments give the same games.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time

if not sys.flags.safe_path:  # started as a script, whose own folder comes first
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

import engine
from engine.bots import BOTS

SELECTIONS: dict[str, tuple[int, tuple[str, ...]]] = {
    "base-1": (1, ()),
    "base-2": (2, ()),
    "market": (2, ("market",)),
    "company-1": (1, ("good-company",)),
    "company-2": (2, ("module-2", "good-company")),
    "everything": (
        2,
        ("market", "module-2", "good-company", "banquet", "helpers", "events", "orders", "hurdles"),
    ),
    "sp-plus": (1, ("sp-plus",)),
    "module-2": (2, ("module-2",)),
    "banquet": (2, ("banquet",)),
    "helpers": (2, ("market", "helpers")),
    "events": (2, ("market", "events")),
    "orders": (2, ("market", "orders")),
    "hurdles": (2, ("market", "hurdles")),
}
"""Edition and sets."""


@dataclass
class Tally:
    """What one bot has done in the games played so far."""

    games: int = 0
    won: float = 0.0
    points: list[int] = field(default_factory=list)
    against: list[float] = field(default_factory=list)
    took: list[float] = field(default_factory=list)

    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the share of games won."""
        z, n = 1.96, self.games
        share = self.won / n
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return middle - half, middle + half

    def line(self, name: str) -> str:
        low, high = self.interval()
        mine, theirs = sum(self.points) / self.games, sum(self.against) / self.games
        took = sorted(self.took)
        return (
            f"{name:28} {self.games:5} {100 * self.won / self.games:6.1f} %  {100 * low:5.1f} to {100 * high:5.1f}"
            f"  {mine:6.0f} {theirs:6.0f}  {sum(took) / len(took):7.2f} {took[int(len(took) * 0.99)]:7.1f} {took[-1]:7.1f}"
        )


HEAD = "{:28} {:>5} {:>8}  {:>14}  {:>6} {:>6}  {:>7} {:>7} {:>7}".format(
    "selection", "games", "won", "95 % interval", "points", "other", "ms", "99 %", "worst"
)


def play(options: engine.Options, bots: list[str], number: int, watched: int, tally: Tally) -> None:
    """One game on the `number`-th deal; its result and the times of one seat go into the tally."""
    deal = engine.make_deal(options, Random(f"deal {number}").randbytes(32))
    state, rng = engine.new_game(options, deal), Random(number)
    while not state.over:
        seat = engine.waiting_for(state)[0]
        moves = engine.legal_moves(state, seat)
        move = moves[0]
        if len(moves) > 1:
            began = process_time()
            view = engine.view_for(state, seat)
            move = BOTS[bots[seat]].choose(view, engine.guess(view, rng), rng)
            if seat == watched:
                tally.took.append(1000 * (process_time() - began))
        state = engine.advance(state.fork(), seat, move)
    scores = engine.final_scores(state)
    winners = sum(score.winner for score in scores)
    tally.games += 1
    tally.won += scores[watched].winner / winners
    tally.points.append(scores[watched].total)
    tally.against.append(max((score.total for score in scores if score.seat != watched), default=0))


def measured(options: engine.Options, bot: str, other: str, games: int, first: int) -> Iterator[Tally]:
    """The tally after each deal, which every seat has played once."""
    tally = Tally()
    for number in range(first, first + games // options.players):
        for seat in range(options.players):
            bots = [other] * options.players
            bots[seat] = bot
            play(options, bots, number, seat, tally)
        yield tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", choices=BOTS, default="search-3")
    parser.add_argument("--against", choices=BOTS, default="plain")
    parser.add_argument("--selection", nargs="+", choices=SELECTIONS, default=list(SELECTIONS)[:6], metavar="NAME")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    chosen = parser.parse_args()
    print(f"{chosen.bot} against {chosen.against}, {chosen.players} players\n{HEAD}")
    for name in chosen.selection:
        edition, sets = SELECTIONS[name]
        options = engine.Options(edition=edition, players=chosen.players, sets=sets)
        tally = Tally()
        for tally in measured(options, chosen.bot, chosen.against, chosen.games, chosen.first):
            if sys.stdout.isatty():
                print(f"{tally.line(name)}\r", end="", flush=True)
        print(tally.line(name), flush=True)


if __name__ == "__main__":
    main()
