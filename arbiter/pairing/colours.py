"""The two sides of a game of two: whites and blacks, or the earlier and the later seat."""

from __future__ import annotations

from enum import Enum


class Colour(Enum):
    """Who begins. In this site's two-player games white is the earlier seat."""

    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> Colour:
        """The opponent's colour."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE
