"""Whole tournaments by their plans, without a site: rounds follow, results are thrown, people leave."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

from arbiter.formats.duplicate import deals
from arbiter.progression.courses import following
from arbiter.progression.plan import Plan
from arbiter.progression.prospects import standings_of
from arbiter.progression.situation import Counted, NextRound, Resting, Situation, Why
from arbiter.results import Ending, Game, GameResult, Sat, Tenure, result_of
from arbiter.standings.ranking import Standings

Throw = Callable[[tuple[int, ...], Random], list[int]]


def by_strength(players: tuple[int, ...], chance: Random) -> list[int]:
    """Points of a game; a smaller number is a better player."""
    return [max(0, 100 - player + chance.randint(-15, 15)) for player in players]


def best_seed_wins(players: tuple[int, ...], chance: Random) -> list[int]:
    return [1000 - player for player in players]


def result(number: int, players: tuple[int, ...], points: list[int]) -> GameResult:
    places = [1 + sum(other > own for other in points) for own in points]
    seats = tuple(
        Sat((Tenure(player),), own, 0, place) for player, own, place in zip(players, points, places, strict=True)
    )
    return result_of(Game(number, seats, 8, Ending.SCORED))


@dataclass
class Simulated:
    """A tournament as it goes on; `gone` leave before the round of that number."""

    plan: Plan
    players: int
    throw: Throw = by_strength
    gone: dict[int, list[int]] = field(default_factory=dict)
    seed: int = 7
    rounds: list[NextRound] = field(default_factory=list)

    def __post_init__(self) -> None:
        everybody = tuple(range(1, self.players + 1))
        lots = list(everybody)
        Random(self.seed).shuffle(lots)
        self.chance = Random(self.seed)
        self.situation = Situation(
            self.plan, everybody, frozenset(everybody), self.seed, lots=dict(zip(everybody, lots, strict=True))
        )

    def run(self) -> Standings:
        """To its end; the final standings."""
        for _ in range(60):
            self.situation = replace(
                self.situation, here=self.situation.here - set(self.gone.get(self.situation.done + 1, []))
            )
            found = following(self.situation)
            if not found and self.situation.stage + 1 < len(self.plan.stages):
                self.situation = replace(self.situation, stage=1, before=self.situation.done)
                found = following(self.situation)
            if not found:
                return standings_of(self.situation)
            for one in found:
                self.play(one)
        raise AssertionError("it never ends")

    def play(self, one: NextRound) -> None:
        self.rounds.append(one)
        number = self.situation.done + 1
        seated = [player for table in one.tables for player in table.players]
        if all(table.leg == 1 for table in one.tables):
            assert len(set(seated)) == len(seated)
        dealt = deals([t.players for t in one.tables]) if self.plan.is_duplicate else None
        counted = tuple(
            Counted(
                number,
                index,
                result(100 * number + index, table.players, self.throw(table.players, self.chance)),
                table.group,
                table.leg,
                dealt[index - 1] if dealt else 0,
            )
            for index, table in enumerate(one.tables, start=1)
        )
        rests = tuple(
            Resting(number, player, why, self.plan.bye if why is Why.BYE else Fraction(0)) for player, why in one.rests
        )
        known = {player for player, _ in one.rests} | set(seated)
        if self.situation.stage == 0:
            rests += tuple(
                Resting(number, player, Why.ABSENT) for player in self.situation.entrants if player not in known
            )
        self.situation = replace(
            self.situation,
            done=number,
            counted=self.situation.counted + counted,
            rests=self.situation.rests + rests,
        )
