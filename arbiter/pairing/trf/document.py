"""A whole file: its lines in order, read and written without a difference, and checked against each other."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from arbiter.errors import TrfError
from arbiter.pairing.trf import lines
from arbiter.pairing.trf.columns import (
    CELL_WIDTH,
    FIRST_CELL,
    AbnormalRecord,
    ByesRecord,
    Columns,
    ForbiddenRecord,
    PlayerAccelerationRecord,
    PlayerRecord,
    Record,
    RoundCell,
    RoundsRecord,
    TextRecord,
    points_text,
)
from arbiter.pairing.trf.points import scoring
from arbiter.sentences import Said, Sentence

TEXT_CODES = frozenset(
    f"{number:03}" for number in (*range(12, 133, 10), *range(172, 223, 10), 352, 362, 13, 300, 310, 320, 330, 801, 802)
)
READERS: dict[str, Callable[[Columns], Record]] = {
    "001": lines.read_player,
    "142": lines.read_rounds,
    "XXR": lines.read_rounds,
    "152": lines.read_initial_colour,
    "XXC": lines.read_configuration,
    "162": lines.read_points,
    "XXS": lines.read_points_xxs,
    **{f"BB{symbol}": lines.read_points_bb for symbol in "WDLZFU"},
    "299": lines.read_abnormal,
    "240": lines.read_byes,
    "XXZ": lines.read_absent,
    "250": lines.read_acceleration,
    "XXA": lines.read_player_acceleration,
    "260": lines.read_forbidden,
    "XXP": lines.read_forbidden_xxp,
}
NATIONAL = re.compile(r"[A-Z]{3} [ 0-9]{4} ", re.ASCII)
ENDINGS = re.compile(r"(\r\n|\r|\n)")


class Reading(Enum):
    """How to take a line whose code is not of the format."""

    STRICT = "strict"  # refuse it
    LENIENT = "lenient"  # keep it as text


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A record and how it ends; where it was read, the text it was read from."""

    record: Record
    ending: str = "\n"
    source: str | None = field(default=None, compare=False)
    reads_as: Record | None = field(default=None, compare=False)

    @property
    def text(self) -> str:
        """The line without its ending: as it was read, or written anew when the record has been replaced."""
        if self.source is not None and self.record == self.reads_as:
            return self.source
        return str(self.record)


@dataclass(frozen=True, slots=True)
class Document:
    lines: tuple[ReportLine, ...] = ()

    @classmethod
    def of(cls, records: Iterable[Record], ending: str = "\n") -> "Document":
        """A new file; TRF26 asks for CR as ending, programs read any."""
        return cls(tuple(ReportLine(record, ending) for record in records))

    @property
    def records(self) -> tuple[Record, ...]:
        return tuple(line.record for line in self.lines)

    def players(self) -> Iterator[tuple[int, PlayerRecord]]:
        for number, line in enumerate(self.lines, start=1):
            if isinstance(line.record, PlayerRecord):
                yield number, line.record


