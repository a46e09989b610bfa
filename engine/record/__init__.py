"""Records of games, `stpete-record/1` to `/4`: written, read back strictly, and held against the rules (docs/record.md).

record = parse_record(text)           # or from_record(plain JSON); to_record(...) writes one
for step in positions(record): ...    # every position in turn
verify(record)                        # commitment, deal, moves and result; RecordError if one is not true
"""

from engine.record.joint import Beacon, Contribution, choices_of
from engine.record.reading import SIGNATURES, from_record, parse_record, to_record
from engine.record.values import (
    ENDINGS,
    FORMAT,
    FORMATS,
    SOURCES,
    Chance,
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
    positions,
    result_of,
    verify,
)

__all__ = [
    "ENDINGS",
    "FORMAT",
    "FORMATS",
    "SIGNATURES",
    "SOURCES",
    "Beacon",
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
    "choices_of",
    "digest",
    "from_record",
    "last_position",
    "parse_record",
    "positions",
    "result_of",
    "to_record",
    "verify",
]
