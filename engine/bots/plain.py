"""The plain bot: it looks one move ahead and adds up, in points at the end of the game, what each move brings.

- Time: rounds to come, from the pile that will be empty first (END-1).
- Money: a ruble is worth more the more rounds are left to invest it, less once there is more than can be spent; a tenth at the end.
- Cards: all their scorings to come, END-11 for a new Noble, what their effect saves or brings, less price and replaced card.
- Hand: a card is taken when its gain is foreseeable and coming incomes will pay it; each card in hand makes it shyer (END-14).
- Observatory: the mean gain over what the pile may hold (INFO-3). Pub: points that cost less than their rubles are worth.

A pass brings nothing. It ignores other players. `Taste` holds its weights, chosen for the mean score among its own kind.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

import engine
from engine import Card, Options, View
from engine.core import Move, State


@dataclass(frozen=True, slots=True)
class Taste:
    """What the plain bot thinks things are worth, in points at the end; found by letting tastes play each other."""

    ruble: float = 0.12  # a ruble that nothing is bought for any more
    ruble_a_round: float = 0.3  # what it is worth more for every round to come
    ruble_most: float = 1.5
    comfort: float = 14.0  # money up to which a further ruble is worth as much as the first
    comfort_a_round: float = 4.0
    plenty: float = 20.0  # money above comfort at which a ruble is worth no more than at the end
    variety_a_round: float = 0.8  # different Nobles that will still come, for the step a new one makes in END-11
    noble_step: float = 1.0
    patience: float = 0.8  # what is left of a gain that must wait in the hand
    hand_card: float = 0.8  # the dread of a card that may stay in the hand, for each already there
    pace: tuple[float, ...] = (4.0, 4.0, 4.5, 5.0, 5.5, 6.0)  # cards a phase deals, by players, before it has been seen
    least: float = 0.2  # a gain too small to spend an action and money on
    draw: float = 0.6


class PlainBot:
    """Weighs every legal move by itself: what the card will pay until the end, what it is worth there, what its price
    could buy otherwise. It reckons with the rounds that the piles still hold, with nothing the others might do."""

    def __init__(self, taste: Taste = Taste()) -> None:  # frozen
        self.taste = taste

    def choose(self, view: View, state: State, rng: Random) -> Move:
        """The move with the greatest gain; `rng` is not needed."""
        seat = view.viewer
        if seat is None or seat not in view.asked:
            raise ValueError("Only a seat that is asked can choose.")
        judge = Judge(view, self.taste)
        return max(engine.legal_moves(state, seat), key=judge.gain)


class Judge:
    """One position seen through one taste."""

    def __init__(self, view: View, taste: Taste) -> None:
        assert view.viewer is not None
        options = Options.from_dict(view.options)
        self.taste = taste
        self.view = view
        self.me = view.seats[view.viewer]
        self.cards = _cards(options)
        self.rubles = self.me.rubles or 0
        self.phases = [phase.name for phase in view.phases]
        self.place = self.phases.index(view.phase)
        self.rounds = self._rounds_to_come()
        self.left = self._times()
        own = [self.cards[shown.card] for shown in self.me.display]
        self.count: dict[str, int] = {}
        for card in own:
            self.count[card.group] = self.count.get(card.group, 0) + 1
        self.names = [card.key for card in own]
        self.nobles = {card.key for card in own if card.group == "red"}
        self.cheaper = _sum_effects(own)
        self.prices = {
            offer.move: offer.price
            for slot in (*view.upper, *view.lower, *(self.me.hand or ()), view.drawn, *view.spread)
            if slot
            for offer in slot.offers
        }
        self.ruble = self.ruble_at(self.left[self.place], self.rubles)

    # --- time and money
    def _rounds_to_come(self) -> float:
        """Full rounds after this one, judged by the pile that will be empty first (END-1, END-5)."""
        view = self.view
        if view.ending:
            return 0.0
        fewest = 99.0
        printed: dict[str, int] = {}
        for card in self.cards.values():
            printed[card.pile] = printed.get(card.pile, 0) + card.copies
        expected = self.taste.pace[len(view.seats)]
        for place, phase in enumerate(view.phases):
            dealt = view.round if place <= self.place else view.round - 1
            pace = max(1.0, (printed[phase.name] - phase.left + expected) / (dealt + 1))
            after = phase.left - (0 if place <= self.place else pace)
            fewest = min(fewest, 0.0 if after <= 0 else max(1.0, after / pace + 0.4))
        return fewest

    def _times(self) -> list[float]:
        """Rounds still to come, as a fraction, at each phase of this round."""
        size = len(self.phases)
        return [self.rounds + 1 - place / size for place in range(size + 1)]

    def ruble_at(self, time: float, stock: float) -> float:
        """What one ruble more is worth to who has `stock` of them and `time` rounds to come."""
        taste = self.taste
        full = min(taste.ruble_most, taste.ruble + taste.ruble_a_round * time)
        over = stock - taste.comfort - taste.comfort_a_round * time
        if over <= 0:
            return full
        return max(taste.ruble, full - (full - taste.ruble) * over / taste.plenty)

    def income(self, group: str, rubles: float, points: float) -> float:
        """What rubles and points in every scoring of a group still to come are worth."""
        phase = _PHASE_OF.get(group)
        if phase not in self.phases:
            return 0.0
        place = self.phases.index(phase)
        times = self.rounds + (1 if place >= self.place else 0)
        worth = points * times
        if rubles:
            when = self.left[place + 1] if place >= self.place else self.left[place + 1] - 1
            while times > 0:
                worth += rubles * min(1.0, times) * self.ruble_at(max(0.0, when), 0)
                times -= 1
                when -= 1
        return worth

    # --- cards
    def worth(self, card: Card) -> float:
        """What a card brings from now to the end, if it lies in the own display."""
        worth = self.income(card.group, card.rubles, card.points)
        if card.group == "red" and card.key not in self.nobles and len(self.nobles) < 10:
            worth += self.taste.noble_step * min(10.0, len(self.nobles) + 1 + self.taste.variety_a_round * self.rounds)
        worth += self.ruble * min(1.0, self.rounds) * 0.5 * (card.value_when_replaced - card.cost)
        for fact, amount in card.effects:
            worth += amount * self.effect(fact, card)
        return worth

    def effect(self, fact: str, card: Card) -> float:
        """What a special effect is worth (section 13)."""
        kind, _, group = fact.partition(" per ")
        if group:
            number = self.count.get(group, 0) + (0.5 if group == "red" else 0.7) * self.rounds
            return self.income(card.group, *((number, 0) if kind.startswith("rubles") else (0, number)))
        if fact.startswith("cheaper"):
            return self.ruble * self.rounds * (0.4 if fact.endswith("exchange") else 1.0)
        if fact == "points for sale":
            return 0.8 * self.rounds + 1.0
        currency, _, group = fact.partition(" ")
        if group in _PHASE_OF:
            return self.income(group, *((1, 0) if currency == "rubles" else (0, 1)))
        values = {"hand limit": 0.3, "observatory": 1.2, "search": 1.0, "points by trade": 0.3}
        return values.get(fact, 0.0) * self.rounds

    def loss(self, card: Card) -> float:
        """What goes with a card that is replaced: its pay, and its step in END-11 if it is the only one of its name."""
        worth = self.income(card.group, card.rubles, card.points)
        if card.group == "red" and self.names.count(card.key) == 1 and len(self.nobles) <= 10:
            worth += self.taste.noble_step * min(10.0, len(self.nobles) + self.taste.variety_a_round * self.rounds)
        return worth + sum(amount * self.effect(fact, card) for fact, amount in card.effects)

    # --- moves
    def gain(self, move: Move) -> float:
        """What a legal move brings, in points; a pass brings nothing."""
        if move.card is not None:
            card = self.cards[move.card]
            if move.kind in ("buy", "play"):
                return self._bought(card, move)
            if move.kind == "take":
                return self._taken(card)
            return 0.0
        if move.kind == "draw":
            return self._drawn(move.text.removeprefix("draw "))
        if move.kind == "search":
            return self._found()
        if move.kind == "pub":
            _, number, *trade = move.text.split()
            return self._points_for_sale(int(number)) + (self._trade() if trade else 0.0)
        if move.kind == "guild":
            _, rubles, points = move.text.split()
            return int(rubles) * self.ruble_at(self.left[self.place + 1], self.rubles) + int(points)
        return 0.0

    def _bought(self, card: Card, move: Move) -> float:
        price = self.prices[move.text]
        gain = self.worth(card) - self._paid(price) - self.taste.least
        if move.over is not None:
            gain -= self.loss(self.cards[move.over])
        if move.kind == "play":
            gain = gain * 0.9 + (5.0 if self.rounds < 1 else 1.0)
        return gain

    def _paid(self, price: int) -> float:
        return price * (self.ruble + self.ruble_at(self.left[self.place], self.rubles - price)) / 2

    def _taken(self, card: Card) -> float:
        """Into the hand, to be paid when the money is there: worth it only if that can be foreseen."""
        price = self._cheapest(card)
        if price is None:
            return -5.0
        money, place, rounds = float(self.rubles), self.place, 0
        incomes = {income.phase: income.rubles for income in self.me.income}
        in_hand = sum(self._cheapest(self.cards[slot.card]) or 0 for slot in self.me.hand or ())
        while money < price + in_hand * 0.7:
            money += incomes.get(self.phases[place], 0)
            place += 1
            if place == len(self.phases):
                place, rounds = 0, rounds + 1
                if rounds > min(2, self.rounds):
                    return -5.0
        waits = rounds + (place - self.place) / len(self.phases)
        fewer = min(1.0, waits + 0.3) * self.income(card.group, card.rubles, card.points) / max(1.0, self.rounds + 1)
        gain = self.worth(card) - fewer - price * self.ruble_at(max(0.0, self.left[self.place] - waits), 0)
        if card.exchange:
            gain -= min((self.loss(over) for over in self._targets(card)), default=0.0)
        return gain * self.taste.patience - self.taste.hand_card * (1 + self.me.hand_count) - self.taste.least

    def _targets(self, card: Card) -> Iterable[Card]:
        what, _, which = card.replaces.partition(":")
        for shown in self.me.display:
            own = self.cards[shown.card]
            fits = own.pile == what and (which == "any" or own.worker_symbol in (which, "all"))
            if shown.replaceable and not own.exchange and own.group == card.group and fits:
                yield own

    def _cheapest(self, card: Card) -> int | None:
        """The price from the hand, replacing what saves most; None for an Exchange card that fits nothing."""
        price = card.cost - self.names.count(card.key)
        price -= self.cheaper.get(f"cheaper {card.group}{' exchange' if card.exchange else ''}", 0)
        if card.exchange:
            saved = [own.value_when_replaced for own in self._targets(card)]
            if not saved:
                return None
            price -= max(saved)
        return max(1, price)

    def _drawn(self, pile: str) -> float:
        """The mean gain of the cards the pile may have on top, less the point of an unused Observatory."""
        contents = next(phase.contents for phase in self.view.phases if phase.name == pile)
        total, cards = 0.0, 0
        room = self.me.hand_count < self.me.hand_limit
        for name, number in contents:
            total += number * self._at_hand(self.cards[name], room=room)
            cards += number
        return self.taste.draw * total / max(1, cards) - 1.0 - self.taste.least

    def _found(self) -> float:
        """The best card of the discard pile, less the point of an unused Debtors' Prison (M2-DEBT)."""
        room = self.me.hand_count < self.me.hand_limit
        best = 0.0
        for name in self.view.discard:
            best = max(best, self._at_hand(self.cards[name], room=room))
        return best - 1.0 - self.taste.least

    def _at_hand(self, card: Card, *, room: bool) -> float:
        """What a card brings that can be bought at its full price, or taken if the hand has room."""
        price = self._cheapest(card)
        best = max(0.0, self._taken(card)) if room else 0.0
        if price is not None and price <= self.rubles:
            lost = min((self.loss(own) for own in self._targets(card)), default=0.0) if card.exchange else 0.0
            best = max(best, self.worth(card) - lost - self._paid(price))
        return best

    def _trade(self) -> float:
        """A Trading House's 2 points for 3 rubles (M2-TRADE-1)."""
        return 2 - 3 * self.ruble_at(self.left[self.place + 1], self.rubles - 3)

    def _points_for_sale(self, points: int) -> float:
        """A Pub's points for rubles that would otherwise buy something else (CARD-PUB-1)."""
        time = self.left[self.place + 1]
        return sum(1 - 2 * self.ruble_at(time, self.rubles - 2 * bought - 1) for bought in range(points))


_PHASE_OF: Final[Mapping[str, str]] = {"green": "worker", "yellow": "market", "blue": "building", "red": "noble"}


def _sum_effects(cards: Iterable[Card]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for card in cards:
        for fact, amount in card.effects:
            sums[fact] = sums.get(fact, 0) + amount
    return sums


@lru_cache(maxsize=32)
def _cards(options: Options) -> Mapping[str, Card]:
    return {card.id: card for card in engine.cards(options)}
