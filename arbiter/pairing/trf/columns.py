"""The kinds of lines of a tournament report file (TRF16 and TRF26) and their columns, which count from 1 as in the format's
tables.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from arbiter.errors import DoesNotFit, TrfError
from arbiter.pairing.dutch.field import Points
from arbiter.pairing.violations import Colour
from arbiter.sentences import Said, Sentence

POINTS = re.compile(r"-?[0-9]{1,4}(?:[.,][0-9])?", re.ASCII)
WORD = re.compile(r"0{0,9}[1-9][0-9]{0,3}", re.ASCII)
SHOWN = 40
"""A longer word is not repeated whole in the sentence that refuses it."""
FREE_POINTS = re.compile(r"-?(?:[0-9]{1,4}(?:[.,][0-9])?|[.,][0-9])", re.ASCII)  # outside columns .5 will do, too


@dataclass(frozen=True, slots=True)
class Columns:
    line: int
    text: str

    def error(self, column: int, pattern: str, /, **values: Said) -> TrfError:
        return TrfError(self.line, column, pattern, **values)

    def field(self, first: int, last: int) -> str:
        """Columns `first` to `last` without the blanks around; blanks beyond the end."""
        return self.text[first - 1 : last].strip(" ")

    def number(self, first: int, last: int, what: Sentence, *, least: int = 0) -> int | None:
        """A whole number, or None when the columns are blank."""
        word = self.field(first, last)
        if not word:
            return None
        if not (word.isascii() and word.isdigit()):
            raise self.error(
                first,
                "{what} must be a whole number in columns {first} to {last}, not {word}.",
                what=what,
                first=first,
                last=last,
                word=repr(word),
            )
        if int(word) < least:
            raise self.error(first, "{what} must be at least {least}, not {word}.", what=what, least=least, word=word)
        return int(word)

    def needed(self, first: int, last: int, what: Sentence, *, least: int = 0) -> int:
        value = self.number(first, last, what, least=least)
        if value is None:
            raise self.error(first, "{what} is missing (columns {first} to {last}).", what=what, first=first, last=last)
        return value

    def points(self, first: int, last: int, what: Sentence) -> Points | None:
        """Points such as 11.5 in tenths, or None when the columns are blank."""
        word = self.field(first, last)
        if not word:
            return None
        if not POINTS.fullmatch(word):
            raise self.error(
                first,
                "{what} must look like 11.5 in columns {first} to {last}, not {word}.",
                what=what,
                first=first,
                last=last,
                word=repr(word),
            )
        return tenths(word)

    def blank(self, *columns: int) -> None:
        """These columns separate fields; TrfError when something stands there."""
        for column in columns:
            found = self.text[column - 1 : column]
            if found.strip(" "):
                raise self.error(
                    column, "Expected a blank between fields, found {found}. Is the line shifted?", found=repr(found)
                )

    def numbers(self, first: int, what: Sentence, *, width: int = 4) -> tuple[int, ...]:
        """Whole numbers in fields of `width` with a blank between, from a column to the end of the line."""
        found = []
        for start in range(first, len(self.text.rstrip()) + 1, width + 1):
            value = self.number(start, start + width - 1, what, least=1)
            self.blank(start + width)
            if value is not None:
                found.append(value)
        return tuple(found)

    def words(self, what: Sentence) -> tuple[int, ...]:
        """Whole numbers from 1 to 9999, as far as four columns go, after the code and freely spaced."""
        found = []
        for match in re.finditer(r"\S+", self.text[3:]):
            if not WORD.fullmatch(match.group()):
                shown = match.group() if len(match.group()) <= SHOWN else match.group()[:SHOWN] + "…"
                raise self.error(
                    4 + match.start(),
                    "{what} must be a whole number from 1 to 9999, not {word}.",
                    what=what,
                    word=repr(shown),
                )
            found.append(int(match.group()))
        return tuple(found)


def tenths(word: str) -> Points:
    """Points in tenths from text such as 11.5, 3 or -0.5."""
    whole, _, tenth = word.lstrip("-").replace(",", ".").partition(".")
    value = 10 * int(whole or 0) + int(tenth or 0)
    return -value if word.startswith("-") else value


def points_text(points: Points) -> str:
    """Points as the format writes them: 115 is 11.5."""
    sign = "-" if points < 0 else ""
    return f"{sign}{abs(points) // 10}.{abs(points) % 10}"


def fitted(word: str, width: int, what: Sentence) -> str:
    """A word in its columns, to the right when `width` is negative; left-bound ones keep a blank behind if wider than 1."""
    room = -width if width < 0 else max(1, width - 1)
    if len(word) > room or not word.isprintable():
        raise DoesNotFit(
            "TRF has {room} columns for {what}; {word} does not fit.", what=what, room=room, word=repr(word)
        )
    return word.rjust(-width) if width < 0 else word.ljust(width)


def _in_fours(found: Iterable[int | str]) -> str:
    return " ".join(f"{one:>4}" for one in found)


FIRST_CELL = 92
CELL_WIDTH = 10
PLAYED = frozenset("1=0WDL")
FORFEITED = frozenset("+-")
WITHOUT_OPPONENT = frozenset("HFUZ+-")


@dataclass(frozen=True, slots=True)
class RoundCell:
    """One round of one player: columns 92 to 99 for round 1, ten further for each later round."""

    opponent: int = 0  # 0: nobody
    colour: Colour | None = None
    result: str = ""  # 1 = 0 W D L, + - for forfeits, H F U Z without an opponent, "" for none (yet)

    @property
    def is_blank(self) -> bool:
        """Whether nothing at all is written; the same as a zero-point bye."""
        return self == RoundCell()

    @property
    def is_bye(self) -> bool:
        return not self.opponent and self.result == "U"

    @property
    def is_played(self) -> bool:
        return bool(self.opponent) and self.result in PLAYED

    @property
    def is_present(self) -> bool:
        """Whether the player took part in the pairing of that round."""
        return bool(self.opponent) or self.is_bye

    def __str__(self) -> str:
        """The ten columns of the round, two blanks first."""
        if self.is_blank:
            return " " * CELL_WIDTH
        opponent = fitted(str(self.opponent), -4, Sentence("an opponent")) if self.opponent else "0000"
        return f"  {opponent} {self.colour.value if self.colour else '-'} {self.result or ' '}"


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """001: a player with all rounds. As text it raises DoesNotFit when a value is too long for its columns."""

    number: int
    name: str = ""
    points: Points = 0
    rank: int | None = None
    cells: tuple[RoundCell, ...] = ()
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_number: str = ""
    birth: str = ""

    def cell(self, round_number: int) -> RoundCell:
        """The cell of a round, counted from 1; blank where the line has ended."""
        return self.cells[round_number - 1] if round_number <= len(self.cells) else RoundCell()

    def __str__(self) -> str:
        fields = [
            fitted("001", 4, Sentence("the code")),
            fitted(str(self.number), -4, Sentence("the starting number")),
            " ",
            fitted(self.sex, 1, Sentence("the sex")),
            fitted(self.title, -3, Sentence("the title")),
            " ",
            fitted(self.name, 34, Sentence("the name")),
            fitted("" if self.rating is None else str(self.rating), -4, Sentence("the rating")),
            " ",
            fitted(self.federation, 4, Sentence("the federation")),
            fitted(self.fide_number, -11, Sentence("the FIDE number")),
            " ",
            fitted(self.birth, 11, Sentence("the date of birth")),
            fitted(points_text(self.points), -4, Sentence("the number of points")),
            " ",
            fitted("" if self.rank is None else str(self.rank), -4, Sentence("the rank")),
            *map(str, self.cells),
        ]
        return "".join(fields).rstrip()


@dataclass(frozen=True, slots=True)
class TextRecord:
    """A line read as text: names and dates, team sections, comments (code "###" or "#"), empty lines (code "")."""

    code: str
    text: str = ""

    def __str__(self) -> str:
        return self.code + self.text


@dataclass(frozen=True, slots=True)
class RoundsRecord:
    """142 (TRF26) or XXR: how many rounds the tournament has."""

    count: int
    code: str = "142"

    def __str__(self) -> str:
        return f"{self.code} {self.count}"


@dataclass(frozen=True, slots=True)
class InitialColourRecord:
    """152 (TRF26) or XXC: the colour drawn for the first player; None where XXC says something else."""

    colour: Colour | None
    code: str = "152"
    by_rank: bool = False  # XXC rank: the order of the lines 001 counts, not that of the starting numbers

    def __str__(self) -> str:
        if self.code == "152":
            return f"152 {self.colour.value.upper() if self.colour else ''}"
        word = {Colour.WHITE: " white1", Colour.BLACK: " black1", None: ""}[self.colour]
        return f"XXC{' rank' if self.by_rank else ''}{word}"


@dataclass(frozen=True, slots=True)
class PointsRecord:
    """162 (TRF26), XXS or BB?: points for results, by the format's own symbols."""

    values: tuple[tuple[str, Points], ...]
    code: str = "162"

    def __str__(self) -> str:
        if self.code == "162":
            return "162  " + "    ".join(f"{symbol}{points_text(value):>4}" for symbol, value in self.values)
        if self.code == "XXS":
            return " ".join(["XXS", *(f"{symbol}={points_text(value)}" for symbol, value in self.values)])
        return f"{self.code} {points_text(self.values[0][1]):>4}"


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
        return self.round_number in (0, round_number) and (not self.players or number in self.players)

    def __str__(self) -> str:
        match = "" if self.match_points is None else points_text(self.match_points)
        columns = [
            f"299 {self.kind:1} ",
            fitted(match, -5, Sentence("the number of match points")),
            " ",
            fitted(points_text(self.points), -5, Sentence("the number of points")),
            f"  {self.round_number:03} ",
            _in_fours(self.players),
        ]
        return "".join(columns).rstrip()


