"""What pairing refuses."""

from __future__ import annotations

from tournaments.errors import TournamentError


class PairingError(TournamentError):
    """Something about a pairing cannot be done."""

    code = "pairing_error"


class NoLegalPairing(PairingError):
    """No pairing without a rematch, a second bye or a forbidden colour exists (C.04.3, 1.9.3)."""

    code = "no_legal_pairing"


class FieldError(PairingError):
    """The players' histories contradict each other."""

    code = "field_error"
