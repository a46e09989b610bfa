"""How often a moment that a review names changes who wins: `python benchmarks/reviews.py --games 40`.

Games of bots with two to four players in both editions, where every seat now and then plays any legal move, as people err. Each
is reviewed as the site does it. Then each moment is played out in worlds of its own with the move played and with the better one,
and the winners are compared. The same arguments give the same figures.
"""

import argparse
import sys
from pathlib import Path
from random import Random
from time import process_time

if not sys.flags.safe_path:  # started as a script, whose own folder comes first
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

import engine
from engine.bots import BOTS, judge

ERRS = 0.05
"""How often a seat plays any move."""


def played(options: engine.Options, number: int) -> list[engine.Step]:
    """One game on the `number`-th deal."""
    deal, rng = engine.make_deal(options, Random(f"review {number}").randbytes(32)), Random(number)
    state, moves = engine.new_game(options, deal), list[tuple[int, str]]()
    while not state.over:
        seat = engine.waiting_for(state)[0]
        view = engine.view_for(state, seat)
        move = BOTS["plain"].choose(view, engine.guess(view, rng), rng)
        if rng.random() < ERRS:
            move = rng.choice(engine.legal_moves(state, seat))
        moves.append((seat, str(move)))
        state = engine.advance(state.fork(), seat, move)
    return list(engine.walk(options, deal, moves))


def changes(moment: judge.Moment, worlds: int, rng: Random) -> tuple[int, int]:
    """In how many worlds other seats win after the better move, and in how many more its seat wins."""
    asked, others, gained = moment.decision, 0, 0
    for number in range(worlds):
        world, temper = engine.guess(asked.view, rng), judge.temper_of(number)
        better, before = (
            judge.played_on(world, asked.seat, move, temper).winners for move in (moment.better, asked.played)
        )
        others += better != before
        gained += (asked.seat in better) - (asked.seat in before)
    return others, gained


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--worlds", type=int, default=50)
    chosen = parser.parse_args()
    took, named, other, more, cost = list[float](), 0, 0, 0, 0.0
    for number in range(chosen.games):
        options = engine.Options(edition=1 + number % 2, players=2 + number % 3, open_hands=number % 4 < 2)
        steps, rng = played(options, number), Random(f"changes {number}")
        began = process_time()
        found = judge.moments(steps, f"benchmark {number}")
        judge.luck(steps, f"benchmark {number}")
        for _weighed in judge.weighed(steps, f"benchmark {number}"):
            pass
        took.append(process_time() - began)
        for moment in found:
            others, gained = changes(moment, chosen.worlds, rng)
            named, other, more, cost = named + 1, other + others, more + gained, cost + moment.loss.points
        tried = max(1, named * chosen.worlds)
        print(
            f"{number + 1:4} games  {named / (number + 1):4.1f} moments a game, {cost / max(1, named):5.1f} points each"
            f"  another winner {100 * other / tried:5.1f} %  its seat wins {100 * more / tried:+5.1f} %"
            f"  CPU {sum(took) / len(took):5.1f} s a game, {max(took):5.1f} s at most",
            flush=True,
        )


if __name__ == "__main__":
    main()
