"""A pairing bracket: the players of one score and those moved down to them (1.3.2)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from arbiter.pairing.dutch.field import Entrant, Points
from arbiter.pairing.dutch.legal import Legal, mask_of
from arbiter.pairing.violations import Colour


@dataclass(frozen=True)
class Bracket:
    """One bracket and what lies below it; players are places in the order of 1.2."""

    legal: Legal
    initial: Colour
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    following: tuple[int, ...]  # the residents of the next bracket
    lower: tuple[int, ...]  # everybody below that
    byes: int  # who may have the bye by C2 and C5, as a mask; 0 when nobody needs one

    def entrant(self, place: int) -> Entrant:
        """The player at a place."""
        return self.legal.entrants[place]

    @cached_property
    def players(self) -> tuple[int, ...]:
        """Everybody in the bracket by bracket sequence number (BSN, 4.1): the moved-down first."""
        return self.moved_down + self.residents

    @cached_property
    def levels(self) -> tuple[Points, ...]:
        """The scores of the moved-down players, the highest first."""
        return tuple(sorted({self.entrant(place).score for place in self.moved_down}, reverse=True))

    @cached_property
    def holds_the_bye(self) -> bool:
        """Whether the bye must go to somebody of this bracket."""
        return bool(self.byes) and not self.byes & mask_of(self.following + self.lower)


@dataclass(frozen=True, slots=True)
class Answer:
    """How a bracket is paired: pairs with the higher player first, and who floats down."""

    pairs: tuple[tuple[int, int], ...]
    downfloaters: tuple[int, ...]
    exact_outlook: bool = False  # whether the players below had to be weighed one by one
