"""Orders (section 21): three secret ones for each player; in the end each scores one of their choice.

All choose at the same time. What somebody has chosen is told to nobody else before the last choice is made (ORD-B); then
all are scored at once and the game goes on to its end.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Final, TypedDict

from engine import entries
from engine import round as rounds
from engine.core import Move, Rules, State, Step
from engine.entries import Entry, Log
from engine.errors import Reason, Sentence
from engine.immutable import agenda_item, entry
from engine.options import Options
from engine.part import RulesPart
from engine.parts.tally import best_points, exchange_cards, markers, needs_market, of_group, of_names, value
from engine.player import FinalLine, Player, Seat
from engine.scoring import different
from engine.steps import Decision

NAME: Final = "orders"
EACH: Final = 3
"""Orders dealt to each player (ORD-A)."""
NUMBERS: Final = range(1, 16)
NOT_FOR_TWO: Final = (2, 8, 15)
"""Taken out with one or two players (ORD-A)."""
RICHEST: Final = 6
"""Scored before all others (ORD-C)."""
CHEAP_BUILDINGS: Final = ("market", "customs-house", "firehouse")
CARDS_A_POINT: Final = {1: 4, 2: 4, 3: 3, 4: 2, 5: 2}
"""ORD-12, by the number of players."""
RICH_BONUS: Final = 10


def in_game(players: int) -> tuple[int, ...]:
    """The orders of a game for so many (ORD-A)."""
    return tuple(number for number in NUMBERS if players > 2 or number not in NOT_FOR_TWO)


def _blue_exchange(rules: Rules, player: Player) -> int:
    rows = (row for row in player.display if rules.exchange[row] and rules.group[row] == "blue")
    return sum(value(rules, player.facts, row)[1] for row in rows)


POINTS: Final[Mapping[int, Callable[[Rules, Player, Sequence[Player]], int]]] = {
    1: lambda rules, one, _: 2 * of_group(rules, one, "red"),
    2: lambda rules, one, _: 10 + of_group(rules, one, "green"),
    3: lambda rules, one, _: 2 * len(markers(rules, one)) + sum(markers(rules, one)[:1]),
    4: lambda rules, one, _: sum(markers(rules, one)[:2]),
    5: lambda rules, one, _: 3 * of_names(rules, one, CHEAP_BUILDINGS),
    6: lambda _, one, all_: 10 + (RICH_BONUS if one.rubles == max(player.rubles for player in all_) else 0),
    7: lambda rules, one, _: 3 * different(rules, one, "green"),
    8: lambda rules, one, _: 2 * (len(one.display) - len({rules.key[row] for row in one.display})),
    9: lambda rules, one, _: 2 * exchange_cards(rules, one),
    10: lambda rules, one, _: 4 * best_points(rules, one, "red"),
    11: lambda rules, one, _: 3 * best_points(rules, one, "blue"),
    12: lambda _, one, all_: 5 + len(one.display) // CARDS_A_POINT[len(all_)],
    13: lambda rules, one, _: 2 * of_group(rules, one, "yellow"),
    14: lambda rules, one, _: 2 * different(rules, one, "blue"),
    15: lambda rules, one, _: 2 * _blue_exchange(rules, one),
}
"""What each order gives one of the players now; all choices inside it are made in favour of the player (ORD-E). A tie
counts as most rubles."""


def points_of(s: State, seat: Seat, number: int) -> int:
    """What this order gives a seat now."""
    return POINTS[number](s.rules, s.players[seat], s.players)


def span(s: State, seat: Seat, number: int) -> tuple[int, int]:
    """The fewest and the most points that this order can give its owner now, as far as they know: where the money of
    others is hidden, it is also hidden who has the most (INFO-2)."""
    if number == RICHEST and not s.rules.options.open_hands and not s.over and len(s.players) > 1:
        return 10, 10 + RICH_BONUS
    points = points_of(s, seat, number)
    return points, points


@entry
class OrderChosen(Entry):
    """A seat has chosen one of its orders; which one the others learn when all have chosen (ORD-B)."""

    kind: ClassVar[str] = "order-chosen"
    seat: Seat
    order: int | None

    def for_viewer(self, viewer: Seat | None, options: Options, over: bool) -> Entry | None:
        return self if viewer == self.seat or over else OrderChosen(self.seat, None)


@dataclass(frozen=True, slots=True)
class Dealt:
    """What this part remembers, by seat: the orders held, and the one chosen."""

    held: tuple[tuple[int, ...], ...]
    chosen: tuple[int | None, ...]


def _dealt(numbers: Sequence[int], players: int) -> Dealt:
    """The first three to the first seat, the next three to the second, and so on; the others are not used."""
    return Dealt(tuple(tuple(numbers[EACH * seat : EACH * seat + EACH]) for seat in range(players)), (None,) * players)


class OrderView(TypedDict):
    order: int
    points: int
    at_most: int


class OrdersView(TypedDict):
    """`mine` are the own orders with the points they would give now (ORD-F); `held` and `chosen` what the viewer knows of
    all, `decided` who has chosen."""

    orders: list[int]
    mine: list[OrderView]
    held: list[list[int] | None]
    chosen: list[int | None]
    decided: list[bool]


class Orders(RulesPart):
    """Module 5."""

    name = NAME

    def accepts(self, options: Options) -> None:
        needs_market(options, NAME, "Orders")

    def draws(self, options: Options) -> Mapping[str, Sequence[str]]:
        return {"order": [str(number) for number in in_game(options.players)]}

    def initial(self, rules: Rules) -> object:
        players = rules.options.players
        return _dealt(in_game(players), players)

    def set_up(self, s: State, draws: Mapping[str, Sequence[str]]) -> None:
        s.remember(NAME, _dealt([int(number) for number in draws["order"]], len(s.players)))

    def moves(self, rules: Rules) -> Iterable[Move]:
        for number in in_game(rules.options.players):
            yield Choose(rules, number)

    def program(self, rules: Rules, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        found: list[Step] = []
        for step in steps:
            found.append(step)
            if isinstance(step, rounds.FinalNobles):
                found.append(FinalOrders(step.phase))
        return tuple(found)

    def view(self, s: State, value: object, seat: Seat | None) -> OrdersView:
        assert isinstance(value, Dealt)
        own = value.held[seat] if seat is not None else ()
        known = [s.over or one == seat for one in range(len(s.players))]
        return {
            "orders": list(in_game(len(s.players))),
            "mine": [_shown(s, seat, number) for number in own] if seat is not None else [],
            "held": [list(held) if seen else None for held, seen in zip(value.held, known, strict=True)],
            "chosen": [number if seen else None for number, seen in zip(value.chosen, known, strict=True)],
            "decided": [number is not None for number in value.chosen],
        }

    def guess(self, view: object, rng: Random) -> object:
        assert isinstance(view, dict)
        seen = {number for held in view["held"] for number in held or ()}
        unseen = [number for number in view["orders"] if number not in seen]
        rng.shuffle(unseen)
        held = tuple(tuple(held or (unseen.pop() for _ in range(EACH))) for held in view["held"])
        chosen = tuple(
            rng.choice(own) if decided and number is None else number
            for own, number, decided in zip(held, view["chosen"], view["decided"], strict=True)
        )
        return Dealt(held, chosen)


def remembered(s: State) -> Dealt:
    """Who holds and has chosen what."""
    value = s.extras[s.rules.extra_of[NAME]]
    assert isinstance(value, Dealt)
    return value


def _shown(s: State, seat: Seat, number: int) -> OrderView:
    least, most = span(s, seat, number)
    return {"order": number, "points": least, "at_most": most}


class Choose(Move):
    """`order NUMBER`: the one order to be scored."""

    __slots__ = ("number",)

    def __init__(self, rules: Rules, number: int) -> None:
        super().__init__(rules, f"order {number}", "order")
        self.number = number


class FinalOrders(Step):
    """Step 2 of the final scoring: all are asked at the same time (ORD-B)."""

    final = True

    def run(self, s: State, log: Log) -> None:
        s.agenda = (AskOrders(tuple(range(len(s.players)))),)

    def foresee(self, s: State, seat: Seat, *, begun: bool) -> None:
        """While nothing is chosen it is the order that gives most (HURD-23)."""
        if not begun:
            s.rules.gain(s, seat, max(points_of(s, seat, number) for number in remembered(s).held[seat]), None)


@agenda_item
class AskOrders(Decision):
    """Which of the own orders is to be scored (DEC-25), asked of all who have not chosen yet."""

    kind = "order"
    seats: tuple[Seat, ...]

    def uncovers(self, s: State) -> bool:
        """The last answer shows what all others have chosen."""
        return len(self.seats) == 1 < len(s.players)

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        return tuple(s.rules.moves[f"order {number}"] for number in remembered(s).held[seat])

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        assert isinstance(move, Choose)
        dealt = remembered(s)
        chosen = (*dealt.chosen[:seat], move.number, *dealt.chosen[seat + 1 :])
        s.remember(NAME, replace(dealt, chosen=chosen))
        if log is not None:
            log.append(OrderChosen(seat, move.number))
        if waiting := tuple(one for one in self.seats if one != seat):
            s.agenda += (AskOrders(waiting),)
        else:
            score(s, chosen, log)

    def default(self, s: State, seat: Seat) -> Move:
        """The clock chooses what gives most now."""
        points = {number: points_of(s, seat, number) for number in remembered(s).held[seat]}
        return s.rules.moves[f"order {max(points, key=points.__getitem__)}"]

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        return "order-first", Sentence("Choose one of your own orders."), "ORD-B"


def score(s: State, chosen: Sequence[int | None], log: Log) -> None:
    """Order 6 first, then the others from the holder of the first token clockwise (ORD-C)."""
    for seat in sorted(rounds.in_turn_order(s, s.rules.tokens[0]), key=lambda one: chosen[one] != RICHEST):
        number = chosen[seat]
        assert number is not None
        before = s.players[seat].points
        points = points_of(s, seat, number)
        rounds.account(s, entries.Final(seat, s.players[seat].rubles, 0, before, points, "order", number), log)
        s.lines += (FinalLine("order", seat, number, s.players[seat].points - before),)
