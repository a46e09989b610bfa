"""What pairing refuses, each with a stable code and a sentence for the one who runs the tournament."""

from __future__ import annotations


class PairingError(Exception):
    """Something about a pairing cannot be done; `code` is stable, `sentence` says what would be right."""

    code = "pairing_error"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class NoLegalPairing(PairingError):
    """No pairing without a rematch, a second bye or a forbidden colour exists (C.04.3, 1.9.3)."""

    code = "no_legal_pairing"


class FieldError(PairingError):
    """The players' histories contradict each other."""

    code = "field_error"
