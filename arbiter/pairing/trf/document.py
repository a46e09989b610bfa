"""A whole file: its lines in order, read and written without a difference."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from arbiter.pairing.trf import lines
from arbiter.pairing.trf.columns import (
    AbnormalRecord,
    AccelerationRecord,
    ByesRecord,
    Columns,
    ForbiddenRecord,
    InitialColourRecord,
    PlayerAccelerationRecord,
    PlayerRecord,
    PointsRecord,
    Record,
    RoundsRecord,
    TextRecord,
)
from arbiter.pairing.trf.lines import read_player, write_player

TEXT_CODES = frozenset(
    f"{number:03}" for number in (*range(12, 133, 10), *range(172, 223, 10), 352, 362, 13, 300, 310, 320, 330, 801, 802)
)
READERS: dict[str, Callable[[Columns], Record]] = {
    "001": read_player,
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
class Line:
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
        return write_record(self.record)


@dataclass(frozen=True, slots=True)
class Document:
    """The lines of a file."""

    lines: tuple[Line, ...] = ()

    @classmethod
    def of(cls, records: Iterable[Record], ending: str = "\n") -> Document:
        """A new file; TRF26 asks for CR as ending, programs read any."""
        return cls(tuple(Line(record, ending) for record in records))

    @property
    def records(self) -> tuple[Record, ...]:
        """What the lines say."""
        return tuple(line.record for line in self.lines)

    def players(self) -> Iterator[tuple[int, PlayerRecord]]:
        """The players with the numbers of their lines."""
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
            found.append(Line(record, ending, source, record))
    return Document(tuple(found))


def write(document: Document) -> str:
    """The text of a file."""
    return "".join(line.text + line.ending for line in document.lines)


def read_record(columns: Columns, reading: Reading) -> Record:
    """One line."""
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


def write_record(record: Record) -> str:
    """The text of one record."""
    match record:
        case PlayerRecord():
            return write_player(record)
        case TextRecord():
            return record.code + record.text
        case RoundsRecord():
            return lines.write_rounds(record)
        case InitialColourRecord():
            return lines.write_initial_colour(record)
        case PointsRecord():
            return lines.write_points(record)
        case AbnormalRecord():
            return lines.write_abnormal(record)
        case ByesRecord():
            return lines.write_byes(record)
        case AccelerationRecord():
            return lines.write_acceleration(record)
        case PlayerAccelerationRecord():
            return lines.write_player_acceleration(record)
        case ForbiddenRecord():
            return lines.write_forbidden(record)
