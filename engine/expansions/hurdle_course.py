"""The ten hurdles (HURD-B1 to HURD-B5, HURD-R1 to HURD-R5), and the course of a game: where they stand, and which each seat
has passed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple, TypedDict

from engine.core import Rules, State
from engine.entries import Change, Entry
from engine.errors import OptionsError
from engine.immutable import entry
from engine.options import Options
from engine.parts.tally import best_points, best_rubles, exchange_cards, markers, of_group, value
from engine.player import Player, Row, Seat
from engine.scoring import different

SPACES: Final = (10, 20, 35, 50, 70)
"""Where hurdles stand on the score track (HURD-1)."""


class NeedView(TypedDict):
    what: str
    has: int
    needs: int


class Need(NamedTuple):
    """One requirement of a real hurdle: how many of what there are, and how many are needed at least (HURD-11)."""

    what: str
    has: int
    needs: int

    def to_json(self) -> NeedView:
        """Plain JSON with the same names."""
        return {"what": self.what, "has": self.has, "needs": self.needs}


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a bonus: the currency, the amount, and the words of the card that gives it, if it is one card."""

    currency: str
    amount: int
    words: str = ""

    @property
    def text(self) -> str:
        """The move that takes it."""
        return f"bonus {self.currency} {self.words}".strip()


Needs = Callable[["Rules", "Player", int], tuple[Need, ...]]
Bonus = Callable[["Rules", "Player"], tuple[int, int]]
OptionsOf = Callable[["Rules", "Player"], tuple[Option, ...]]


@dataclass(frozen=True, slots=True)
class Hurdle:
    """A kind of hurdle. `needs` tells the requirements on the space of this number, from 0; `bonus` what it pays in rubles
    and points where there is nothing to choose, `options` what may be chosen."""

    name: str
    needs: Needs | None = None
    bonus: Bonus | None = None
    options: OptionsOf | None = None

    @property
    def is_real(self) -> bool:
        """Has it a condition, so that it can stop a score?"""
        return self.needs is not None

    def stop(self, space: int) -> int:
        """The score at which it is met: the space before a real hurdle, the space of a bonus hurdle (HURD-5, HURD-6)."""
        return space - 1 if self.is_real else space

    def is_open(self, rules: Rules, player: Player, place: int) -> bool:
        """Is its condition fulfilled?"""
        return self.needs is None or all(need.has >= need.needs for need in self.needs(rules, player, place))

    def most_points(self, rules: Rules, player: Player) -> int:
        """The points of its bonus, the most there are to choose."""
        if self.options is not None:
            return max((one.amount for one in self.options(rules, player) if one.currency == "points"), default=0)
        return self.bonus(rules, player)[1] if self.bonus is not None else 0


def _group(what: str, counts: tuple[int, ...]) -> Needs:
    return lambda rules, player, place: (Need(what, of_group(rules, player, what), counts[place]),)


def _workers(rules: Rules, player: Player, place: int) -> tuple[Need, ...]:
    return (Need("different green", different(rules, player, "green"), (3, 4, 5, 5, 6)[place]),)


def _square(rules: Rules, player: Player, place: int) -> tuple[Need, ...]:
    found = markers(rules, player)
    return (
        Need("markers", len(found), (2, 3, 4, 5, 5)[place]),
        Need("position", max(found, default=0), (3, 4, 5, 6, 7)[place]),
    )


def _exchange(rules: Rules, player: Player, place: int) -> tuple[Need, ...]:
    if SPACES[place] == 50:
        return tuple(
            Need(f"{group} exchange", exchange_cards(rules, player, group), 1) for group in ("green", "red", "blue")
        )
    return (Need("exchange", exchange_cards(rules, player), (1, 2, 3, 0, 4)[place]),)


def _square_options(rules: Rules, player: Player) -> tuple[Option, ...]:
    """One choice for all markers (HURD-B3)."""
    number = len(markers(rules, player))
    return (Option("rubles", number), Option("points", number)) if number else ()


