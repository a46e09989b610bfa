"""How fast the engine is, beside the calibration workload and python-chess: `python benchmarks/engine.py`.

Everything is CPU time of this process; each figure is the median of five rounds in which all candidates take turns, so
that a busy machine slows them alike. Random play with four players, edition 1, unless the line says otherwise;
"everything" is edition 2 with all its sets and five players.
"""

import argparse
import json
import sys
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

if not sys.flags.safe_path:  # started as a script, whose own folder comes first
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

import chess

import engine
from benchmarks.calibration import units_per_second
from engine.bots import BOTS
from engine.rulebook import Rulebook, parts_of

RECORDS = Path(__file__).resolve().parent.parent / "tests" / "records"


class Selection:
    """What is played, and a kept game of it. Deals are drawn beforehand: 124 hashes a game are what a provable deal
    costs, and no part of a decision (see its own line)."""

    def __init__(self, options: engine.Options, record: str) -> None:
        self.options = options
        self.deals = [engine.make_deal(options, Random(number).randbytes(32)) for number in range(200)]
        kept = json.loads((RECORDS / record).read_text("utf-8"))
        assert engine.Options.from_dict(kept["options"]) == options
        self.kept_deal = engine.make_deal(options, bytes.fromhex(kept["deal"]["seed"]))
        self.kept_moves = [(move["seat"], move["text"]) for move in kept["moves"]]

    def start(self, rng: Random) -> engine.State:
        """The opening of one of the deals."""
        return engine.new_game(self.options, rng.choice(self.deals))


BASE = Selection(engine.Options(edition=1, players=4), "edition1-4p.json")
SETS = ("market", "module-2", "good-company", "banquet", "helpers", "events", "orders", "hurdles")
EVERYTHING = Selection(engine.Options(edition=2, players=5, sets=SETS), "everything-5p.json")


def deal_milliseconds(repeats: int) -> float:
    """Milliseconds to draw a deal from its seed."""
    began = process_time()
    for number in range(repeats):
        engine.make_deal(BASE.options, number.to_bytes(32, "big"))
    return 1e3 * (process_time() - began) / repeats


def composing_milliseconds(selection: Selection) -> float:
    """Milliseconds to compose a rulebook, which happens once in the life of a process."""
    began = process_time()
    Rulebook(selection.options, parts_of(selection.options))
    return 1e3 * (process_time() - began)


def validated(rng: Random, selection: Selection) -> int:
    """A game through the public `apply`: legality checked, log written, a new state each move. Decisions made."""
    apply, legal_moves, waiting_for, random = engine.apply, engine.legal_moves, engine.waiting_for, rng.random
    state, made = selection.start(rng), 0
    while not state.over:
        seat = waiting_for(state)[0]
        moves = legal_moves(state, seat)
        state = apply(state, seat, moves[int(random() * len(moves))]).state
        made += 1
    return made


def trusted(rng: Random, selection: Selection) -> int:
    """A game through `advance` on a fork each move: what a search does, nothing checked, nothing told."""
    advance, legal_moves, waiting_for, random = engine.advance, engine.legal_moves, engine.waiting_for, rng.random
    state, made = selection.start(rng), 0
    while not state.over:
        seat = waiting_for(state)[0]
        moves = legal_moves(state, seat)
        state = advance(state.fork(), seat, moves[int(random() * len(moves))])
        made += 1
    return made


def in_place(rng: Random, selection: Selection) -> int:
    """A game on one working copy: what statistics and replays do."""
    advance, legal_moves, waiting_for, random = engine.advance, engine.legal_moves, engine.waiting_for, rng.random
    state, made = selection.start(rng), 0
    while not state.over:
        seat = waiting_for(state)[0]
        moves = legal_moves(state, seat)
        advance(state, seat, moves[int(random() * len(moves))])
        made += 1
    return made


def chess_game(rng: Random, selection: Selection) -> int:
    """A random game of python-chess, whatever the selection: legal list, choice, push; it checks nothing in `push`."""
    board, random, made = chess.Board(), rng.random, 0
    while made < 400:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[int(random() * len(moves))])
        made += 1
    return made


def rate(play: Callable[[Random, Selection], int], seconds: float, rng: Random, selection: Selection) -> float:
    """Decisions per second of CPU time."""
    made, began = 0, process_time()
    while (spent := process_time() - began) < seconds:
        made += play(rng, selection)
    return made / spent


def legal_list_microseconds(states: list[engine.State]) -> float:
    """Mean microseconds to list the legal moves of positions of random games, nothing kept from before."""
    began = process_time()
    for state in states:
        state._legal = None
        engine.legal_moves(state, engine.waiting_for(state)[0])
    return 1e6 * (process_time() - began) / len(states)


def fork_microseconds(states: list[engine.State]) -> float:
    """Mean microseconds to fork a state."""
    began = process_time()
    for state in states:
        state.fork()
    return 1e6 * (process_time() - began) / len(states)


def walked_states(games: int) -> list[engine.State]:
    rng, states = Random(9), []
    for _ in range(games):
        state = BASE.start(rng)
        while not state.over:
            states.append(state)
            seat = engine.waiting_for(state)[0]
            state = engine.apply(state, seat, rng.choice(engine.legal_moves(state, seat))).state
    return states


