"""A tournament report file that cannot be taken as it is."""

from __future__ import annotations

from tournaments.pairing.errors import PairingError


class TrfError(PairingError):
    """What is wrong, where: line and column count from 1; column 0 means the line as a whole."""

    code = "trf_error"

    def __init__(self, line: int, column: int, reason: str) -> None:
        place = f"line {line}, column {column}" if column else f"line {line}"
        super().__init__(f"{place}: {reason}")
        self.line, self.column, self.reason = line, column, reason


class DoesNotFit(PairingError):
    """A value is too long for its columns, or holds a line end."""

    code = "does_not_fit"