def read(text: str, reading: Reading = Reading.STRICT) -> Document:
    """A file's text as records; `write` gives back the same text. TrfError says where a line is wrong."""
    parts = ENDINGS.split(text)
    found = []
    for index in range(0, len(parts), 2):
        source, ending = parts[index], parts[index + 1] if index + 1 < len(parts) else ""
        if source or ending:
            record = read_record(Columns(index // 2 + 1, source), reading)
            found.append(ReportLine(record, ending, source, record))
    return Document(tuple(found))


def write(document: Document) -> str:
    return "".join(line.text + line.ending for line in document.lines)


def read_record(columns: Columns, reading: Reading) -> Record:
    text = columns.text
    if not text.strip():
        return TextRecord("", text)
    if text.startswith("#"):
        code = "###" if text.startswith("###") else "#"
        return TextRecord(code, text[len(code) :])
    code = text[:3]
    if code in READERS:
        return READERS[code](columns)
    if code in TEXT_CODES or NATIONAL.match(text) or reading is Reading.LENIENT:
        return TextRecord(code, text[3:])
    raise columns.error(1, "{code} is not a code of the format. Comments begin with ###.", code=repr(code))


ANSWERS = {"1": "0", "0": "10=", "=": "=0", "W": "L", "L": "WL", "D": "D", "+": "-", "-": "+-", "": ""}
"""Which results an opponent may have: both may lose, not both win."""

Roster = dict[int, tuple[int, PlayerRecord]]


def check(document: Document) -> None:
    """Raise TrfError for the first contradiction, from the top of the file."""
    roster: Roster = {}
    for line, player in document.players():
        if player.number in roster:
            raise TrfError(
                line,
                5,
                "Player {player} is already listed in line {other_line}.",
                player=player.number,
                other_line=roster[player.number][0],
            )
        roster[player.number] = line, player
    if not roster:
        raise TrfError(max(1, len(document.lines)), 0, "The file has no players. Player lines begin with 001.")
    for line, player in roster.values():
        for round_number, cell in enumerate(player.cells, start=1):
            check_cell(roster, line, player, round_number, cell)
    check_missing_cells(roster)
    check_byes(roster)
    check_other_lines(document, roster)
    check_points(document, roster)


def check_cell(roster: Roster, line: int, player: PlayerRecord, round_number: int, cell: RoundCell) -> None:
    """A game stands in both players' lines, with opposite colours and results that go together."""
    column = FIRST_CELL + CELL_WIDTH * (round_number - 1)
    who = Sentence("Player {player}, round {round}", player=player.number, round=round_number)
    if not cell.opponent:
        return
    if cell.opponent == player.number:
        raise TrfError(line, column, "{who}: a player cannot play themselves.", who=who)
    if cell.opponent not in roster:
        raise TrfError(line, column, "{who}: player {opponent} does not exist.", who=who, opponent=cell.opponent)
    other_line, opponent = roster[cell.opponent]
    answer = opponent.cell(round_number)
    if answer.is_blank:
        return  # the other player's line has a hole; it is reported there
    if answer.opponent != player.number:
        where: dict[str, Said] = {"who": who, "opponent": cell.opponent, "other_line": other_line}
        if not answer.opponent:
            pattern = "{who}: opponent {opponent} has no game according to line {other_line}."
            raise TrfError(line, column, pattern, **where)
        pattern = "{who}: opponent {opponent} played player {met} according to line {other_line}."
        raise TrfError(line, column, pattern, **where, met=answer.opponent)
    if answer.colour is cell.colour and cell.colour:
        raise TrfError(
            line,
            column + 5,
            "{who}: player {opponent} also has colour {colour} (line {other_line}).",
            who=who,
            opponent=cell.opponent,
            colour=cell.colour.value,
            other_line=other_line,
        )
    if answer.result not in ANSWERS[cell.result] and not (cell.result == "" == answer.result):
        raise TrfError(
            line,
            column + 7,
            "{who}: result {result} does not match {answer} of player {opponent} (line {other_line}).",
            who=who,
            result=repr(cell.result),
            answer=repr(answer.result),
            opponent=cell.opponent,
            other_line=other_line,
        )


def check_missing_cells(roster: Roster) -> None:
    for number, (_, player) in roster.items():
        for round_number, cell in enumerate(player.cells, start=1):
            if not cell.opponent:
                continue
            line, opponent = roster[cell.opponent]
            if opponent.cell(round_number).is_blank:
                raise TrfError(
                    line,
                    FIRST_CELL + CELL_WIDTH * (round_number - 1),
                    "Player {player}, round {round}: the game against player {number} is missing.",
                    player=opponent.number,
                    round=round_number,
                    number=number,
                )


def check_byes(roster: Roster) -> None:
    seen: dict[int, int] = {}
    for line, player in roster.values():
        for round_number, cell in enumerate(player.cells, start=1):
            if not cell.is_bye:
                continue
            if round_number in seen:
                raise TrfError(
                    line,
                    FIRST_CELL + CELL_WIDTH * (round_number - 1) + 7,
                    "Player {player}, round {round}: player {other} already has the bye.",
                    player=player.number,
                    round=round_number,
                    other=seen[round_number],
                )
            seen[round_number] = player.number


def check_other_lines(document: Document, roster: Roster) -> None:
    """Lines that name players name those there are, and the rounds recorded are not more than there are."""
    for line, record in enumerate((entry.record for entry in document.lines), start=1):
        for number in named_players(record):
            if number not in roster:
                raise TrfError(line, 5, "Player {number} does not exist.", number=number)
        if isinstance(record, RoundsRecord):
            recorded = max((len(player.cells) for _, player in roster.values()), default=0)
            if record.count < recorded:
                raise TrfError(
                    line,
                    5,
                    "The tournament has {count} rounds, but {recorded} are recorded.",
                    count=record.count,
                    recorded=recorded,
                )


def named_players(record: object) -> Iterator[int]:
    if isinstance(record, ByesRecord | ForbiddenRecord | AbnormalRecord):
        yield from record.players
    elif isinstance(record, PlayerAccelerationRecord):
        yield record.player


def check_points(document: Document, roster: Roster) -> None:
    """Columns 81 to 84 are the sum of the rounds; a bye of the next round (240) may be counted already or not."""
    known = scoring(document.records)
    recorded = max((len(player.cells) for _, player in roster.values()), default=0)
    ahead = {
        number: known.of(number, recorded + 1, RoundCell(result=record.kind))
        for record in document.records
        if isinstance(record, ByesRecord) and record.round_number == recorded + 1
        for number in record.players
    }
    for line, player in roster.values():
        worth = [
            (index, known.of(player.number, index, player.cell(index)) + known.beside(player.number, index))
            for index in range(1, recorded + 1)
        ]
        total = sum(points for _, points in worth)
        if player.points not in (total, total + ahead.get(player.number, 0)):
            rounds = tuple(
                Sentence("{points} in round {round}", points=points_text(points), round=index)
                for index, points in worth
                if points
            )
            raise TrfError(
                line,
                81,
                "Player {player} has {points} points, but the rounds give {total} ({rounds}).",
                player=player.number,
                points=points_text(player.points),
                total=points_text(total),
                rounds=rounds or "0",
            )
