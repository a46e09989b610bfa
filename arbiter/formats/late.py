"""What a late entry brings along: points for the rounds before it, as the tournament states."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arbiter.errors import FormatError, TooLate


@dataclass(frozen=True, slots=True)
class LateEntry:
    """How long one may enter, and what each round missed gives.

    `until` is the last round into which somebody may enter; `points` are given for each of the first `most` rounds
    missed, nothing for more (None: for all).
    """

    until: int
    points: Fraction = Fraction(0)
    most: int | None = None

    def __post_init__(self) -> None:
        if self.until < 1 or self.points < 0 or (self.most is not None and self.most < 0):
            raise FormatError(
                "Late entry until round {until} with {points} points is invalid. Use round 1 or later and 0 or "
                "more points.",
                until=self.until,
                points=str(self.points),
            )


def late_points(rule: LateEntry, first_round: int) -> tuple[Fraction, ...]:
    """The points for every round missed by who enters in `first_round`, one a round. Raises TooLate after the last."""
    if not 1 <= first_round <= rule.until:
        raise TooLate(
            "Late entry is open until round {until}, not in round {round}.", until=rule.until, round=first_round
        )
    counted = first_round - 1 if rule.most is None else min(rule.most, first_round - 1)
    return (rule.points,) * counted + (Fraction(0),) * (first_round - 1 - counted)
