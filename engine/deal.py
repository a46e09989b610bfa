"""The chance of one game: the order of every pile and who holds which start token."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything random about one game, fixed before it begins (SETUP-12).

    `piles` names each pile and lists its cards by number, top first; a card number is the place of the physical card in
    the printed order of the game's card lists, from 1 (`Rulebook.card_numbers`). `tokens` names for each phase the seat
    that holds its start token in round 1 (SETUP-7).
    """

    piles: tuple[tuple[str, tuple[int, ...]], ...]
    tokens: tuple[tuple[str, int], ...]

    @classmethod
    def explicit(cls, piles: Mapping[str, Sequence[int]], tokens: Mapping[str, int]) -> "Deal":
        """A deal written out, for records and tests."""
        return cls(tuple((name, tuple(order)) for name, order in piles.items()), tuple(tokens.items()))
