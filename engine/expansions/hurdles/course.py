"""Where the hurdles of a game stand, and which of them each seat has passed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.core import State
from engine.expansions.hurdles.kinds import BEYOND, HURDLES, SPACES, STOPS, Hurdle
from engine.player import Seat

NAME: Final = "hurdles"


@dataclass(frozen=True, slots=True)
class Course:
    """The hurdles by space, and for each seat the bonuses received, in rubles and points, of those it has passed.

    A score cannot get beyond a hurdle without passing it, so they are passed in order and a count says which (HURD-2,
    HURD-10).
    """

    names: tuple[str, ...]
    received: tuple[tuple[tuple[int, int], ...], ...]

    def next(self, seat: Seat) -> tuple[Hurdle, int] | None:
        """The hurdle that this seat meets next, and the number of its space; None if it has passed all."""
        place = len(self.received[seat])
        return (self.hurdle(place), place) if place < len(self.names) else None

    def stop(self, seat: Seat) -> int:
        """The score at which this seat meets its next hurdle; one that nobody reaches if it has passed all."""
        place = len(self.received[seat])
        return STOPS[self.names[place]][place] if place < len(self.names) else BEYOND

    def hurdle(self, place: int) -> Hurdle:
        """The hurdle on the space of this number."""
        return HURDLES[self.names[place]]

    def passing(self, seat: Seat) -> Course:
        """The seat has passed its next hurdle; what that pays is still to come."""
        return self._with(seat, (*self.received[seat], (0, 0)))

    def paid(self, seat: Seat, place: int, rubles: int, points: int) -> Course:
        """A hurdle that was passed has paid this bonus."""
        own = self.received[seat]
        return self._with(seat, (*own[:place], (rubles, points), *own[place + 1 :]))

    def _with(self, seat: Seat, own: tuple[tuple[int, int], ...]) -> Course:
        return Course(self.names, (*self.received[:seat], own, *self.received[seat + 1 :]))


def course_of(s: State) -> Course:
    """The course of a game with hurdles."""
    course = s.extras[s.rules.extra_of[NAME]]
    assert isinstance(course, Course)
    return course


def set_course(s: State, course: Course) -> None:
    """The same from now on."""
    place = s.rules.extra_of[NAME]
    s.extras = (*s.extras[:place], course, *s.extras[place + 1 :])


def laid_out(real: tuple[str, ...], bonus: tuple[str, ...], spaces: tuple[int, ...], players: int) -> Course:
    """Real hurdles on the first of these spaces, bonus hurdles on the others, in the order drawn (HURD-3, HURD-4)."""
    by_space = dict(zip(spaces, (*real, *bonus), strict=True))
    return Course(tuple(by_space[space] for space in SPACES), ((),) * players)
