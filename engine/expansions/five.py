"""Five players without the Market: the Sack starts no phase but brings rubles and points (section 15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from engine.core import Rules, State, Step
from engine.entries import Log, Scored
from engine.options import Options
from engine.part import Numbers, Part

SACK: Final = "sack"
RUBLES: Final = 2
"""More rubles at the start for its holder (FIVE-3)."""
POINTS: Final = 2
"""For its holder at the start of every Worker phase (FIVE-4)."""


class Five(Part):
    """A fifth token; all tokens go two seats to the left (FIVE-2, FIVE-6)."""

    name = "five"
    counts_by_facts = True
    most_players = 5

    def tokens(self) -> Sequence[str]:
        return (SACK,)

    def numbers(self, numbers: Numbers, options: Options) -> Numbers:
        return replace(numbers, token_shift=2)

    def set_up(self, s: State, draws: Mapping[str, Sequence[str]]) -> None:
        s.own(s.tokens[s.rules.token_of[SACK]]).rubles += RUBLES

    def program(self, rules: Rules, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return (SackPoints(rules.phases[0].name), *steps)


FIVE = Five()


class SackPoints(Step):
    """The start of a Worker phase, the first included."""

    def __init__(self, phase: str) -> None:
        self.phase = phase

    def run(self, s: State, log: Log) -> None:
        seat = s.tokens[s.rules.token_of[SACK]]
        player = s.players[seat]
        if log is not None:
            log.append(Scored(seat, player.rubles, 0, player.points, POINTS, SACK))
        s.rules.gain(s, seat, POINTS, log)
