"""Games for the database, played by the engine alone: legal moves drawn at random, in milliseconds.

A deal follows from a game's secret and its number, so each game is played on its own. The same numbers give the same
games.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from multiprocessing import Pool
from random import Random

import engine
from games.play.results import GameResult, result_of

Move = tuple[int, str]
"""The seat and its move in notation."""

EVERY_SET = ("market", "module-2", "good-company", "banquet", "helpers", "events", "orders", "hurdles")
TRIES = 200
FEW = 100


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game to be made. `stop` is how many moves have been played, None: all of them; `beyond` more are known.

    `pause` is how often somebody who may pass does so: a high share makes games long. `pool` names what it is for,
    and `waits_for` the user whose turn it is, where that matters.
    """

    number: int
    options: engine.Options
    stop: int | None = None
    beyond: int = 0
    pause: float = 0.2
    pool: str = ""
    waits_for: int | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """How a game went: its moves, those that could follow, who is asked by which log row, and how it ended."""

    moves: tuple[Move, ...]
    following: tuple[Move, ...]
    asked: dict[int, int]
    result: GameResult | None


def secret_of(number: int) -> bytes:
    """The secret of the game of this number."""
    return sha256(f"benchmark {number}".encode()).digest()


def play(wanted: Wanted) -> Course:
    """One game as it is wanted; other moves are drawn until it lasts long enough, and those `beyond` go from seat to seat."""
    deal = engine.make_deal(wanted.options, engine.seed_for(secret_of(wanted.number), str(wanted.number)))
    for attempt in range(TRIES):
        course = _played(wanted, deal, Random(f"{wanted.number} {attempt}"))
        if course is not None:
            return course
    raise ValueError(f"Game {wanted.number} never lasts {wanted.stop} moves.")


def play_all(wanted: Sequence[Wanted]) -> Iterator[Course]:
    """All of them in order, on every core there is; a few are sooner played than processes are started."""
    if len(wanted) < FEW:
        yield from map(play, wanted)
        return
    with Pool(
        len(os.sched_getaffinity(0))
    ) as pool:  # unlike those of concurrent.futures, its processes end with a killed parent
        yield from pool.imap(play, wanted, chunksize=50)


def _played(wanted: Wanted, deal: engine.Deal, chance: Random) -> Course | None:
    """A game to where it is wanted; None if it is over by then."""
    state = engine.new_game(wanted.options, deal)
    moves: list[Move] = []
    asked = dict.fromkeys(engine.waiting_for(state), 0)
    halt: tuple[dict[int, int], int] | None = None
    while not state.is_over:
        if wanted.stop is not None:
            if len(moves) == wanted.stop:
                halt = dict(asked), len(moves)
            if len(moves) == wanted.stop + wanted.beyond:
                break
        seat = engine.waiting_for(state)[0]
        if halt is not None and len(moves) > halt[1] and moves[-1][0] == seat:
            return None  # his page would draft the first of the two
        move = _drawn(engine.legal_moves(state, seat), wanted.pause, chance)
        before, state = state, engine.advance(state.fork(), seat, move)
        moves.append((seat, str(move)))
        asked = _asked(before, state, asked, mover=seat, number=len(moves))
    if wanted.stop is None:
        return Course(tuple(moves), (), {}, result_of(state))
    if halt is None or len(moves) < wanted.stop + wanted.beyond:
        return None
    return Course(tuple(moves[: wanted.stop]), tuple(moves[wanted.stop :]), halt[0], None)


def _drawn(moves: list[engine.Move] | tuple[engine.Move, ...], pause: float, chance: Random) -> engine.Move:
    """Any move, and a pass as often as `pause` says; it stands last among the moves of a turn."""
    if str(moves[-1]) == "pass" and chance.random() < pause:
        return moves[-1]
    return moves[int(chance.random() * len(moves))]


def _asked(
    before: engine.State, after: engine.State, asked: dict[int, int], *, mover: int, number: int
) -> dict[int, int]:
    """Who is asked now and by which row: whoever still ponders the same question was asked by an earlier one."""
    return {
        seat: asked[seat] if seat in asked and seat != mover and _same(before, after, seat) else number
        for seat in engine.waiting_for(after)
    }


def _same(before: engine.State, after: engine.State, seat: int) -> bool:
    """Whether the question is the same, whoever else is asked."""
    old, new = engine.question_for(before, seat), engine.question_for(after, seat)
    return old is not None and new is not None and replace(old, seats=()) == replace(new, seats=())
