"""Where the hurdles of a game stand, which each seat has passed, and what there is to tell of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.core import State
from engine.entries import Change, Entry
from engine.errors import OptionsError
from engine.expansions.hurdles.kinds import BEYOND, HURDLES, SPACES, STOPS, Hurdle
from engine.options import Options
from engine.player import Seat, entry

REAL_DRAW: Final = "real-hurdle"
BONUS_DRAW: Final = "bonus-hurdle"
ANY_DRAW: Final = "any-hurdle"
OPEN: Final = {"real": REAL_DRAW, "bonus": BONUS_DRAW, "any": ANY_DRAW}
"""What may be left open, each with its draw. `any` comes last: the others take what only they may take."""


def check_composition(options: Options) -> None:
    """Raise OptionsError unless the hurdles that a table chose can all stand there."""
    chosen = options.hurdles
    if chosen is None:
        return
    if options.real_hurdles is not None:
        raise OptionsError(
            "hurdles", "Choose either the number of real hurdles or the hurdle of each space, not both.", "HURD-24"
        )
    if len(chosen) != len(SPACES) or any(one not in OPEN and one not in HURDLES for one in chosen):
        raise OptionsError(
            "hurdles", "Each of the five spaces must be any, bonus, real or the name of a hurdle.", "HURD-24"
        )
    named = [one for one in chosen if one in HURDLES]
    if len(set(named)) < len(named):
        raise OptionsError("hurdles", "A hurdle can be used on one space only.", "HURD-24")


def composed(chosen: Sequence[str], draws: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The hurdles by space. Real ones, then bonus hurdles, then any that are left, each the next of its draw that is not
    used yet: so every course that the table allows is equally likely."""
    names = dict(enumerate(chosen))
    for sort, draw in OPEN.items():
        for place in (place for place, one in enumerate(chosen) if one == sort):
            names[place] = next(one for one in draws[draw] if one not in names.values())
    return tuple(names.values())


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


@entry
class HurdlePassed(Entry):
    """A bonus hurdle was reached, or a real one with its condition fulfilled (HURD-5, HURD-7)."""

    kind: ClassVar[str] = "hurdle-passed"
    seat: int
    hurdle: str
    space: int


@entry
class HurdleBonus(Entry):
    """What a hurdle paid; `card` is the card that was chosen for it."""

    kind: ClassVar[str] = "hurdle-bonus"
    seat: int
    hurdle: str
    space: int
    rubles: int
    points: int
    card: str | None

    def changes(self) -> tuple[Change, ...]:
        return (Change(self.seat, self.rubles, self.points),)


@entry
class HurdleBlocks(Entry):
    """A score has come to the space before a real hurdle whose condition is not fulfilled (HURD-8)."""

    kind: ClassVar[str] = "hurdle-blocks"
    seat: int
    hurdle: str
    space: int


@entry
class PointsLost(Entry):
    """Points that a hurdle has stopped; they never come back (HURD-8)."""

    kind: ClassVar[str] = "points-lost"
    seat: int
    hurdle: str
    space: int
    points: int

    def changes(self) -> tuple[Change, ...]:
        return (Change(self.seat, 0, -self.points),)
