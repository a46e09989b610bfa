"""What the moves of a finished game were worth: what was played against what the adviser would have played, and the luck of the
deals.

Both moves are tried in the same guessed worlds and played to the end by quick answers, so their difference is known more exactly
than either result. A world is guessed from the view of the seat that was asked: nothing hidden from it decides. Work is counted in
moves, never in time, so the same game and random numbers give the same judgement everywhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Final

import engine
from engine import Options, View
from engine.bots import ADVISER, Weighed
from engine.bots.halving import HalvingBot
from engine.bots.outlook import Prospects, Weights
from engine.bots.worth import answer, worth
from engine.core import Move, State
from engine.entries import Dealt
from engine.play import Step, advance
from engine.player import Seat

TEMPERS: Final = tuple(
    Weights(ruble_a_round=worth, wealth=20.0, opening=1.5, order=0.8) for worth in (0.12, 0.16, 0.2, 0.25, 0.3)
)
"""How quick answers value things, from spending to saving. Among themselves they average from 172 to 190 points with two players,
127 to 146 with three and 92 to 114 with four in edition 1; a greater worth of rubles lets them hoard and end at half of that.
Each plays as many worlds as the others: a judgement that hangs on one of them has a wide interval."""
QUICK: Final = TEMPERS[-1]
"""The strongest."""
STUDENT: Final = 2.776
"""Standard errors to either end of a 95 % interval, of a mean over five tempers."""

SCREENED: Final = 3
"""Moves that look best at once, which the cheap look at every decision tries beside the one played."""
CANDIDATES: Final = 12
"""Decisions that are judged deeply."""
MOST_MOMENTS: Final = 5
LEAST_LOSS: Final = 1.0
"""Points; what costs less decides nothing."""
LOOKS: Final = range(2, 7)
"""Worlds of the cheap look: as many as its budget has, within these."""
LOOK_AHEAD: Final = 4
PACE: Final = 9
"""Phases that the cheap look plays on for, before positions are valued, and about how many moves each takes."""
TRIED: Final = 25
"""Worlds that choose between the adviser's move and the best of the cheap look; also the least in which one is judged."""
WORLDS: Final = 200
"""The most in which a move is judged."""
LOOKING_MOVES: Final = 100_000
JUDGING_MOVES: Final = 480_000
"""Moves that both passes may play in all, about; 30 to 100 microseconds each."""
WEIGHING_MOVES: Final = 600_000
"""Moves that the adviser may play at all decisions of a game together."""
CHEAP_CANDIDATES: Final = 6
"""How many moves the adviser tries where orders or hurdles are valued, each only to the end of the phase."""
DEALT_AGAIN: Final = 16
"""Deals with which one is compared."""


@lru_cache(maxsize=64)
def _prospects(options: Options, temper: Weights) -> Prospects:
    return Prospects(engine.rulebook_for(options), temper)


def slowness(options: Options) -> int:
    """By which factor orders and hurdles make a move slower, about. Budgets are divided by it, so that a review takes less than a
    minute."""
    prospects = _prospects(options, QUICK)
    return 1 + 4 * prospects.has_orders + 4 * prospects.has_hurdles


@dataclass(frozen=True, slots=True)
class Loss:
    """What a move cost beside another one: the mean difference of the points ahead of the others at the end, its standard error
    over tempers, and how often the seat won in as many worlds after either."""

    points: float
    error: float
    worlds: int
    won_better: int
    won_played: int

    @property
    def interval(self) -> tuple[float, float]:
        """95 %."""
        return self.points - STUDENT * self.error, self.points + STUDENT * self.error


