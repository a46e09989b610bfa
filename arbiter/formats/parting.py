"""Where the tables of one deal went the same way and where they parted: the same cards, decided otherwise.

As long as two tables have played the same moves they stand in the same position; what they play there is compared exactly
(`partings`). Afterwards the decisions of a seat are compared by their place in the game: the first answer of round 2 among
the Workers with the first answer there at the other tables (`of_seat`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat answered: round and phase of the question, the move in its notation."""

    seat: int
    round: int
    phase: str
    move: str


@dataclass(frozen=True, slots=True)
class Course:
    """The game of one table. `points[seat]` are the points at the end of each round, and last those at the end of the game."""

    table: int
    answers: tuple[Answer, ...]
    points: tuple[tuple[int, ...], ...]

    def after(self, round_number: int, seat: int) -> int:
        """The points of a seat at the end of a round; of the last one, and later, at the end of the game."""
        own = self.points[seat]
        return own[min(round_number, len(own)) - 1]


@dataclass(frozen=True, slots=True)
class At:
    """A table where it went that way: after so many moves, None where the question never came; the points of the seat at the
    end of that round."""

    table: int
    ply: int | None
    points: int


@dataclass(frozen=True, slots=True)
class Way:
    """What some tables played; None: there the seat had nothing to answer any more."""

    move: str | None
    tables: tuple[At, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """A question that tables answered otherwise. `turn` counts the answers of the seat in that phase of that round, from 1;
    `is_level`: they all stood in the same position there, as each other and as those that parted."""

    seat: int
    round: int
    phase: str
    turn: int
    ways: tuple[Way, ...]
    is_level: bool


@dataclass(frozen=True, slots=True)
class Seat:
    """All decisions of a seat: how many, how many were answered alike everywhere before the first that was not, and those that
    were not."""

    seat: int
    decisions: int
    alike: int
    parted: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Together:
    """Tables that played the same moves so far, and where they parted then; None where they never did."""

    tables: tuple[int, ...]
    moves: int
    then: Decision | None


def partings(courses: Sequence[Course]) -> tuple[Together, ...]:
    """Every company of tables that stood in one position until they played on otherwise, all of them first: of n tables at most
    n - 1 times. Tables that played the same to the end part nowhere."""
    return tuple(sorted(_apart(list(courses), 0), key=lambda one: (one.moves, one.tables)))


def _apart(company: Sequence[Course], moves: int) -> Iterator[Together]:
    if len(company) < 2:
        return
    shortest = min(len(one.answers) for one in company)
    while moves < shortest and len({one.answers[moves] for one in company}) == 1:
        moves += 1
    tables = tuple(sorted(one.table for one in company))
    asked = next((one.answers[moves] for one in company if len(one.answers) > moves), None)
    if asked is None:
        yield Together(tables, moves, None)
        return
    followers: dict[Answer | None, list[Course]] = {}
    for one in company:
        followers.setdefault(one.answers[moves] if len(one.answers) > moves else None, []).append(one)
    before = company[0].answers[:moves]
    turn = 1 + sum(_place(one) == _place(asked) for one in before)
    ways = [
        Way(
            answer.move if answer else None,
            _reached([(one, moves + 1 if answer else None) for one in those], asked.round, asked.seat),
        )
        for answer, those in followers.items()
    ]
    yield Together(tables, moves, Decision(asked.seat, asked.round, asked.phase, turn, _sorted(ways), True))
    for those in followers.values():
        if len({one.answers for one in those}) > 1:
            yield from _apart(those, moves)


def of_seat(courses: Sequence[Course], seat: int, phases: Sequence[str]) -> Seat:
    """The decisions of one seat at all tables, in the order of the game: by rounds, then by `phases`."""
    answered: dict[tuple[int, str, int], dict[int, tuple[Answer, int]]] = {}
    for course in courses:
        turns: dict[tuple[int, int, str], int] = {}
        for ply, answer in enumerate(course.answers, start=1):
            if answer.seat == seat:
                place = _place(answer)
                turns[place] = turns.get(place, 0) + 1
                key = answer.round, answer.phase, turns[place]
                answered.setdefault(key, {})[course.table] = answer, ply
    order = {phase: number for number, phase in enumerate(phases)}
    keys = sorted(answered, key=lambda key: (key[0], order.get(key[1], len(order)), key[2]))
    shared = _shared(courses)
    parted = [(number, key) for number, key in enumerate(keys) if not _is_alike(answered[key], len(courses))]
    return Seat(
        seat,
        len(keys),
        parted[0][0] if parted else len(keys),
        tuple(_decision(courses, seat, key, answered[key], shared) for _, key in parted),
    )


def _is_alike(given: dict[int, tuple[Answer, int]], tables: int) -> bool:
    return len(given) == tables and len({answer.move for answer, _ in given.values()}) == 1


def _decision(
    courses: Sequence[Course],
    seat: int,
    key: tuple[int, str, int],
    given: dict[int, tuple[Answer, int]],
    shared: int,
) -> Decision:
    round_number, phase, turn = key
    followers: dict[str | None, list[tuple[Course, int | None]]] = {}
    for course in courses:
        answer, ply = given.get(course.table, (None, None))
        followers.setdefault(answer.move if answer else None, []).append((course, ply))
    ways = [Way(move, _reached(those, round_number, seat)) for move, those in followers.items()]
    is_level = len(given) == len(courses) and all(ply <= shared + 1 for _, ply in given.values())
    return Decision(seat, round_number, phase, turn, _sorted(ways), is_level)


def _reached(those: Sequence[tuple[Course, int | None]], round_number: int, seat: int) -> tuple[At, ...]:
    found = [At(course.table, ply, course.after(round_number, seat)) for course, ply in those]
    return tuple(sorted(found, key=lambda one: one.table))


def _sorted(ways: Sequence[Way]) -> tuple[Way, ...]:
    """What most have played first; what never came last."""
    return tuple(sorted(ways, key=lambda way: (way.move is None, -len(way.tables), way.tables[0].table)))


def _shared(courses: Sequence[Course]) -> int:
    """How many moves all tables have played alike from the start."""
    shared = 0
    for answers in zip(*(course.answers for course in courses), strict=False):
        if len(set(answers)) > 1:
            break
        shared += 1
    return shared


def _place(answer: Answer) -> tuple[int, int, str]:
    return answer.seat, answer.round, answer.phase
