"""What is wrong with a pairing made by hand, as data: the director is told, and decides."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum

from arbiter.sentences import Said, Sentence


class Weight(Enum):
    BROKEN = "broken"  # the round cannot be played so: somebody is missing, or twice there
    FORBIDDEN = "forbidden"  # the rules of the tournament never pair so
    UNFAIR = "unfair"  # the rules avoid it where they can


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing that is wrong, whom it concerns, and in words."""

    code: str
    weight: Weight
    players: tuple[int, ...]
    sentence: Sentence


def violation(code: str, weight: Weight, players: Iterable[int], pattern: str, /, **values: Said) -> Violation:
    return Violation(code, weight, tuple(players), Sentence(pattern, **values))


def presence(present: Collection[int], paired: Iterable[int]) -> list[Violation]:
    """Who is there plays or has a bye exactly once, and nobody else does."""
    times = Counter(paired)
    found = []
    for number in sorted(set(present) | times.keys()):
        if number not in present:
            pattern = "Player {player} is not there for this round."
            found.append(violation("stranger", Weight.BROKEN, [number], pattern, player=number))
        elif not times[number]:
            pattern = "Player {player} has neither a game nor a bye."
            found.append(violation("left_out", Weight.BROKEN, [number], pattern, player=number))
        elif times[number] > 1:
            pattern = "Player {player} is paired {times} times."
            found.append(violation("twice", Weight.BROKEN, [number], pattern, player=number, times=times[number]))
    return found


class Colour(Enum):
    """Who begins. In this site's two-player games white is the earlier seat."""

    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> "Colour":
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE
