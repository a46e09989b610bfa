"""The bot that thinks longest: it tries moves in the same guessed deals, keeps the better half, and tries those in more."""

from dataclasses import dataclass
from random import Random

import engine
from engine import View
from engine.bots.outlook import Prospects
from engine.bots.quick import Misjudgement
from engine.bots.search import Weighed, asked, play_on, prospects_for
from engine.bots.worth import lead
from engine.core import Move, State
from engine.play import advance
from engine.player import Seat

MOST_FUTURES = 200


@dataclass(frozen=True, slots=True)
class Effort:
    """How far a bot looks: phases played on after a move, moves that are tried, about how many moves may be played in all,
    and as how many futures its first judgement counts."""

    phases: int
    candidates: int
    moves: int
    first_look: float


class HalvingBot:
    """One strength of the bot. Every move is seen in the same futures, so that luck is the same for all (sequential halving:
    Karnin, Koren, Somekh 2013). `errs` is how it misjudges what it has found."""

    def __init__(self, effort: Effort, errs: Misjudgement | None = None) -> None:
        self.effort = effort
        self.errs = errs

    def choose(self, view: View, state: State, rng: Random) -> Move:
        """The move with the best mean outcome. `state` is the first future; further ones are guessed from the view."""
        found = self.weighed(view, state, rng)
        if self.errs is None:
            return found[0].move
        error = self.errs.in_game(state.rules.options)
        return max(found, key=lambda one: one.ahead + rng.gauss(0.0, error)).move

    def weighed(self, view: View, state: State, rng: Random) -> tuple[Weighed, ...]:
        """The moves that were tried with what came of them, the best first: its choice and its reason."""
        seat, effort = asked(view), self.effort
        moves = engine.legal_moves(state, seat)
        if len(moves) == 1:
            return (Weighed(moves[0], 0.0),)
        prospects = prospects_for(state.rules.options)
        least = prospects.weights.least
        first = [
            lead(prospects, advance(state.fork(), seat, move), seat) - (0 if move.is_pass else least) for move in moves
        ]
        alive = sorted(range(len(moves)), key=lambda place: -first[place])[: effort.candidates]
        found: dict[int, list[float]] = {place: [] for place in alive}
        left, future, drawn = alive, state, 0

        def ahead(place: int) -> float:
            seen = found[place]
            return (sum(seen) + effort.first_look * first[place]) / (len(seen) + effort.first_look)

        halvings = (len(alive) - 1).bit_length()
        for halving in range(1, halvings + 1):
            played = once = 0
            while drawn < MOST_FUTURES and (not once or played + once <= effort.moves // halvings):
                if drawn:
                    future = engine.guess(view, rng)
                drawn += 1
                before = played
                for place in left:
                    after = advance(future.fork(), seat, moves[place])
                    played += 1 + play_on(prospects, after, future, effort.phases)
                    found[place].append(_ahead(prospects, after, seat))
                once = played - before
            left = sorted(left, key=ahead, reverse=True)
            if halving < halvings:
                left = left[: (len(left) + 1) // 2]
        best = found[left[0]]
        order = left + sorted(set(alive).difference(left), key=ahead, reverse=True)
        return tuple(Weighed(moves[place], ahead(place), _error(best, found[place])) for place in order)


def _ahead(prospects: Prospects, s: State, seat: Seat) -> float:
    """As `lead`; when the game is over, being ahead of the best of the others counts as much as of them all."""
    mean = lead(prospects, s, seat)
    if not s.over or len(s.players) < 3:
        return mean
    worths = [player.points + 0.01 * player.rubles for player in s.players]
    best = max(worth for other, worth in enumerate(worths) if other != seat)
    return (mean + worths[seat] - best) / 2


def _error(best: list[float], other: list[float]) -> float:
    """The standard error of the mean difference in the futures that both have seen."""
    apart = [one - another for one, another in zip(best, other, strict=False)]
    if len(apart) < 2:
        return 0.0
    mean = sum(apart) / len(apart)
    return float((sum((one - mean) ** 2 for one in apart) / (len(apart) - 1) / len(apart)) ** 0.5)