def _card_options(rules: Rules, player: Player) -> tuple[Option, ...]:
    """Either the rubles or the points of one card, all that give anything: rubles first, then the oldest first
    (HURD-B5, HURD-23). Of cards with the same words the best one is meant."""
    return _options_of_cards(rules, player.display, tuple(player.facts))


@lru_cache(maxsize=16)
def _options_of_cards(rules: Rules, display: tuple[Row, ...], facts: tuple[int, ...]) -> tuple[Option, ...]:
    """A search asks for the same ones at every option that it tries."""
    rubles: dict[str, int] = {}
    points: dict[str, int] = {}
    for row in display:
        words = rules.words[row]
        for best, amount in zip((rubles, points), value(rules, facts, row), strict=True):
            if amount > best.get(words, 0):
                best[words] = amount
    return tuple(
        Option(currency, amount, words)
        for currency, best in (("rubles", rubles), ("points", points))
        for words, amount in best.items()
    )


def _square_bonus(rules: Rules, player: Player) -> tuple[int, int]:
    found = markers(rules, player)
    return max(found, default=0), len(found)


def _blue_bonus(rules: Rules, player: Player) -> tuple[int, int]:
    return of_group(rules, player, "blue"), best_points(rules, player, "blue")


def _red_bonus(rules: Rules, player: Player) -> tuple[int, int]:
    return best_rubles(rules, player, "red"), of_group(rules, player, "red")


def _exchange_both(rules: Rules, player: Player) -> tuple[int, int]:
    number = exchange_cards(rules, player)
    return number, number


BONUS: Final = (
    Hurdle("bonus-nobles", bonus=lambda rules, player: (0, of_group(rules, player, "red"))),
    Hurdle("bonus-buildings", bonus=lambda rules, player: (of_group(rules, player, "blue"), 0)),
    Hurdle("bonus-market", options=_square_options),
    Hurdle("bonus-exchange", bonus=_exchange_both),
    Hurdle("bonus-card", options=_card_options),
)
"""HURD-B1 to HURD-B5."""
REAL: Final = (
    Hurdle("real-workers", _workers),
    Hurdle("real-market", _square, _square_bonus),
    Hurdle("real-buildings", _group("blue", (1, 2, 3, 4, 5)), _blue_bonus),
    Hurdle("real-nobles", _group("red", (1, 2, 3, 4, 5)), _red_bonus),
    Hurdle("real-exchange", _exchange, lambda rules, player: (0, 2 * exchange_cards(rules, player))),
)
"""HURD-R1 to HURD-R5; the best card or marker is always the one that pays (HURD-12)."""
HURDLES: Final = {hurdle.name: hurdle for hurdle in (*BONUS, *REAL)}
STOPS: Final = {name: tuple(hurdle.stop(space) for space in SPACES) for name, hurdle in HURDLES.items()}
"""The score at which each is met, by the number of its space."""
BEYOND: Final = 10**6
"""A score that nobody reaches."""


def best_in_the_end(s: State, seat: Seat, options: Sequence[Option], take: Callable[[State, Option], None]) -> Option:
    """The option with the best final score of the player, then with more rubles left, then the first (HURD-23).

    For each the rest of the final scoring of this player is played out on a copy: what `take` carries out, what is left
    of the present step, and the steps after it; choices on the way are made in the same manner.
    """

    def outcome(option: Option) -> tuple[int, int]:
        after = s.fork()
        take(after, option)
        for number, step in enumerate(s.rules.program(s.round)[s.step - 1 :], s.step):
            after.step = number  # a choice on the way begins where it is met, and looks no step ahead twice
            step.foresee(after, seat, begun=number == s.step)
        return after.players[seat].points, after.players[seat].rubles

    distinct = {(option.currency, option.amount): option for option in reversed(options)}
    return max((option for option in options if option in distinct.values()), key=outcome)


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
    course = s.extras[s.rules.extra_of[NAME]]
    assert isinstance(course, Course)
    return course


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
