"""Score lanes, the overview of what each display pays (UI-12), and the breakdown at the end (END-18)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

import engine
from games.board.extras import Figure, OverviewLine, extras_of, lying_on
from games.board.people import Person, clockwise
from games.names import words
from games.names.cards import Deck, Face, order_name

LEFT, WIDTH, TOP, LANE, CLEAR = 36, 268, 22, 28, 16
"""Where point 0 stands, how wide the water is, where it begins, how high one lane is and how much water a boat needs before it,
in units of the drawing."""

END, LETTER = 316, 6.6
"""Where what is said in a lane ends, and how wide a sign of it is."""

DIGIT, GAP = 7.2, 6
"""How wide a digit of the scale is, and what lies between two numbers at least."""

MOST_MARKS, SCALE = 8, (20, 40, 50, 100, 200, 500)
"""How many numbers fit beside each other, and the distances between two of them."""


class Gate(NamedTuple):
    """What stands on a lane; `look` are classes."""

    x: float
    look: str


@dataclass(frozen=True, slots=True)
class Lane:
    """One seat on the water; `gates` are what it has still to pass or has passed, `short` says in the lane what it meets next,
    at the end of the lane or, where that has no room, `behind` the boat; `note` says it in words."""

    person: Person
    points: int
    x: float
    y: float
    text_y: float
    gates: tuple[Gate, ...] = ()
    short: str = ""
    note: str = ""
    behind: bool = False


@dataclass(frozen=True, slots=True)
class ScaleMark:
    """A number on the scale; `sign` is the class of what stands there."""

    points: int
    x: float
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Lanes:
    """The score as boats on the water, the leader first. Over 100 the scale grows by 20. Where sets have put something on the
    track its spaces are numbered, else every 20th, or fewer where the numbers would touch."""

    lanes: tuple[Lane, ...]
    marks: tuple[ScaleMark, ...]
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

    stops = sorted((stop for extra in extras_of(view) for stop in extra.stops(view)), key=lambda stop: stop.space)
    found = []
    for number, seat in enumerate(order):
        y = TOP + LANE * number + 17
        clear = x(seat.points) + CLEAR  # what is still ahead of a boat is not hidden by it
        gates = tuple(
            Gate(max(x(stop.space), clear) if stop.space > seat.points else x(stop.space), stop.looks[seat.seat])
            for stop in stops
        )
        ahead = next((stop for stop in stops if stop.notes[seat.seat]), None)
        short, note = (ahead.shorts[seat.seat], ahead.notes[seat.seat]) if ahead else ("", "")
        behind = END - LETTER * len(short) < clear
        found.append(Lane(names[seat.seat], seat.points, x(seat.points), y, y + 4.5, gates, short, note, behind))
    water = LANE * len(order) + 6
    marks = tuple(ScaleMark(stop.space, x(stop.space), stop.sign) for stop in stops)
    step = next((step for step in SCALE if end <= MOST_MARKS * step), SCALE[-1])
    marks = marks or tuple(ScaleMark(points, x(points)) for points in range(step, end, step))
    # `Anna 19` for who cannot see the drawing, with what comes next
    label = ", ".join(f"{one.person} {one.points}" + (f" ({one.note})" if one.note else "") for one in found)
    return Lanes(tuple(found), apart(marks, ScaleMark(end, x(end))), end, TOP + water + 4, water, label)


def apart(marks: Sequence[ScaleMark], end: ScaleMark) -> tuple[ScaleMark, ...]:
    """The marks whose numbers stand clear of each other and of the one at the end; a real hurdle before a bonus."""

    def is_clear(left: ScaleMark, right: ScaleMark) -> bool:
        return right.x - left.x > DIGIT * (len(str(left.points)) + len(str(right.points))) / 2 + GAP

    kept: list[ScaleMark] = []
    for mark in sorted(marks, key=lambda mark: (mark.sign != "real", mark.points)):
        around = [(one, mark) if one.x < mark.x else (mark, one) for one in (*kept, end)]
        if all(is_clear(left, right) for left, right in around):
            kept.append(mark)
    return tuple(sorted(kept, key=lambda mark: mark.points))


@dataclass(frozen=True, slots=True)
class Counted:
    face: Face
    count: int

    def __str__(self) -> str:
        return self.face.name if self.count == 1 else f"{self.count} × {self.face.name}"


@dataclass(frozen=True, slots=True)
class Hand:
    """How many cards somebody holds, and which as far as the viewer may see them (INFO-2)."""

    count: int
    cards: tuple[Counted, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """`specials` and `hands` name what is not in the sums (UI-27)."""

    people: tuple[Person, ...]
    lines: tuple[OverviewLine, ...]
    nobles: tuple[int, ...]
    hands: tuple[Hand, ...]
    specials: tuple[tuple[Counted, ...], ...]
    notes: tuple[str, ...] = ()


def overview(view: engine.View, deck: Deck, names: Sequence[Person]) -> Overview:
    """What each display would pay, the viewer's column first (UI-12)."""
    seats = clockwise(view.seats, view.viewer or 0)
    groups = [income.group for income in seats[0].income]
    lines = tuple(
        OverviewLine(
            str(words.GROUP_NAMES.get(group, group)),
            tuple(Figure(one.rubles, one.points) for seat in seats for one in seat.income if one.group == group),
            group=group,
        )
        for group in groups
    )
    for extra in extras_of(view):
        lines = extra.overview(lines, view, seats, deck)
    columns = zip(*(line.cells for line in lines), strict=True)
    total = tuple(Figure(sum(c.rubles for c in cells), sum(c.points for c in cells)) for cells in columns)
    return Overview(
        people=clockwise(names[: len(seats)], view.viewer or 0),
        lines=(*lines, OverviewLine(_("Full round"), total, True)),
        nobles=tuple(seat.nobles[1] for seat in seats),
        hands=tuple(Hand(seat.hand_count, _counted([slot.card for slot in seat.hand or ()], deck)) for seat in seats),
        specials=tuple(_specials(seat, deck) for seat in seats),
        notes=tuple(note for extra in extras_of(view) for note in extra.overview_notes(view)),
    )


def _specials(seat: engine.SeatView, deck: Deck) -> tuple[Counted, ...]:
    """The cards of a display that do more than pay, and those that lie on others."""
    found = []
    for shown in seat.display:
        face = deck[shown.card]
        if face.short or face.symbol == "all":
            found.append(shown.card)
        found += [one.card for one in lying_on(shown.marks) if one.card]
    return _counted(found, deck)


def _counted(cards: Iterable[str], deck: Deck) -> tuple[Counted, ...]:
    return tuple(Counted(deck[card], count) for card, count in Counter(cards).items())


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
    order: str = ""
    order_points: str = ""
    rubles: str = ""
    rubles_points: str = ""
    hand: str = ""
    hand_points: str = ""

    @property
    def points(self) -> str:
        """The total, which may be below 0 (END-14)."""
        return words.figure(self.total)


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


def _final(score: engine.FinalScore, names: Sequence[Person]) -> FinalLine:
    return FinalLine(
        person=names[score.seat],
        rank=score.rank,
        winner=score.winner,
        total=score.total,
        left=score.rubles[2],
        before=score.points_before,
        nobles=str(score.nobles[0]),
        nobles_points=words.signed(score.nobles[1]),
        order=order_name(score.order[0]) if score.order else "",
        order_points=words.signed(score.order[1]) if score.order else "",
        rubles=words.rubles(score.rubles[0] * 10),
        rubles_points=words.signed(score.rubles[1]),
        hand=str(score.hand[0]),
        hand_points=words.signed(score.hand[1]),
    )
