"""Quick answers of every seat while a search plays on: the best single move by what cards are worth now."""

from __future__ import annotations

from typing import Final

from engine.acquire import HAND, Buy, Take
from engine.asked import legal_moves
from engine.bots.outlook import Outlook, Prospects
from engine.bots.worth import counting, in_hand, noble_names, wealth, worth
from engine.core import Move, State
from engine.play import advance
from engine.player import Player, Seat
from engine.steps import Decision

MOST_TRIED: Final = 24
"""Answers to a question of a kind that is not known here; a question with more gets its default."""
NOTHING: Final = -1e9


def answer(prospects: Prospects, s: State, seat: Seat) -> Move:
    """The quick answer of a seat that is asked. In a turn it buys, takes or passes; other questions are answered by trying
    what can be answered."""
    moves = legal_moves(s, seat)
    if len(moves) == 1:
        return moves[0]
    may_pass = moves[-1].is_pass
    scale = Scale(prospects.outlook(s), s, seat)
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
    return tried(prospects, s, seat, moves)


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

    __slots__ = ("_money", "_taken", "names", "outlook", "player", "ruble", "seat", "state", "wealth")

    def __init__(self, outlook: Outlook, s: State, seat: Seat) -> None:
        self.outlook = outlook
        self.state = s
        self.seat = seat
        self.player: Player = s.players[seat]
        self.names = noble_names(outlook.prospects, self.player)
        self.wealth = wealth(outlook, self.player)
        self.ruble = outlook.ruble(self.wealth)
        self._money = outlook.money(self.wealth)
        self._taken: dict[int, float] = {}

    def bought(self, move: Buy) -> float:
        """What a purchase brings, less what its price is worth otherwise."""
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
        gain += outlook.money(left) - self._money
        if move.place is HAND:
            gain += weights.played if outlook.rounds >= 1 else weights.played_last
        return gain

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
