"""The bots that answer at once: they weigh each move by itself, and the weaker ones misjudge it by chance."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final

import engine
from engine import Options, View
from engine.acquire import Buy, Take
from engine.bots.outlook import Prospects
from engine.bots.search import asked, prospects_for
from engine.bots.worth import Scale, worth
from engine.core import Move, State
from engine.expansions.hurdle_course import NAME as HURDLES
from engine.play import advance
from engine.player import Seat

FAVOURITE_BONUS: Final = 1.5
"""In points, for cards of the group that a bot likes."""


@dataclass(frozen=True, slots=True)
class Misjudgement:
    """By how many points a bot misjudges a move: a standard deviation by number of players. Sets bring more points and more
    chance, so it is another with them; hurdles change it once more."""

    base: Mapping[int, float]
    with_sets: Mapping[int, float]
    with_hurdles: Mapping[int, float] = field(default_factory=dict)

    def in_game(self, options: Options) -> float:
        error = (self.with_sets if options.sets else self.base)[options.players]
        return self.with_hurdles.get(options.players, error) if HURDLES in options.sets else error


@dataclass(frozen=True, slots=True)
class QuickBot:
    """Cards of the group that it `likes` look better to it than they are: that is its character. It looks at nobody else's cards,
    so it never takes one only to keep it from somebody."""

    errs: Misjudgement
    likes: str = ""

    def choose(self, view: View, state: State, rng: Random) -> Move:
        """The move that looks best to it."""
        seat = asked(view)
        moves = engine.legal_moves(state, seat)
        if len(moves) == 1:
            return moves[0]
        options, group = state.rules.options, state.rules.group
        error = self.errs.in_game(options)
        gains = at_once(prospects_for(options), state, seat, moves)
        for place, move in enumerate(moves):
            gains[place] += rng.gauss(0.0, error)
            if isinstance(move, Buy | Take) and group[move.row] == self.likes:
                gains[place] += FAVOURITE_BONUS
        return moves[max(range(len(moves)), key=gains.__getitem__)]


def at_once(prospects: Prospects, s: State, seat: Seat, moves: tuple[Move, ...]) -> list[float]:
    """What each move brings, in points at the end, without looking at what comes after it."""
    outlook = prospects.outlook(s)
    scale, now = Scale(outlook, s, seat), worth(outlook, s, seat)
    gains = []
    for move in moves:
        if isinstance(move, Buy):
            gains.append(scale.bought(move))
        elif isinstance(move, Take):
            gains.append(scale.taken(move))
        elif move.is_pass:
            gains.append(0.0)
        else:
            after = advance(s.fork(), seat, move)
            gains.append(
                (after.players[seat].points if after.over else worth(prospects.outlook(after), after, seat)) - now
            )
    return gains
