"""Records of games, `stpete-record/1` to `/3`: written, read back strictly, and held against the rules (docs/record.md).

record = parse_record(text)           # or from_record(plain JSON); to_record(...) writes one
for step in positions(record): ...    # every position in turn
verify(record)                        # commitment, deal, moves and result; RecordError if one is not true
"""

from engine.record.reading import from_record, parse_record, to_record
from engine.record.values import (
    ENDINGS,
    FORMAT,
    FORMATS,
    SOURCES,
    Chance,
    Contribution,
    Ended,
    Json,
    Predecessor,
    Proven,
    Record,
    RecordedMove,
    RecordError,
    Result,
    SeatResult,
    Seeded,
    Source,
    WrittenOut,
    canonical,
    digest,
    last_position,
    opened_of,
    positions,
    result_of,
    verify,
)

__all__ = [
    "ENDINGS",
    "FORMAT",
    "FORMATS",
    "SOURCES",
    "Chance",
    "Contribution",
    "Ended",
    "Json",
    "Predecessor",
    "Proven",
    "Record",
    "RecordError",
    "RecordedMove",
    "Result",
    "SeatResult",
    "Seeded",
    "Source",
    "WrittenOut",
    "canonical",
    "digest",
    "from_record",
    "last_position",
    "opened_of",
    "parse_record",
    "positions",
    "result_of",
    "to_record",
    "verify",
]
