"""The searching bot: it tries every move, lets all seats play on quickly, and judges what has come of it.

Its budget is counted in moves played, never in time, so the same view, guess and `rng` give the same answer on every
machine. It knows no set: what it cannot judge by the cards it judges by what comes after.
"""

from dataclasses import dataclass
from functools import lru_cache
from random import Random

import engine
from engine import Options, View
from engine.bots.outlook import FIRST_WEIGHTS, TUNED, Prospects, Weights
from engine.bots.worth import answer, lead
from engine.core import Move, State
from engine.play import advance
from engine.player import Seat


@dataclass(frozen=True, slots=True)
class Budget:
    """How far a bot looks: phases played on after a move, moves that are played on from, futures drawn at most,
    and about how many moves may be played in all."""

    phases: int
    candidates: int
    futures: int
    moves: int


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move that was played on, and by how many points its seat may expect to be ahead after it, in the mean. `error` is the
    standard error of what the best move is better by; 0 where one future was seen."""

    move: Move
    ahead: float
    error: float = 0.0


def asked(view: View) -> Seat:
    """The seat that has to choose: the viewer's own."""
    if view.viewer is None or view.viewer not in view.asked:
        raise ValueError("Only a seat that is asked can choose.")
    return view.viewer


class SearchBot:
    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def choose(self, view: View, state: State, rng: Random) -> Move:
        """The move with the best mean outcome. `state` is the first future; further ones are guessed from the view."""
        seat = asked(view)
        moves = engine.legal_moves(state, seat)
        if len(moves) == 1:
            return moves[0]
        prospects = prospects_for(state.rules.options, FIRST_WEIGHTS)
        if len(moves) > self.budget.candidates:
            moves = self._foremost(prospects, state, seat, moves)
        totals = [0.0] * len(moves)
        length = self.budget.moves // len(moves)
        played, future = 0, state
        for number in range(self.budget.futures):
            if number:
                if played * (number + 1) > self.budget.moves * number:  # one more would be too much
                    break
                future = engine.guess(view, rng)
            for place, move in enumerate(moves):
                after = advance(future.fork(), seat, move)
                played += 1 + play_on(prospects, after, future, self.budget.phases, length)
                totals[place] += _gain(prospects, after, seat, move)
        return moves[max(range(len(moves)), key=totals.__getitem__)]

    def _foremost(self, prospects: Prospects, state: State, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The moves that look best at once, the best first."""
        gains = {move: _gain(prospects, advance(state.fork(), seat, move), seat, move) for move in moves}
        return tuple(sorted(moves, key=lambda move: -gains[move])[: self.budget.candidates])


def play_on(prospects: Prospects, s: State, start: State, phases: int, most: int = 10_000) -> int:
    """Let everybody answer quickly until so many phases after `start`, for so many moves at most; how many it took."""
    count, played = len(prospects.place), 0
    end = start.round * count + prospects.place[start.phase] + phases
    while not s.over and s.round * count + prospects.place[s.phase] < end and played < most:
        seat = s.agenda[-1].seats[0]
        advance(s, seat, answer(prospects, s, seat))
        played += 1
    return played


def _gain(prospects: Prospects, s: State, seat: Seat, move: Move) -> float:
    return lead(prospects, s, seat) - (0.0 if move.is_pass else prospects.weights.least)


@lru_cache(maxsize=16)
def prospects_for(options: Options, weights: Weights | None = None) -> Prospects:
    """What the evaluation reads of the rules of these options, put together once; by the weights for so many players where
    none are given."""
    return Prospects(engine.rulebook_for(options), weights or TUNED[options.players])
