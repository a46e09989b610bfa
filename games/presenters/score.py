"""Score lanes, the overview of what each display pays (UI-12), and the breakdown at the end (END-18)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine

from . import words
from .cards import Deck, Face
from .extras import extras_of
from .people import Person

LEFT, WIDTH, TOP, LANE = 30, 274, 22, 34
"""Where point 0 stands, how wide the water is, where it begins and how high one lane is, in units of the drawing."""


@dataclass(frozen=True, slots=True)
class Lane:
    person: Person
    points: int
    x: float
    y: float
    text_y: float


@dataclass(frozen=True, slots=True)
class Mark:
    points: int
    x: float


@dataclass(frozen=True, slots=True)
class Lanes:
    """The score as boats on the water, the leader first. Over 100 the scale grows by 20."""

    lanes: tuple[Lane, ...]
    marks: tuple[Mark, ...]
    end: int
    height: int
    water: int
    label: str


def lanes(view: engine.View, names: Sequence[Person]) -> Lanes:
    order = sorted(view.seats, key=lambda seat: -seat.points)
    most = max(seat.points for seat in view.seats)
    end = 100 if most <= 100 else most + -most % 20

    def x(points: int) -> float:
        return round(LEFT + WIDTH * max(points, 0) / end, 1)

    found = []
    for number, seat in enumerate(order):
        y = TOP + LANE * number + 21
        found.append(Lane(names[seat.seat], seat.points, x(seat.points), y, y + 4.5))
    water = LANE * len(order) + 6
    marks = tuple(Mark(points, x(points)) for points in range(20, end, 20))
    label = ", ".join(f"{names[seat.seat]} {seat.points}" for seat in order)
    return Lanes(tuple(found), marks, end, TOP + water + 4, water, label)


@dataclass(frozen=True, slots=True)
class Figure:
    """What comes in; less than nothing where it is paid."""

    rubles: int
    points: int

    @property
    def money(self) -> str:
        """The rubles, with a real minus."""
        return str(self.rubles).replace("-", "−")


@dataclass(frozen=True, slots=True)
class OverviewLine:
    """One line of the table, a cell for each seat in the order of the columns. `total` marks the sum, `group` tells parts of
    the game which line it is."""

    name: str
    cells: tuple[Figure, ...]
    total: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class Overview:
    people: tuple[Person, ...]
    lines: tuple[OverviewLine, ...]
    nobles: tuple[int, ...]
    hands: tuple[int, ...]
    specials: tuple[tuple[Face, ...], ...]


def overview(view: engine.View, deck: Deck, names: Sequence[Person]) -> Overview:
    """What each display would pay, the viewer's column first (UI-12)."""
    first = view.viewer or 0
    order = [(first + step) % len(view.seats) for step in range(len(view.seats))]
    seats = [view.seats[index] for index in order]
    groups = [income.group for income in seats[0].income]
    lines = tuple(
        OverviewLine(str(words.GROUP_NAMES.get(group, group)), _incomes(group, seats), group=group) for group in groups
    )
    for extra in extras_of(view):
        lines = extra.overview(lines, view, seats, deck)
    columns = zip(*(line.cells for line in lines), strict=True)
    total = tuple(Figure(sum(c.rubles for c in cells), sum(c.points for c in cells)) for cells in columns)
    return Overview(
        people=tuple(names[index] for index in order),
        lines=(*lines, OverviewLine(_("A full round"), total, True)),
        nobles=tuple(seat.nobles[1] for seat in seats),
        hands=tuple(seat.hand_count for seat in seats),
        specials=tuple(_specials(seat, deck) for seat in seats),
    )


def _incomes(group: str, seats: Sequence["engine.SeatView"]) -> tuple[Figure, ...]:
    """What the cards of a group pay in each display."""
    return tuple(
        next(Figure(income.rubles, income.points) for income in seat.income if income.group == group) for seat in seats
    )


def _specials(seat: "engine.SeatView", deck: Deck) -> tuple[Face, ...]:
    found: dict[str, Face] = {}
    for shown in seat.display:
        face = deck[shown.card]
        if face.short:
            found.setdefault(face.key, face)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class FinalLine:
    """The way of one seat to its final points. After an end by agreement there are no steps, only the total."""

    person: Person
    rank: int
    winner: bool
    total: int
    left: int
    before: int | None = None
    nobles: str = ""
    nobles_points: str = ""
    rubles: str = ""
    rubles_points: str = ""
    hand: str = ""
    hand_points: str = ""


def final_lines(view: engine.View, result: dict[str, object], names: Sequence[Person]) -> tuple[FinalLine, ...]:
    """The final ranking with every step (END-10 to END-18), best first. `result` is what was stored with the game."""
    if view.scores:
        lines = [_final(score, names) for score in view.scores]
    else:
        seats = result["seats"]
        assert isinstance(seats, list)
        lines = [
            FinalLine(names[one["seat"]], one["rank"], one["winner"], one["points"], one["rubles"]) for one in seats
        ]
    return tuple(sorted(lines, key=lambda line: line.rank))


def _final(score: "engine.FinalScore", names: Sequence[Person]) -> FinalLine:
    return FinalLine(
        person=names[score.seat],
        rank=score.rank,
        winner=score.winner,
        total=score.total,
        left=score.rubles[2],
        before=score.points_before,
        nobles=str(score.nobles[0]),
        nobles_points=_signed(score.nobles[1]),
        rubles=words.rubles(score.rubles[0] * 10),
        rubles_points=_signed(score.rubles[1]),
        hand=str(score.hand[0]),
        hand_points=_signed(score.hand[1]),
    )


def _signed(points: int) -> str:
    if not points:
        return "0"
    return f"+{points}" if points > 0 else f"−{-points}"
