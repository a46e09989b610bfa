"""The kinds of lines of a tournament report file (TRF16 and TRF26). What pairing does not read stays text."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.pairing.colours import Colour
from arbiter.pairing.dutch.field import Points

PLAYED = frozenset("1=0WDL")
FORFEITED = frozenset("+-")
WITHOUT_OPPONENT = frozenset("HFUZ+-")


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player: columns 92 to 99 for round 1, ten further for each later round."""

    opponent: int = 0  # 0: nobody
    colour: Colour | None = None
    result: str = ""  # 1 = 0 W D L, + - for forfeits, H F U Z without an opponent, "" for none (yet)

    @property
    def is_blank(self) -> bool:
        """Whether nothing at all is written; the same as a zero-point bye."""
        return self == Cell()

    @property
    def is_bye(self) -> bool:
        """Whether the pairing gave this player the bye."""
        return not self.opponent and self.result == "U"

    @property
    def is_played(self) -> bool:
        """Whether a game was played."""
        return bool(self.opponent) and self.result in PLAYED

    @property
    def is_present(self) -> bool:
        """Whether the player took part in the pairing of that round."""
        return bool(self.opponent) or self.is_bye


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """001: a player with all rounds."""

    number: int
    name: str = ""
    points: Points = 0
    rank: int | None = None
    cells: tuple[Cell, ...] = ()
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_number: str = ""
    birth: str = ""

    def cell(self, round_number: int) -> Cell:
        """The cell of a round, counted from 1; blank where the line has ended."""
        return self.cells[round_number - 1] if round_number <= len(self.cells) else Cell()


@dataclass(frozen=True, slots=True)
class TextRecord:
    """A line read as text: names and dates, team sections, comments (code "###" or "#"), empty lines (code "")."""

    code: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class RoundsRecord:
    """142 (TRF26) or XXR: how many rounds the tournament has."""

    count: int
    code: str = "142"


@dataclass(frozen=True, slots=True)
class InitialColourRecord:
    """152 (TRF26) or XXC: the colour drawn for the first player; None where XXC says something else."""

    colour: Colour | None
    code: str = "152"
    by_rank: bool = False  # XXC rank: the order of the lines 001 counts, not that of the starting numbers


@dataclass(frozen=True, slots=True)
class PointsRecord:
    """162 (TRF26), XXS or BB?: points for results, by the format's own symbols."""

    values: tuple[tuple[str, Points], ...]
    code: str = "162"


@dataclass(frozen=True, slots=True)
class AbnormalRecord:
    """299 (TRF26): points out of the ordinary for players (none named: everybody) in a round (0: in every round).

    With a kind (W D L F H Z + -) a result of that kind gives these points instead of its own; with none they are a
    bonus or, below zero, a penalty beside the result.
    """

    kind: str
    points: Points
    round_number: int = 0
    players: tuple[int, ...] = ()
    match_points: Points | None = None
    code: str = "299"

    def is_about(self, number: int, round_number: int) -> bool:
        """Whether it concerns a player in a round."""
        return self.round_number in (0, round_number) and (not self.players or number in self.players)


@dataclass(frozen=True, slots=True)
class ByesRecord:
    """240 (TRF26): byes granted in a round; XXZ: players absent in the next round (kind Z, round 0)."""

    kind: str
    round_number: int
    players: tuple[int, ...]
    code: str = "240"


@dataclass(frozen=True, slots=True)
class AccelerationRecord:
    """250 (TRF26): fictitious points for a span of players in a span of rounds."""

    points: Points
    first_round: int
    last_round: int
    first_player: int
    last_player: int
    match_points: Points | None = None
    code: str = "250"


@dataclass(frozen=True, slots=True)
class PlayerAccelerationRecord:
    """XXA: fictitious points of one player, round by round."""

    player: int
    points: tuple[Points, ...]
    code: str = "XXA"


@dataclass(frozen=True, slots=True)
class ForbiddenRecord:
    """260 (TRF26) or XXP: players who must not meet, in some rounds or (0, 0) in all."""

    players: tuple[int, ...]
    first_round: int = 0
    last_round: int = 0
    code: str = "260"


Record = (
    PlayerRecord
    | TextRecord
    | RoundsRecord
    | InitialColourRecord
    | PointsRecord
    | AbnormalRecord
    | ByesRecord
    | AccelerationRecord
    | PlayerAccelerationRecord
    | ForbiddenRecord
)