@dataclass(frozen=True, slots=True)
class Decision:
    """The question that the move `ply` answered: what its seat saw, the move played, and those it could have made."""

    ply: int
    seat: Seat
    view: View
    played: Move
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision that cost its seat points, and the move of the adviser."""

    decision: Decision
    better: Move
    loss: Loss


def decisions(steps: Sequence[Step]) -> Iterator[Decision]:
    """All answers that were not forced."""
    for before, after in pairwise(steps):
        if after.seat is None or after.move is None:
            continue
        moves = engine.legal_moves(before.state, after.seat)
        if len(moves) > 1:
            yield Decision(after.number, after.seat, engine.view_for(before.state, after.seat), after.move, moves)


def weighed(steps: Sequence[Step], name: str) -> Iterator[tuple[Decision, tuple[Weighed, ...]]]:
    """What the adviser expects of the moves at every decision, the best first, in the place of the seat that was asked."""
    found = list(decisions(steps))
    slow, effort = slowness(steps[0].state.rules.options), ADVISER.effort
    if slow > 1:
        effort = replace(effort, phases=1, candidates=CHEAP_CANDIDATES)
    adviser = HalvingBot(replace(effort, moves=min(effort.moves, WEIGHING_MOVES // slow // max(1, len(found)))))
    for one in found:
        chance = Random(f"{name}:weighed:{one.ply}")
        yield one, adviser.weighed(one.view, engine.guess(one.view, chance), chance)


def moments(steps: Sequence[Step], name: str) -> list[Moment]:
    """The moves that cost the most beyond doubt, worst first: first a cheap look at every decision, then a deeper one at those
    that may have cost something, in worlds of their own. `name` drives the guesses and is no secret."""
    slow = slowness(steps[0].state.rules.options)
    judged = [judge(one, best, name, slow) for one, best in _looked(list(decisions(steps)), name, slow)]
    sure = [one for one in judged if one and one.loss.interval[0] > 0 and one.loss.points >= LEAST_LOSS]
    return sorted(sure, key=lambda moment: -moment.loss.interval[0])[:MOST_MOMENTS]


def judge(decision: Decision, best: Move, name: str, slow: int = 1) -> Moment | None:
    """What a better move would have brought: the adviser's, or `best` where that does better in a few worlds. None where both are
    the move played."""
    chance = Random(f"{name}:advice:{decision.ply}")
    adviser = HalvingBot(replace(ADVISER.effort, moves=ADVISER.effort.moves // slow))
    advised = adviser.weighed(decision.view, engine.guess(decision.view, chance), chance)[0].move
    better = [move for move in dict.fromkeys((advised, best)) if move != decision.played]
    if not better:
        return None
    if len(better) > 1:
        totals = [0.0] * len(better)
        for number in range(TRIED):
            world = engine.guess(decision.view, chance)
            for place, move in enumerate(better):
                totals[place] += played_on(world, decision.seat, move, temper_of(number)).ahead
        better = [better[totals.index(max(totals))]]
    return Moment(decision, better[0], compare(decision, better[0], Random(f"{name}:judge:{decision.ply}"), slow=slow))


def compare(decision: Decision, better: Move, chance: Random, worlds: int = WORLDS, *, slow: int = 1) -> Loss:
    """What the move played cost beside `better`, in at most so many worlds guessed anew. Where `better` turns out to be no better,
    few are enough."""
    played, ahead, won = 0, list[float](), [0, 0]
    budget = JUDGING_MOVES // slow // _judged(slow)
    while len(ahead) < worlds:
        world = engine.guess(decision.view, chance)
        ends = [played_on(world, decision.seat, move, temper_of(len(ahead))) for move in (better, decision.played)]
        played += sum(end.moves for end in ends)
        ahead.append(ends[0].ahead - ends[1].ahead)
        won = [count + (decision.seat in end.winners) for count, end in zip(won, ends, strict=True)]
        if len(ahead) == TRIED and Loss(*_mean(ahead), TRIED, *won).interval[1] < LEAST_LOSS:
            break
        if len(ahead) % len(TEMPERS) == 0 and len(ahead) >= TRIED and played > budget:
            break
    return Loss(*_mean(ahead), len(ahead), *won)


def temper_of(world: int) -> Weights:
    """How everybody plays on in a world: tempers take turns."""
    return TEMPERS[world % len(TEMPERS)]


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended for a seat, or what it may expect: points ahead of the mean of the others, who won, and the moves it
    took."""

    ahead: float
    winners: tuple[Seat, ...]
    moves: int


def played_on(world: State, seat: Seat, move: Move, temper: Weights, phases: int = 10_000) -> End:
    """Every seat answers quickly after this move until the game is over, or until so many phases later."""
    prospects = _prospects(world.rules.options, temper)
    s, moves, begun = advance(world.fork(), seat, move), 1, engine.phase_key(world)
    while not s.over and phases:
        asked = s.agenda[-1].seats[0]
        advance(s, asked, answer(prospects, s, asked))
        moves += 1
        now = engine.phase_key(s)
        phases, begun = phases - (now != begun), now
    ends = [(player.points, player.rubles) for player in s.players]
    winners = tuple(place for place, end in enumerate(ends) if s.over and end == max(ends))
    return End(_ahead(_expected(s, temper), seat), winners, moves)


def _expected(s: State, temper: Weights = QUICK) -> list[float]:
    """The points that each seat has at the end, or may expect."""
    if s.over:
        return [float(player.points) for player in s.players]
    outlook = _prospects(s.rules.options, temper).outlook(s)
    return [worth(outlook, s, seat) for seat in range(len(s.players))]


def _ahead(points: Sequence[float], seat: Seat) -> float:
    others = [one for place, one in enumerate(points) if place != seat]
    return points[seat] - (sum(others) / len(others) if others else 0.0)


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean of what every temper finds in the mean, and its standard error: chance and temper are both in it."""
    means = [sum(values[first :: len(TEMPERS)]) / len(values[first :: len(TEMPERS)]) for first in range(len(TEMPERS))]
    mean = sum(means) / len(means)
    spread = sum((one - mean) ** 2 for one in means) / (len(means) - 1)
    return mean, sqrt(spread / len(means))


def _judged(slow: int) -> int:
    """How many decisions are judged deeply."""
    return min(CANDIDATES, MOST_MOMENTS) if slow > 1 else CANDIDATES


def _looked(found: list[Decision], name: str, slow: int) -> list[tuple[Decision, Move]]:
    """The decisions at which another move did better than the one played, those first that cost the most, each with that move.
    Where the budget is too small for all, only those whose moves look worst at once."""
    each, budget = (SCREENED + 1) * LOOK_AHEAD * PACE, LOOKING_MOVES // slow
    if slow > 1:
        found = sorted(found, key=lambda one: -_at_once(one, name))[: budget // (LOOKS[0] * each)]
    worlds = max(LOOKS[0], min(LOOKS[-1], budget // max(1, len(found) * each)))
    looked = [(one, *_look(one, worlds, Random(f"{name}:look:{one.ply}"))) for one in found]
    looked.sort(key=lambda line: (-line[2], line[0].ply))
    return [(one, best) for one, best, cost in looked[: _judged(slow)] if cost > 0]


def _look(decision: Decision, worlds: int, chance: Random) -> tuple[Move, float]:
    """The best move in a few worlds, and what the one played cost beside it."""
    world = engine.guess(decision.view, chance)
    totals = dict.fromkeys((*_foremost(world, decision), decision.played), 0.0)
    for number in range(worlds):
        world = engine.guess(decision.view, chance) if number else world
        for move in totals:
            totals[move] += played_on(world, decision.seat, move, temper_of(number), LOOK_AHEAD).ahead
    best = max(totals, key=lambda move: totals[move])
    return best, (totals[best] - totals[decision.played]) / worlds


def _foremost(world: State, decision: Decision) -> list[Move]:
    """The moves after which the seat expects most at once."""
    gains = _gains(world, decision)
    return sorted(decision.moves, key=lambda move: -gains[move])[:SCREENED]


def _gains(world: State, decision: Decision) -> dict[Move, float]:
    return {move: _expected(advance(world.fork(), decision.seat, move))[decision.seat] for move in decision.moves}


def _at_once(decision: Decision, name: str) -> float:
    """By how much the move played looks worse at once than the best."""
    gains = _gains(engine.guess(decision.view, Random(f"{name}:look:{decision.ply}")), decision)
    return max(gains.values()) - gains[decision.played]


@dataclass(frozen=True, slots=True)
class Luck:
    """By how many points a deal stood better for each seat than the mean of other deals of the same cards."""

    round: int
    phase: str
    points: tuple[float, ...]


def luck(steps: Sequence[Step], name: str) -> list[Luck]:
    """The luck of every deal after the first: the phase is played by quick answers with the cards that came and with those that
    might have come, and every seat is valued afterwards."""
    found = []
    for before, after in pairwise(steps):
        dealt = [entry for entry in after.entries if isinstance(entry, Dealt) and entry.cards]
        if not dealt or after.seat is None or after.move is None or after.state.over:
            continue
        chance = Random(f"{name}:luck:{after.number}")
        true = _valued(before.state.fork(), after.seat, after.move)
        others = [_valued(_shuffled(before.state, chance), after.seat, after.move) for _ in range(DEALT_AGAIN)]
        means = [sum(column) / len(others) for column in zip(*others, strict=True)]
        found.append(
            Luck(
                after.state.round,
                dealt[-1].phase,
                tuple(_ahead(true, seat) - _ahead(means, seat) for seat in range(len(true))),
            )
        )
    return found


def _shuffled(state: State, chance: Random) -> State:
    """The same position with the cards of each pile that nobody has seen in another order."""
    s = state.fork()
    piles = []
    for cards, left in zip(s.piles, s.left, strict=True):
        seen, unseen = cards[: len(cards) - left], list(cards[len(cards) - left :])
        chance.shuffle(unseen)
        piles.append((*seen, *unseen))
    s.piles = tuple(piles)
    return s


def _valued(s: State, seat: Seat, move: Move) -> list[float]:
    """What each seat may expect after this move and the phase that it begins."""
    prospects = _prospects(s.rules.options, QUICK)
    advance(s, seat, move)
    phase = engine.phase_key(s)
    while not s.over and engine.phase_key(s) == phase:
        asked = s.agenda[-1].seats[0]
        advance(s, asked, answer(prospects, s, asked))
    return _expected(s)
