"""What ratings refuse, each with a stable code and a sentence that says what would be right."""

from __future__ import annotations


class RatingError(Exception):
    """Something cannot be rated; `code` is stable."""

    code = "rating_error"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class GameError(RatingError):
    """A finished game contradicts itself."""

    code = "game_error"


class OutOfOrder(RatingError):
    """A game that finished before one already rated; ratings have to be rebuilt from there."""

    code = "out_of_order"


class StoreError(RatingError):
    """Stored ratings that cannot be taken up again."""

    code = "store_error"
