"""How far apart the bots are: `python -m benchmarks.bots --pairs rung-2:rung-1 --players 2 4 --selection base-1 --games 400`.

Both bots of a pair sit at one table, in turn round it (with three or five, each in turn has the place more), on shared deals:
each deal is played as often as it has seats, everybody one place further each time. A seat beats a seat by its place at the
end, a tie counts half; Elo is that share as a difference of ratings, its 95 % interval from the spread between deals.
Milliseconds are CPU time of one process, view and guess included, over the decisions that leave a choice. The same
arguments give the same games. `--alike NAME` seats one bot alone and prints its points and the rubles it keeps.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import log10, sqrt
from pathlib import Path
from random import Random
from time import process_time

if not sys.flags.safe_path:  # started as a script, whose own folder comes first
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

import engine
from engine.bots import BOTS, Bot

SELECTIONS: dict[str, tuple[int, tuple[str, ...]]] = {
    "base-1": (1, ()),
    "base-2": (2, ()),
    "market": (2, ("market",)),
    "company-1": (1, ("good-company",)),
    "company-2": (2, ("module-2", "good-company")),
    "everything": (2, ("market", "module-2", "good-company", "banquet", "helpers", "events", "orders", "hurdles")),
    "sp-plus": (1, ("sp-plus",)),
    "module-2": (2, ("module-2",)),
    "banquet": (2, ("banquet",)),
    "helpers": (2, ("market", "helpers")),
    "events": (2, ("market", "events")),
    "orders": (2, ("market", "orders")),
    "hurdles": (2, ("market", "hurdles")),
}
"""Edition and sets."""


class Newcomer:
    """Nearly random: it buys any card that it can pay, whichever, takes none into the hand, and passes when there is nothing
    to buy."""

    def choose(self, view: engine.View, state: engine.State, rng: Random) -> engine.Move:
        assert view.viewer is not None
        moves = engine.legal_moves(state, view.viewer)
        bought = [move for move in moves if move.kind in ("buy", "play")]
        return rng.choice(bought or [move for move in moves if move.is_pass] or moves)


PLAYERS: Mapping[str, Bot] = {"newcomer": Newcomer(), **BOTS}


@dataclass
class Tally:
    """What one pair has done so far: by deal, pairs of seats and the share of them in which the first bot came before."""

    shares: list[float] = field(default_factory=list)
    games: int = 0
    won: float = 0.0
    points: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    kept: dict[str, dict[int, list[int]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    took: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def elo(self) -> tuple[float, float, float]:
        """Difference of ratings and its 95 % interval."""
        deals = len(self.shares)
        share = sum(self.shares) / deals
        error = sqrt(sum((one - share) ** 2 for one in self.shares) / max(1, deals - 1) / deals)
        return _elo(share), _elo(share - 1.96 * error), _elo(share + 1.96 * error)

    def about(self, bot: str) -> str:
        """Mean points, rubles kept after the first four rounds, milliseconds in the mean and at most."""
        points, took = self.points[bot], self.took[bot] or [0.0]
        kept = " ".join(f"{sum(of) / len(of):4.1f}" for _, of in sorted(self.kept[bot].items())[:4])
        return f"{sum(points) / len(points):6.1f}  {kept}  {sum(took) / len(took):6.1f} {max(took):6.0f}"


def _elo(share: float) -> float:
    share = min(0.999, max(0.001, share))
    return 400 * log10(share / (1 - share))


def play(options: engine.Options, bots: Sequence[str], number: int, tally: Tally) -> list[engine.FinalScore]:
    """One game on the `number`-th deal."""
    deal = engine.make_deal(options, Random(f"deal {number}").randbytes(32))
    state, rng = engine.new_game(options, deal), Random(number)
    while not state.over:
        seat, round_now = engine.waiting_for(state)[0], state.round
        moves = engine.legal_moves(state, seat)
        move = moves[0]
        if len(moves) > 1:
            began = process_time()
            view = engine.view_for(state, seat)
            move = PLAYERS[bots[seat]].choose(view, engine.guess(view, rng), rng)
            tally.took[bots[seat]].append(1000 * (process_time() - began))
        state = engine.advance(state.fork(), seat, move)
        if state.round != round_now:
            for one, player in zip(bots, state.players, strict=True):
                tally.kept[one][round_now].append(player.rubles)
    scores = list(engine.final_scores(state))
    for score in scores:
        tally.points[bots[score.seat]].append(score.total)
    return scores


def measured(options: engine.Options, one: str, other: str, games: int, first: int, *, single: bool = False) -> Tally:
    """So many games of a pair; with `single` the first bot sits alone among the others."""
    tally, players = Tally(), options.players
    for number in range(first, first + games // players):
        ahead = pairs = 0.0
        for turn in range(players):
            mine = (number + turn) % 2 if players % 2 else 0
            bots = [
                one if (not (place + turn) % players if single else (place + turn) % 2 == mine) else other
                for place in range(players)
            ]
            scores = play(options, bots, number, tally)
            tally.games += 1
            winners = sum(score.winner for score in scores)
            tally.won += sum(score.winner for score in scores if bots[score.seat] == one) / winners
            for a in scores:
                for b in scores:
                    if bots[a.seat] == one and bots[b.seat] == other:
                        pairs += 1
                        ahead += 0.5 if a.rank == b.rank else a.rank < b.rank
        tally.shares.append(ahead / pairs if pairs else 0.5)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    rungs = sorted((bot for bot in BOTS if bot.startswith("rung-")), reverse=True)
    parser.add_argument(
        "--pairs", nargs="*", default=[f"{one}:{other}" for one, other in pairwise(rungs)], metavar="ONE:OTHER"
    )
    parser.add_argument("--alike", nargs="*", choices=PLAYERS, default=[])
    parser.add_argument("--single", action="store_true", help="the first of a pair sits alone among the others")
    parser.add_argument("--selection", nargs="+", choices=SELECTIONS, default=["base-1"], metavar="NAME")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    chosen = parser.parse_args()
    tables = [pair.split(":") for pair in chosen.pairs] + [[bot, bot] for bot in chosen.alike]
    for name in chosen.selection:
        for players in chosen.players:
            options = engine.Options(edition=SELECTIONS[name][0], players=players, sets=SELECTIONS[name][1])
            for one, other in tables:
                tally = measured(options, one, other, chosen.games, chosen.first, single=chosen.single)
                elo = " {:4.0f} [{:4.0f} {:4.0f}]".format(*tally.elo()) if one != other else ""
                won = f" won {100 * tally.won / tally.games:4.1f} %" if one != other else ""
                print(f"{name:10} {players}p {one} : {other} {tally.games:4} games{elo}{won}", flush=True)
                for bot in dict.fromkeys((one, other)):
                    print(f"{'':14} {bot:10} {tally.about(bot)}", flush=True)


if __name__ == "__main__":
    main()
