"""What a position is worth to a seat, and quick answers of every seat while a search plays on."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from engine.acquire import HAND, Buy, Take
from engine.bots.course import ahead_of, lacking, stopped, with_card
from engine.bots.outlook import Outlook, Per, Prospects
from engine.core import Move, State
from engine.expansions.hurdle_course import course_of
from engine.expansions.orders import POINTS, remembered
from engine.offers import legal_moves
from engine.play import advance
from engine.player import Player, Row, Seat
from engine.steps import Decision

BURDEN = 5.0
"""Points a card in the hand costs at the end (END-14)."""
NO_WAY = -99.0


def lead(prospects: Prospects, s: State, seat: Seat) -> float:
    """By how much a seat is ahead of the others: of what they may expect, or of what they have when the game is over."""
    if s.over:
        worths = [player.points + 0.01 * player.rubles for player in s.players]  # rubles decide ties (END-16)
    else:
        outlook = prospects.outlook(s)
        worths = [worth(outlook, s, one) for one in range(len(s.players))]
    others = worths[:seat] + worths[seat + 1 :]
    return worths[seat] - (sum(others) / len(others) if others else 0.0)


def worth(outlook: Outlook, s: State, seat: Seat) -> float:
    """Points that a seat may expect at the end: those it has, its income, its money, its Nobles, its hand."""
    scale, square = scale_for(outlook, s, seat), outlook.prospects.square
    total = expected(scale, s.players[seat]) - scale.stopped
    return total + square.worth(s, seat, *outlook.square[:2]) if square.kinds else total


def expected(scale: Scale, player: Player) -> float:
    """The same without the square, if no hurdle stops a point."""
    outlook, facts = scale.outlook, player.facts
    total = float(player.points)
    for slot, unit in outlook.points:
        total += unit * facts[slot]
    for per in outlook.prospects.pers:
        if facts[per.slot] and not per.in_rubles:
            total += facts[per.slot] * counting(outlook, facts, per)
    total += outlook.nobles[len(scale.names)]
    total += scale.money
    for place, row in enumerate(player.hand):
        total += in_hand(outlook, player, row, place, scale.names, scale.ruble)
    return total + scale.ordered(player)


def wealth(outlook: Outlook, player: Player) -> float:
    """Rubles in hand and to come, those to come as rubles of now."""
    facts = player.facts
    total = float(player.rubles)
    for slot, unit in outlook.rubles:
        total += unit * facts[slot]
    for per in outlook.prospects.pers:
        if facts[per.slot] and per.in_rubles:
            total += facts[per.slot] * counting(outlook, facts, per)
    return max(0.0, total)


def counting(outlook: Outlook, facts: list[int], per: Per) -> float:
    """What a card that pays for each card counted is worth, in points or rubles."""
    cards = facts[per.counted] + per.growth * outlook.rounds
    return cards * (outlook.payments if per.in_rubles else outlook.scorings)[per.group]


def noble_names(prospects: Prospects, player: Player) -> set[str]:
    """The names of the Nobles in a display (GLOSS-2)."""
    key, is_red = prospects.rules.key, prospects.is_red
    return {key[row] for row in player.display if is_red[row]}


def in_hand(outlook: Outlook, player: Player, row: Row, place: int, names: set[str], ruble: float) -> float:
    """What a card is worth as the `place`-th of a hand: its gain when it can be paid, or what it costs to keep it."""
    prospects = outlook.prospects
    rules, weights, facts = prospects.rules, prospects.weights, player.facts
    if not rules.for_sale[row]:
        return weights.unknown_card if outlook.rounds >= 1 else 0.0
    points, rubles = outlook.card_points, outlook.card_rubles
    cost = rules.cost[row] - facts[rules.cheaper[row]] - facts[rules.named[row]]
    gain = NO_WAY
    if rules.exchange[row]:
        for over in player.kinds:
            if over in prospects.overs[row]:
                price = cost - rules.value[over]
                found = points[row] - points[over] + ruble * (rubles[row] - rubles[over] - (price if price > 1 else 1))
                if found > gain:
                    gain = found
    else:
        gain = points[row] + ruble * (rubles[row] - (cost if cost > 1 else 1))
    if prospects.is_red[row] and rules.key[row] not in names:
        gain += outlook.noble_step(len(names))
    burden = -BURDEN * rules.burden[row] / (1 + outlook.rounds if outlook.rounds >= 1 else 1)
    return max(burden, weights.patience * gain - weights.dread * (1 + place))


MOST_TRIED: Final = 24
"""Answers to a question of a kind that is not known here; a question with more gets its default."""
NOTHING: Final = -1e9


def answer(prospects: Prospects, s: State, seat: Seat) -> Move:
    """The quick answer of a seat that is asked. In a turn it buys, takes or passes; other questions are answered by trying
    what can be answered."""
    scale = scale_for(prospects.outlook(s), s, seat)
    if s.agenda[-1].kind != "turn" or s.extras.count(None) < len(s.extras):  # what parts remember may bring moves
        return _answer(scale, s, seat)
    key, answers = (scale, s.upper, s.lower), prospects.answers
    found = answers.get(key)
    if found is None:
        if len(answers) >= MOST_ANSWERS:
            answers.clear()
        found = answers[key] = _answer(scale, s, seat)
    return found


def _answer(scale: Scale, s: State, seat: Seat) -> Move:
    moves = legal_moves(s, seat)
    if len(moves) == 1:
        return moves[0]
    may_pass = moves[-1].is_pass
    best, most, known = moves[-1], 0.0 if may_pass else NOTHING, 0
    for move in moves:
        if isinstance(move, Buy):
            gain = scale.bought(move)
        elif isinstance(move, Take):
            gain = scale.taken(move)
        else:
            continue
        known += 1
        if gain > most:
            best, most = move, gain
    if may_pass or known == len(moves):
        return best
    return tried(scale.outlook.prospects, s, seat, moves)


def tried(prospects: Prospects, s: State, seat: Seat, moves: tuple[Move, ...]) -> Move:
    """The answer after which the seat expects most; what the clock would play if nothing is better."""
    asked = s.agenda[-1]
    assert isinstance(asked, Decision)
    best, most = asked.default(s, seat), NOTHING
    if len(moves) > MOST_TRIED:
        return best
    for move in (best, *(move for move in moves if move is not best)):
        after = advance(s.fork(), seat, move)
        found = float(after.players[seat].points) if after.over else worth(prospects.outlook(after), after, seat)
        if found > most:
            best, most = move, found
    return best


class Scale:
    """Weighs the purchases of one seat at one moment; what they have in common is worked out once."""

    __slots__ = (
        "_expected", "_ordered", "_orders", "_taken", "hurdles", "money", "names", "outlook", "player", "ruble",
        "seat", "state", "stopped", "wealth",
    )  # fmt: skip

    def __init__(self, outlook: Outlook, s: State, seat: Seat, *, knows_orders: bool = True) -> None:
        self.outlook = outlook
        self.state = s
        self.seat = seat
        self.player: Player = s.players[seat]
        self.names = noble_names(outlook.prospects, self.player)
        self.wealth = wealth(outlook, self.player)
        self.ruble = outlook.ruble(self.wealth)
        self.money = outlook.money(self.wealth)
        self._taken: dict[int, float] = {}
        self.stopped = 0.0
        self._orders = remembered(s).held[seat] if knows_orders and outlook.prospects.has_orders else ()
        self._ordered = self.ordered(self.player)
        self.hurdles = ahead_of(s, seat) if outlook.prospects.has_hurdles else ()
        if self.hurdles:
            closed = lacking(s.rules, self.player, self.hurdles)
            self._expected = expected(self, self.player)
            self.stopped = self._stopped(self._expected, closed)

    def bought(self, move: Buy) -> float:
        """What a purchase brings, less what its price is worth otherwise."""
        gain = self.by_itself(move)
        if self._orders or self.hurdles:
            gain += sum(self.in_sets(move.laid, move.over_row, gain))
        return gain

    def by_itself(self, move: Buy) -> float:
        """The same without orders and hurdles."""
        outlook, player = self.outlook, self.player
        prospects, points, rubles = outlook.prospects, outlook.card_points, outlook.card_rubles
        rules, weights = prospects.rules, prospects.weights
        row, over = move.row, move.over_row
        left = self.wealth - move.price(self.state, self.seat) + rubles[move.laid] - rubles[over]
        gain = points[move.laid] - points[over] - weights.least
        if prospects.is_red[row]:
            gain += self._names(rules.key[row], rules.key[over])
        for per, amount in prospects.pers_of[row]:
            if per.in_rubles:
                left += amount * counting(outlook, player.facts, per)
            else:
                gain += amount * counting(outlook, player.facts, per)
        gain += outlook.money(left) - self.money
        if move.place is HAND:
            gain += weights.played if outlook.rounds >= 1 else weights.played_last
        return gain

    def in_sets(self, laid: Row, over: Row, gain: float) -> tuple[float, float]:
        """What a card in the display that is worth `gain` by itself brings for the best own order, and in points that hurdles
        would have stopped; less than nothing where they stop some of its own."""
        rules = self.state.rules
        after = with_card(rules, self.player, laid, over)
        ordered = self.ordered(after) - self._ordered
        if not self.hurdles:
            return ordered, 0.0
        expected = self._expected + gain + ordered
        return ordered, self.stopped - self._stopped(expected, lacking(rules, after, self.hurdles))

    def ordered(self, player: Player) -> float:
        """What the best of the own orders is worth with this display."""
        if not self._orders:
            return 0.0
        rules = self.state.rules
        alone = (player,) * len(self.state.players)
        points = max(POINTS[number](rules, player, alone) for number in self._orders)
        return points * self.outlook.prospects.weights.order

    def _stopped(self, expected: float, closed: tuple[tuple[int, int], ...]) -> float:
        """How many of the points that the seat may expect are lost before closed hurdles."""
        if not closed:
            return 0.0
        score = self.player.points
        return stopped(self.outlook.periods, score, max(0.0, expected - score), closed)

    def _names(self, new: str, old: str) -> float:
        """What another Noble changes in the table of different ones; `old` is replaced, "" for none."""
        prospects, different = self.outlook.prospects, len(self.names)
        key = prospects.rules.key
        change = self.outlook.noble_step(different) if new not in self.names else 0.0
        if old and old != new and sum(key[row] == old for row in self.player.display) == 1:
            change -= self.outlook.noble_step(different - 1)
        return change

    def taken(self, move: Take) -> float:
        """What it brings to have a card in the hand."""
        row = move.row
        found = self._taken.get(row)
        if found is None:
            held = in_hand(self.outlook, self.player, row, len(self.player.hand), self.names, self.ruble)
            found = self._taken[row] = held - self.outlook.prospects.weights.least
        return found


MOST_SCALES: Final = 1000
MOST_ANSWERS: Final = 5000
"""Kept for each selection, a kilobyte each: play-outs of one decision come to the same questions again and again."""


def scale_for(outlook: Outlook, s: State, seat: Seat) -> Scale:
    """The scale of this moment, which hangs on nothing but the key and the facts."""
    player, scales = s.players[seat], outlook.prospects.scales
    key: Hashable = (outlook, seat, player.rubles, player.hand, player.display)
    if outlook.prospects.has_hurdles:
        key = key, player.points, len(course_of(s).received[seat])
    if outlook.prospects.has_orders:
        key = key, remembered(s).held[seat]
    found = scales.get(key)
    if found is None or found.player.facts != player.facts:
        if len(scales) >= MOST_SCALES:
            scales.clear()
        found = scales[key] = Scale(outlook, s.fork(), seat)
    return found