def bytes_per_successor(games: int, selection: Selection) -> float:
    """Traced bytes of every state of random games kept in a list, each with its legal list as search and site have it."""
    rng = Random(9)
    state = selection.start(rng)
    kept: list[engine.State] = []
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(games):
        state = selection.start(rng)
        while not state.over:
            seat = engine.waiting_for(state)[0]
            state = engine.apply(state, seat, rng.choice(engine.legal_moves(state, seat))).state
            kept.append(state)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / len(kept)


def replay_milliseconds(repeats: int, selection: Selection) -> float:
    """Milliseconds to replay the kept game from its texts, every move checked."""
    began = process_time()
    for _ in range(repeats):
        engine.replay(selection.options, selection.kept_deal, selection.kept_moves)
    return 1e3 * (process_time() - began) / repeats


def bot_milliseconds(rng: Random) -> float:
    """Milliseconds a decision of the plain bot, with the view and the guess it is given."""
    state, made, spent = BASE.start(rng), 0, 0.0
    while not state.over:
        seat = engine.waiting_for(state)[0]
        began = process_time()
        view = engine.view_for(state, seat)
        move = BOTS["plain"].choose(view, engine.guess(view, rng), rng)
        spent += process_time() - began
        state = engine.apply(state, seat, move).state
        made += 1
    return 1e3 * spent / made


@dataclass(frozen=True, slots=True)
class Line:
    """One measured thing: how to measure it in one round, its unit, and what it should reach."""

    name: str
    measure: Callable[[], float]
    unit: str
    target: float | None = None
    in_units: bool = False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds of each rate in each round")
    chosen = parser.parse_args()
    rng, seconds = Random(20260), chosen.seconds
    states = walked_states(4)

    def per_second(name: str, play: Callable[[Random, Selection], int], target: float | None, what: Selection) -> Line:
        return Line(name, lambda: rate(play, seconds, rng, what), "decisions/s", target, in_units=True)

    lines = [
        Line("calibration units", lambda: units_per_second(seconds), "/s"),
        per_second("validated apply with log", validated, 0.22, BASE),
        per_second("trusted step, a state each", trusted, 0.25, BASE),
        per_second("in place", in_place, 0.30, BASE),
        per_second("everything: validated", validated, 0.16, EVERYTHING),
        per_second("everything: trusted", trusted, None, EVERYTHING),
        per_second("everything: in place", in_place, None, EVERYTHING),
        per_second("python-chess, unchecked", chess_game, None, BASE),
        Line("legal list, fresh", lambda: legal_list_microseconds(states), "us"),
        Line("fork", lambda: fork_microseconds(states), "us"),
        Line("a retained successor", lambda: bytes_per_successor(2, BASE), "bytes", 1200),
        Line("everything: a successor", lambda: bytes_per_successor(2, EVERYTHING), "bytes", 1200),
        Line(f"a replay of {len(BASE.kept_moves)} moves", lambda: replay_milliseconds(20, BASE), "ms", 2.0),
        Line(f"everything: {len(EVERYTHING.kept_moves)} moves", lambda: replay_milliseconds(5, EVERYTHING), "ms", 2.0),
        Line("composing a rulebook", lambda: composing_milliseconds(BASE), "ms"),
        Line("everything: composing", lambda: composing_milliseconds(EVERYTHING), "ms"),
        Line("a deal from its seed", lambda: deal_milliseconds(100), "ms"),
        Line("plain bot, view and guess included", lambda: bot_milliseconds(rng), "ms a decision", 5.0),
    ]
    found: dict[str, list[float]] = {line.name: [] for line in lines}
    for _ in range(chosen.rounds):
        for line in lines:
            found[line.name].append(line.measure())
    units = found["calibration units"]
    print(
        f"Python {sys.version.split()[0]}, {chosen.rounds} interleaved rounds, CPU time, medians (lowest to highest)\n"
    )
    for line in lines:
        values = found[line.name]
        text = f"{line.name:36} {show(median(values)):>10} {line.unit:14} ({show(min(values))} to {show(max(values))})"
        if line.in_units:
            ratios = [value / unit for value, unit in zip(values, units, strict=True)]
            text += f"   {median(ratios):.3f} calibration units"
            if line.target:
                text += f", target {line.target:.2f}: {'met' if median(ratios) >= line.target else 'MISSED'}"
        elif line.target:
            text += f"   target {show(line.target)}: {'met' if median(values) <= line.target else 'MISSED'}"
        print(text)
    step = {name: 1e6 / median(found[name]) for name in ("validated apply with log", "in place")}
    parts = {name: median(found[name]) for name in ("legal list, fresh", "fork")}
    whole, bare = step["validated apply with log"], step["in place"]
    print(
        "\nWhat limits it: "
        + LIMITS.format(whole=whole, bare=bare, legal=parts["legal list, fresh"], fork=parts["fork"])
    )


def show(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


LIMITS = """of the {whole:.1f} us of a validated decision the legal list takes {legal:.1f} (prices of up to 16 cards of
the rows and the hand, each with the cards it may replace) and the fork {fork:.1f}. A decision in place takes {bare:.1f};
what lies between is the log, the check against the list and the copies of what changes. No single spot is left: what
remains are calls and look-ups. `python -m tools.compiled run benchmarks/engine.py` measures the compiled core."""


if __name__ == "__main__":
    main()
