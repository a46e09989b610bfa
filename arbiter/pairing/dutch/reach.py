"""How many rounds a field of pairs can bear, to be told before a tournament opens."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from arbiter.errors import FieldError


class Bearing(Enum):
    """What becomes of a Swiss of so many rounds."""

    SAFE = "safe"  # no more rounds than half the players: nothing ever went wrong
    RISKY = "risky"  # near its end there may be no pairing that the rules allow
    IMPOSSIBLE = "impossible"  # more rounds than there are opponents


@dataclass(frozen=True, slots=True)
class Reach:
    """The bearing of the rounds asked for, and what may be offered instead.

    `safe` is the most rounds that are safe, `most` the most that there can be; a round-robin has `round_robin` rounds.
    """

    bearing: Bearing
    safe: int
    most: int
    round_robin: int


def reach(players: int, rounds: int) -> Reach:
    """Whether so many rounds can be paired by the Dutch system. Raises FieldError for numbers below 2 and 1.

    An even field has one opponent fewer than players; an odd one has a bye more. Colours make it end sooner:
    docs/pairing.md has the shares measured.
    """
    if players < 2 or rounds < 1:
        raise FieldError(
            "A Swiss needs at least two players and one round, not {players} and {rounds}.",
            players=players,
            rounds=rounds,
        )
    most, safe = players - 1 + players % 2, max(1, players // 2)
    bearing = Bearing.SAFE if rounds <= safe else Bearing.RISKY if rounds <= most else Bearing.IMPOSSIBLE
    return Reach(bearing, safe, most, most)