@dataclass(frozen=True, slots=True)
class ByesRecord:
    """240 (TRF26): byes granted in a round; XXZ: players absent in the next round (kind Z, round 0)."""

    kind: str
    round_number: int
    players: tuple[int, ...]
    code: str = "240"

    def __str__(self) -> str:
        if self.code == "XXZ":
            return " ".join(["XXZ", *map(str, self.players)])
        return f"240 {self.kind} {self.round_number:>3} {_in_fours(self.players)}"


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

    def __str__(self) -> str:
        match = "" if self.match_points is None else points_text(self.match_points)
        return (
            f"250 {match:>4} {points_text(self.points):>4} {self.first_round:>3} {self.last_round:>3} "
            f"{self.first_player:>4} {self.last_player:>4}"
        )


@dataclass(frozen=True, slots=True)
class PlayerAccelerationRecord:
    """XXA: fictitious points of one player, round by round."""

    player: int
    points: tuple[Points, ...]
    code: str = "XXA"

    def __str__(self) -> str:
        return f"XXA {self.player:>4} {_in_fours(map(points_text, self.points))}"


@dataclass(frozen=True, slots=True)
class ForbiddenRecord:
    """260 (TRF26) or XXP: players who must not meet, in some rounds or (0, 0) in all."""

    players: tuple[int, ...]
    first_round: int = 0
    last_round: int = 0
    code: str = "260"

    def __str__(self) -> str:
        if self.code == "XXP":
            return " ".join(["XXP", *map(str, self.players)])
        return f"260 {self.first_round:>3} {self.last_round:>3} {_in_fours(self.players)}"


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
