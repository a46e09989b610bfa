"""Cards that a use turns face down until the next round: no points then, and not replaceable (CARD-OBS-5, M2-DEBT-4)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core import Rules, State, Step
from engine.entries import Log
from engine.part import Mark, Part
from engine.player import Row, Seat
from engine.scoring import pays, without_points
from engine.state import turn_over

FACE_DOWN = "face down"


class FaceDown(Part):
    """What lies face down is turned up at the start of every round (SEQ-3)."""

    name = "face-down"
    counts_by_facts = True

    def program(self, rules: Rules, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return (TurnUp(rules, rules.phases[0].name), *steps) if rules.slot(FACE_DOWN) else steps


FACES = FaceDown()


def face_down(bare: Mark, fact: str) -> Mark:
    """The card face down: it gives no points and has not the use that this fact tells of; all else stays (COST-3)."""
    left = tuple(effect for effect in without_points(bare.effects) if effect[0] != fact)
    return Mark((FACE_DOWN,), (*left, (FACE_DOWN, 1)))


def down_rows(rules: Rules, fact: str) -> Mapping[Row, Row]:
    """The rows that put this fact in while face up, each with its face-down row."""
    slot = rules.slot(fact)
    return {
        row: rules.with_mark(row, FACE_DOWN)
        for row in range(rules.size)
        if any(put == slot for put, _ in rules.effects[row]) and rules.has_mark(row, FACE_DOWN)
    }


def turn_down(s: State, seat: Seat, down: Mapping[Row, Row]) -> None:
    """Turn one of these cards of a display face down: of several the one that gives up least points, so one that gives
    none anyhow (BANQ-MONEY-3) before one that does; of equals the oldest."""
    player = s.players[seat]
    places = [place for place, row in enumerate(player.display) if row in down]
    place = min(places, key=lambda place: pays(s.rules, player.facts, player.display[place])[1])
    turn_over(s, seat, place, down[player.display[place]])


class TurnUp(Step):
    """The start of a round."""

    def __init__(self, rules: Rules, phase: str) -> None:
        self.phase = phase
        self.slot = rules.slots[FACE_DOWN]
        self.up = {
            row: rules.without_mark(row, FACE_DOWN) for row in range(rules.size) if FACE_DOWN in rules.marked[row]
        }

    def run(self, s: State, log: Log) -> None:
        for seat, player in enumerate(s.players):
            if player.facts[self.slot]:
                for place, row in enumerate(player.display):
                    if row in self.up:
                        turn_over(s, seat, place, self.up[row])
