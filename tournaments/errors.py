"""What all parts of tournaments refuse in one shape."""

from __future__ import annotations

from typing import ClassVar


class TournamentError(Exception):
    """Something that cannot be done; `code` is stable, `sentence` tells the one who runs the tournament what is right."""

    code: ClassVar[str] = "tournament_error"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
