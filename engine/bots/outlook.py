"""What is still to come from a moment of a game: rounds, scorings, and what rubles, facts and cards are worth in points.

Nothing here asks for a card by name. A card is worth what it puts into facts, so the cards of every set have a worth.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import exp
from typing import Any, Final, NamedTuple

from engine.bots.course import has_hurdles, periods
from engine.core import Rules, State
from engine.expansions import orders
from engine.expansions.market import KINDS, value_tile
from engine.round import Payday, Refill

DOUBT = 1.5
"""Symbols by which a lead may be mistaken when the square is scored."""


class Square:
    """The markers of a rulebook, none in a game without the Market."""

    def __init__(self, rules: Rules) -> None:
        self.kinds = tuple(slot for kind in KINDS if (slot := rules.slot(f"at {kind}")))

    def to_come(self, rounds: float, round_number: int, is_now: bool) -> tuple[float, float, float]:
        """First and second places of all scorings to come, added up, and the first place of this round if it is still
        to be scored (MKT-9)."""
        if not self.kinds:
            return 0.0, 0.0, 0.0
        now = value_tile(round_number) if is_now else (0, 0)
        first, second, ahead = float(now[0]), float(now[1]), 1
        while rounds > 0:
            tile = value_tile(round_number + ahead)
            first += min(1.0, rounds) * tile[0]
            second += min(1.0, rounds) * tile[1]
            rounds, ahead = rounds - 1, ahead + 1
        return first, second, float(now[0])

    def worth(self, s: State, seat: int, first: float, second: float) -> float:
        """Points that a seat may expect of places worth so much: who leads a kind by little may lose it (MKT-10)."""
        total = 0.0
        for slot in self.kinds:
            mine = s.players[seat].facts[slot]
            if not mine:
                continue
            most = max((player.facts[slot] for other, player in enumerate(s.players) if other != seat), default=0)
            lead = 1 / (1 + exp((most - mine) / DOUBT)) if most else 1 - 0.3 * exp(-mine / DOUBT)
            total += first * lead + (second * (1 - lead) if most else 0.0)
        return total


MOST_OUTLOOKS: Final = 2000
"""Kept by a long-lived process for each selection, a few kilobytes each."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What an evaluation cannot know and has to believe, in points at the end; found by play against the plain bot."""

    ruble_end: float = 0.11
    """A ruble that nothing is bought for any more (END-13)."""
    ruble_a_round: float = 0.5
    """What the first ruble is worth more for every round to come."""
    wealth: float = 10.0
    """How quickly further rubles lose in worth: the rubles, in hand and to come, that can be spent well at the end ..."""
    wealth_a_round: float = 30.0
    """... and more of them for every round to come."""
    income: float = 0.85
    """A ruble of income to come, beside one in hand at that time."""
    variety: float = 0.8
    """Nobles of new names that a round to come will bring (END-11)."""
    counted_red: float = 0.25
    """Nobles that a round to come adds to cards that count them ..."""
    counted_other: float = 0.35
    """... and cards of other groups."""
    patience: float = 0.72
    """What is left of the gain of a card that must wait in the hand."""
    dread: float = 1.3
    """The fear of a card that may stay in the hand, for each one there (END-14)."""
    resale: float = 0.35
    """What a replaced card that is worth more or less than it cost brings."""
    cheaper: float = 1.0
    """Cards a round that a reduction serves ..."""
    cheaper_exchange: float = 0.4
    """... and Exchange cards."""
    hand_limit: float = 0.3
    observatory: float = 1.2
    for_sale: float = 0.16
    """What a round brings for each place in the hand, each Observatory, each point for sale."""
    unknown_card: float = 2.0
    """A card in the hand that is not for sale: it is played for what it does."""
    symbol: float = 0.15
    upkeep: float = 0.5
    """What one symbol brings of the points of its kind, and what part of the upkeep to come is paid."""
    dealt: float = 4.3
    """Cards that a phase deals with two players, before it has been seen; with each player more half a card."""
    tail: float = 0.4
    least: float = 0.2
    """A gain too small to spend an action on."""
    played_last: float = 4.0
    played: float = 1.0
    """What it is worth to have a place in the hand back, in the last round and before."""
    opening: float = 0.0
    """Things missing for a hurdle that a round brings; 0 for who does not see hurdles."""
    order: float = 0.0
    """What part of the points of the best own order is counted before the end (ORD-A)."""


