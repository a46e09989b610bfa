"""Duplicate tournaments: which deal is played where, how tables of the same deal are compared, and where they parted.

As long as two tables have played the same moves they stand in the same position; what they play there is compared exactly
(`partings`). Afterwards the decisions of a seat are compared by their place in the game: the first answer of round 2 among
the Workers with the first answer there at the other tables (`of_seat`).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile

from arbiter.errors import ResultError

EVEN = Fraction(1, 2)
"""The share of somebody nobody can be compared with, as at the only table of a deal."""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """One game of a deal: players by number in the order of their seats, and their final victory points."""

    deal: int
    players: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """One player's result on one deal against the others in the same seat.

    `share`: of the others in that seat, the share with fewer points, equal ones counting half; 0 to 1. `margin`: own
    points less the average of the others, in victory points. `rivals`: how many they are.
    """

    player: int
    deal: int
    seat: int
    points: int
    share: Fraction
    margin: Fraction
    rivals: int


def compare(games: Iterable[PlayedDeal]) -> tuple[Compared, ...]:
    """Every result against all others of the same deal and seat, in the order of the games.

    The shares of a deal and seat average 1/2, the margins add up to 0. Raises ResultError when the tables of one deal
    differ in size, when points are missing, or when somebody plays a deal twice: it would be known the second time.
    """
    played = list(games)
    held: dict[tuple[int, int], list[int]] = defaultdict(list)
    sizes: dict[int, int] = {}
    seen: set[tuple[int, int]] = set()
    for game in played:
        if len(game.points) != len(game.players):
            raise ResultError(
                "Deal {deal} has {players} players but {results} results.",
                deal=game.deal,
                players=len(game.players),
                results=len(game.points),
            )
        if sizes.setdefault(game.deal, len(game.players)) != len(game.players):
            raise ResultError(
                "Deal {deal} was played with {others} and with {players} seats; the numbers must match.",
                deal=game.deal,
                others=sizes[game.deal],
                players=len(game.players),
            )
        for player in game.players:
            if (player, game.deal) in seen:
                raise ResultError("Player {player} played deal {deal} twice.", player=player, deal=game.deal)
            seen.add((player, game.deal))
        for seat, points in enumerate(game.points):
            held[game.deal, seat].append(points)
    return tuple(
        _compared(player, game.deal, seat, points, held[game.deal, seat])
        for game in played
        for seat, (player, points) in enumerate(zip(game.players, game.points, strict=True))
    )


def _compared(player: int, deal: int, seat: int, points: int, held: list[int]) -> Compared:
    rivals = len(held) - 1
    if rivals == 0:
        return Compared(player, deal, seat, points, EVEN, Fraction(0), 0)
    halves = 2 * sum(other < points for other in held) + held.count(points) - 1
    margin = points - Fraction(sum(held) - points, rivals)
    return Compared(player, deal, seat, points, Fraction(halves, 2 * rivals), margin, rivals)


def deals(tables: Sequence[Sequence[int]], first: int = 1) -> tuple[int, ...]:
    """The deal of each table, in their order: all tables of one size play the same, as far as nobody meets it twice.

    A round of a Swiss has one deal for each size. In groups that play at once the first tables of all groups share a
    deal, the second tables the next one, and so on. `first` is the number of the first deal that is still unknown to
    everybody; deals of earlier rounds are never dealt again.
    """
    known: dict[int, set[int]] = {}
    size_of: dict[int, int] = {}
    given: list[int] = []
    for table in tables:
        if len(set(table)) != len(table) or not table:
            raise ResultError("A player sits twice at the table of {players}.", players=tuple(table))
        deal = next(
            (deal for deal, players in known.items() if size_of[deal] == len(table) and not players & set(table)),
            first + len(known),
        )
        size_of[deal] = len(table)
        known.setdefault(deal, set()).update(table)
        given.append(deal)
    return tuple(given)


@dataclass(frozen=True, slots=True)
class SeatAnswer:
    """What a seat answered: round and phase of the question, the move in its notation."""

    seat: int
    round: int
    phase: str
    move: str


@dataclass(frozen=True, slots=True)
class Course:
    """The game of one table. `points[seat]` are the points at the end of each round, and last those at the end of the game."""

    table: int
    answers: tuple[SeatAnswer, ...]
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
class WayTaken:
    """What some tables played; None: there the seat had nothing to answer any more."""

    move: str | None
    tables: tuple[At, ...]


@dataclass(frozen=True, slots=True)
class PartedDecision:
    """A question that tables answered otherwise. `turn` counts the answers of the seat in that phase of that round, from 1;
    `is_level`: they all stood in the same position there, as each other and as those that parted."""

    seat: int
    round: int
    phase: str
    turn: int
    ways: tuple[WayTaken, ...]
    is_level: bool


@dataclass(frozen=True, slots=True)
class SeatDecisions:
    """All decisions of a seat: how many, how many were answered alike everywhere before the first that was not, and those that
    were not."""

    seat: int
    decisions: int
    alike: int
    parted: tuple[PartedDecision, ...]


@dataclass(frozen=True, slots=True)
class Together:
    """Tables that played the same moves so far, and where they parted then; None where they never did."""

    tables: tuple[int, ...]
    moves: int
    then: PartedDecision | None


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
    followers: dict[SeatAnswer | None, list[Course]] = {}
    for one in company:
        followers.setdefault(one.answers[moves] if len(one.answers) > moves else None, []).append(one)
    before = company[0].answers[:moves]
    turn = 1 + sum(_place(one) == _place(asked) for one in before)
    ways = [
        WayTaken(
            answer.move if answer else None,
            _reached([(one, moves + 1 if answer else None) for one in those], asked.round, asked.seat),
        )
        for answer, those in followers.items()
    ]
    yield Together(tables, moves, PartedDecision(asked.seat, asked.round, asked.phase, turn, _sorted(ways), True))
    for those in followers.values():
        if len({one.answers for one in those}) > 1:
            yield from _apart(those, moves)


def of_seat(courses: Sequence[Course], seat: int, phases: Sequence[str]) -> SeatDecisions:
    """The decisions of one seat at all tables, in the order of the game: by rounds, then by `phases`."""
    answered: dict[tuple[int, str, int], dict[int, tuple[SeatAnswer, int]]] = {}
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
    together = zip(*(course.answers for course in courses), strict=False)
    shared = sum(1 for _ in takewhile(lambda answers: len(set(answers)) == 1, together))
    parted = [(number, key) for number, key in enumerate(keys) if not _is_alike(answered[key], len(courses))]
    return SeatDecisions(
        seat,
        len(keys),
        parted[0][0] if parted else len(keys),
        tuple(_decision(courses, seat, key, answered[key], shared) for _, key in parted),
    )


def _is_alike(given: dict[int, tuple[SeatAnswer, int]], tables: int) -> bool:
    return len(given) == tables and len({answer.move for answer, _ in given.values()}) == 1


def _decision(
    courses: Sequence[Course],
    seat: int,
    key: tuple[int, str, int],
    given: dict[int, tuple[SeatAnswer, int]],
    shared: int,
) -> PartedDecision:
    round_number, phase, turn = key
    followers: dict[str | None, list[tuple[Course, int | None]]] = {}
    for course in courses:
        answer, ply = given.get(course.table, (None, None))
        followers.setdefault(answer.move if answer else None, []).append((course, ply))
    ways = [WayTaken(move, _reached(those, round_number, seat)) for move, those in followers.items()]
    is_level = len(given) == len(courses) and all(ply <= shared + 1 for _, ply in given.values())
    return PartedDecision(seat, round_number, phase, turn, _sorted(ways), is_level)


def _reached(those: Sequence[tuple[Course, int | None]], round_number: int, seat: int) -> tuple[At, ...]:
    found = [At(course.table, ply, course.after(round_number, seat)) for course, ply in those]
    return tuple(sorted(found, key=lambda one: one.table))


def _sorted(ways: Sequence[WayTaken]) -> tuple[WayTaken, ...]:
    """What most have played first; what never came last."""
    return tuple(sorted(ways, key=lambda way: (way.move is None, -len(way.tables), way.tables[0].table)))


def _place(answer: SeatAnswer) -> tuple[int, int, str]:
    return answer.seat, answer.round, answer.phase
