"""What the Dutch system is given: the players with their past rounds. Points are whole tenths."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.pairing.colours import Colour

Points = int
"""Tenths of a point: a win is usually 10, a draw 5."""


@dataclass(frozen=True, slots=True)
class Past:
    """What one past round gave to one player."""

    points: Points
    opponent: int | None = None
    colour: Colour | None = None
    played: bool = False  # over the board; a forfeited game was not played
    bye: bool = False  # allocated by the pairing
    beside: Points = 0  # bonus and penalty points of the round: part of the score, not of the result


@dataclass(frozen=True, slots=True)
class Player:
    """A player by tournament pairing number (TPN, 1.1) with all past rounds, the first one first.

    `rank` is for files whose players go by numbers of another order: it takes the number's place wherever rules compare.
    """

    number: int
    past: tuple[Past, ...] = ()
    acceleration: tuple[Points, ...] = ()  # fictitious points by round, the round to be paired included
    rank: int = 0  # 0: as the number

    def points(self, rounds: int | None = None) -> Points:
        """Points scored in the first `rounds` rounds, or in all."""
        return sum(past.points + past.beside for past in self.past[:rounds])

    def pairing_score(self, rounds: int) -> Points:
        """The score that counts when the round after `rounds` rounds is paired."""
        extra = self.acceleration[rounds] if rounds < len(self.acceleration) else 0
        return self.points(rounds) + extra


@dataclass(frozen=True, slots=True)
class Field:
    """A tournament before a round. Absent players keep their past, but are not paired."""

    players: tuple[Player, ...]
    rounds: int  # of the whole tournament: the last one has topscorers
    initial: Colour = Colour.WHITE  # drawn by lot before round 1 (5.1)
    absent: frozenset[int] = frozenset()
    forbidden: frozenset[tuple[int, int]] = frozenset()  # pairs the organiser forbids, smaller number first
    win: Points = 10
    loss: Points = 0
    least_win: Points | None = None  # where a win with one colour gives less than `win`
    fixed: tuple[tuple[int, int], ...] = ()  # pairs of this round that stand already, white first

    @property
    def points_like_a_win(self) -> Points:
        """What bars from the bye when it was got without playing (C2): as many points as a win gives."""
        return self.win if self.least_win is None else self.least_win

    @property
    def done(self) -> int:
        """How many rounds are behind."""
        return max((len(player.past) for player in self.players), default=0)
