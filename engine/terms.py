"""A price in words: the terms that add up to it (section 8)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import CardId


@dataclass(frozen=True, slots=True)
class Term:
    """One line of a price: the amounts of all lines add up to it. `card` is the card that makes the difference."""

    kind: str
    amount: int
    card: CardId | None
    rule: str

    def to_json(self) -> dict[str, object]:
        """Plain JSON with the same names."""
        return {"kind": self.kind, "amount": self.amount, "card": self.card, "rule": self.rule}