FIRST_WEIGHTS: Final = Weights()
"""Found at two players against the plain bot. With more players they hoard rubles and lose; the first searching bots keep them."""
_TWO: Final = Weights(
    ruble_end=0.106, ruble_a_round=0.473, wealth=9.0, wealth_a_round=25.8, income=1.26, variety=0.67,
    dread=1.73, cheaper=1.11, observatory=1.3, played_last=5.5, patience=0.62, for_sale=0.5, opening=1.5, order=0.8,
)  # fmt: skip
_MORE: Final = Weights(
    ruble_end=0.134, ruble_a_round=0.416, wealth=11.7, wealth_a_round=22.3, income=1.24, variety=0.96,
    dread=1.43, cheaper=1.32, observatory=1.3, played_last=5.0, patience=0.62, for_sale=0.5, opening=1.5, order=0.8,
)  # fmt: skip
TUNED: Final = {1: _TWO, 2: _TWO, 3: _MORE, 4: _MORE, 5: _MORE}
"""By number of players; found by quick answers that played each other (cross-entropy, two and four players, both editions)."""


class Per(NamedTuple):
    """A fact that pays for each card counted: the group, its slot, the slot of the count, cards more in a round, and
    whether it pays rubles."""

    group: str
    slot: int
    counted: int
    growth: float
    in_rubles: bool


class Prospects:
    """What an evaluation reads of a rulebook, and the outlooks it has made so far."""

    def __init__(self, rules: Rules, weights: Weights) -> None:
        self.rules = rules
        self.weights = weights
        names = [phase.name for phase in rules.phases]
        self.place = {name: place for place, name in enumerate(names)}
        self.sizes = [len(rules.card_numbers[pile]) for pile in rules.piles]
        self.place_of_step = [self.place[step.phase] for step in rules.every_round]
        self.refills: dict[int, int] = {}
        self.paydays: dict[str, tuple[int, int]] = {}
        for number, step in enumerate(rules.every_round):
            if isinstance(step, Refill):
                self.refills[step.pile] = number
            elif isinstance(step, Payday):
                self.paydays[step.group] = number, self.place[step.phase]
        self.is_red = [group == "red" for group in rules.group]
        self.overs = [rules.hand.overs(row) for row in range(rules.size)]
        self.pers = tuple(self._pers())
        self.pers_of = [
            tuple((per, amount) for slot, amount in rules.effects[row] for per in self.pers if per.slot == slot)
            for row in range(rules.size)
        ]
        self.square = Square(rules)
        self.has_hurdles = weights.opening > 0 and has_hurdles(rules)
        self.has_orders = weights.order > 0 and orders.NAME in rules.extra_of
        self.scales: dict[Hashable, Any] = {}
        self.answers: dict[Hashable, Any] = {}
        self._outlooks: dict[tuple[int, int, int], Outlook] = {}
        self._moment: object = None
        self._outlook: Outlook

    def _pers(self) -> list[Per]:
        weights, facts = self.weights, self.rules.facts
        found: list[Per] = []
        for group, rule in self.rules.incomes.items():
            for in_rubles, pairs in ((True, rule.rubles_per), (False, rule.points_per)):
                for slot, count in pairs:
                    growth = weights.counted_red if facts[count] == "count red" else weights.counted_other
                    found.append(Per(group, slot, count, growth, in_rubles))
        return found

    def rounds(self, s: State) -> float:
        """Full rounds after this one, judged by the pile that will be empty first at the pace seen so far (END-1)."""
        if s.ending:
            return 0.0
        weights, fewest = self.weights, 99.0
        expected = weights.dealt + 0.5 * (len(s.players) - 2)
        for pile, left in enumerate(s.left):
            is_dealt = s.step > self.refills.get(pile, -1)
            pace = max(1.0, (self.sizes[pile] - left + expected) / (s.round + is_dealt))
            after = left if is_dealt else left - pace
            fewest = min(fewest, max(1.0, after / pace + weights.tail) if after > 0 else 0.0)
        return fewest

    def outlook(self, s: State) -> Outlook:
        """What is to come from this moment on."""
        moment = s.left, s.step, s.round, s.ending
        if moment != self._moment:
            eighths = int(self.rounds(s) * 8 + 0.5)
            key = eighths, s.step, s.round if self.square.kinds else 0
            if key not in self._outlooks:
                if len(self._outlooks) >= MOST_OUTLOOKS:
                    self._outlooks.clear()
                self._outlooks[key] = Outlook(self, eighths / 8, s.step, s.round)
            self._moment, self._outlook = moment, self._outlooks[key]
        return self._outlook


