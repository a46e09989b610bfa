"""What goes into a deal beside the server's secret (docs/deals.md), as a record has it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one player's browser contributed to the deal: its hash, sent before the table was full, and what was opened after it.
    Without a hash this seat contributed nothing; with a hash but unopened it was withheld."""

    sealed: str | None = None
    opened: bytes | None = None

    @property
    def is_withheld(self) -> bool:
        return self.sealed is not None and self.opened is None

    def to_json(self) -> dict[str, object]:
        return {"sealed": self.sealed, "opened": None if self.opened is None else self.opened.hex()}


@dataclass(frozen=True, slots=True)
class Beacon:
    """The round of a public source of chance that was named before any contribution was opened, and what was published for it at
    this address; None where it was not available."""

    address: str
    round: int
    signature: bytes | None = None
    randomness: bytes | None = None

    @classmethod
    def of(cls, address: str, round: int, signature: bytes | None) -> Beacon:
        """A round whose randomness is the hash of its signature, as drand has it."""
        return cls(address, round, signature, None if signature is None else sha256(signature).digest())

    def to_json(self) -> dict[str, object]:
        published = {"signature": self.signature, "randomness": self.randomness}
        return {"address": self.address, "round": self.round} | {k: v and v.hex() for k, v in published.items()}


def choices_of(contributions: Iterable[Contribution], beacon: Beacon | None) -> int:
    """Among how many deals those could choose who withheld something and knew all the rest. That a round was not available, the
    server alone says."""
    missing = sum(one.is_withheld for one in contributions)
    return int(2 ** (missing + (beacon is not None and beacon.signature is None)))
