"""What the market square may still bring: the only points of a game that depend on how far the others are."""

from __future__ import annotations

from math import exp

from engine.core import Rules, State
from engine.expansions.market import KINDS, value_tile

DOUBT = 1.5
"""Symbols by which a lead may be mistaken when the square is scored."""


class Square:
    """The markers of a rulebook, none in a game without the Market."""

    def __init__(self, rules: Rules) -> None:
        self.kinds = tuple(slot for kind in KINDS if (slot := rules.slot(f"at {kind}")))

    def to_come(self, rounds: float, round_number: int, is_now: bool) -> tuple[float, float, float]:
        """First and second places of all scorings to come, added up, and the first place of this round if it is still
        to be scored (MKT-9)."""
        if not self.kinds:
            return 0.0, 0.0, 0.0
        now = value_tile(round_number) if is_now else (0, 0)
        first, second, ahead = float(now[0]), float(now[1]), 1
        while rounds > 0:
            tile = value_tile(round_number + ahead)
            first += min(1.0, rounds) * tile[0]
            second += min(1.0, rounds) * tile[1]
            rounds, ahead = rounds - 1, ahead + 1
        return first, second, float(now[0])

    def worth(self, s: State, seat: int, first: float, second: float) -> float:
        """Points that a seat may expect of places worth so much: who leads a kind by little may lose it (MKT-10)."""
        total = 0.0
        for slot in self.kinds:
            mine = s.players[seat].facts[slot]
            if not mine:
                continue
            most = max((player.facts[slot] for other, player in enumerate(s.players) if other != seat), default=0)
            lead = 1 / (1 + exp((most - mine) / DOUBT)) if most else 1 - 0.3 * exp(-mine / DOUBT)
            total += first * lead + (second * (1 - lead) if most else 0.0)
        return total