class Outlook:
    """Worths at one moment, in points and in rubles of now: `points` and `rubles` are (slot, worth) of facts,
    `card_points` and `card_rubles` by row, `nobles` by number of different names.

    `scorings` and `payments` are, by group, what a point and a ruble of income are worth in all scorings to come.
    """

    def __init__(self, prospects: Prospects, rounds: float, step: int, round_number: int) -> None:
        self.prospects = prospects
        self.rounds = rounds
        rules, weights, phases = prospects.rules, prospects.weights, len(prospects.place)
        place = prospects.place_of_step[step - 1] if step else 0
        time = rounds + 1 - place / phases
        self._first = self._ruble(time)
        self._last = weights.ruble_end
        self._wealth = weights.wealth + weights.wealth_a_round * time
        self.periods = periods(time, weights.opening) if prospects.has_hurdles else ()
        self.payments: dict[str, float] = {}
        self.scorings: dict[str, float] = {}
        points, rubles = [0.0] * len(rules.facts), [0.0] * len(rules.facts)
        for group, (payday, where) in prospects.paydays.items():
            is_to_come = step <= payday
            times = rounds + is_to_come
            when = rounds + is_to_come - (where + 1) / phases
            self.scorings[group] = times
            self.payments[group] = weights.income * self._paid_out(times, when) / self._first
            rubles[rules.slot(f"rubles {group}")] += self.payments[group]
            points[rules.slot(f"points {group}")] += times
        is_square_to_come = step <= prospects.paydays.get("yellow", (0, 0))[0]
        self.square = prospects.square.to_come(rounds, round_number, is_square_to_come)
        for fact, slot in rules.slots.items():
            points[slot] += self._function(fact)
            rubles[slot] += self._saved(fact)
        points[0] = rubles[0] = 0.0
        self.points = tuple((slot, unit) for slot, unit in enumerate(points) if unit)
        self.rubles = tuple((slot, unit) for slot, unit in enumerate(rubles) if unit)
        for slot in prospects.square.kinds:
            points[slot] += weights.symbol * (self.square[0] - self.square[1])
        self.card_points = [sum(n * points[slot] for slot, n in effects) for effects in rules.effects]
        self.card_rubles = [sum(n * rubles[slot] for slot, n in effects) for effects in rules.effects]
        for row in range(1, rules.size):
            if rules.replaceable[row]:
                profit = rules.value[row] - rules.cost[row]
                self.card_rubles[row] += weights.resale * min(1.0, rounds) * profit
        self.nobles = [self._nobles(different + weights.variety * rounds) for different in range(40)]

    def _ruble(self, time: float) -> float:
        weights = self.prospects.weights
        return weights.ruble_end + weights.ruble_a_round * time

    def _paid_out(self, times: float, when: float) -> float:
        """The worth of a ruble in each of so many scorings, the next of them at this time before the end."""
        worth = 0.0
        while times > 0:
            worth += min(1.0, times) * self._ruble(max(0.0, when))
            times, when = times - 1, when - 1
        return worth

    def _function(self, fact: str) -> float:
        """Points for what cards do beside paying (section 13)."""
        weights, rounds = self.prospects.weights, self.rounds
        if fact == "points for sale":
            return weights.for_sale * self.scorings.get("blue", 0.0)
        return {"hand limit": weights.hand_limit, "observatory": weights.observatory}.get(fact, 0.0) * rounds

    def _saved(self, fact: str) -> float:
        """Rubles that a reduction saves, or upkeep costs."""
        weights = self.prospects.weights
        if fact.startswith("cheaper "):
            return self.rounds * (weights.cheaper_exchange if fact.endswith(" exchange") else weights.cheaper)
        return -weights.upkeep * (self.square[0] - self.square[2]) if fact == "upkeep" else 0.0

    def _nobles(self, different: float) -> float:
        points = self.prospects.rules.noble_points
        whole = int(different)
        return points(whole) + (points(whole + 1) - points(whole)) * (different - whole)

    def money(self, rubles: float) -> float:
        """What rubles in hand and to come are worth: the first one most, those that nothing can be bought for as much as
        at the end."""
        return self._last * rubles + (self._first - self._last) * self._wealth * (1 - exp(-rubles / self._wealth))

    def ruble(self, rubles: float) -> float:
        """What one more is worth."""
        return self._last + (self._first - self._last) * exp(-rubles / self._wealth)

    def noble_step(self, different: int) -> float:
        """What one more name brings to who has so many (END-11)."""
        return self.nobles[different + 1] - self.nobles[different]
