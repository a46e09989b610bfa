"""Purchases right after the Building scoring: points of a Pub (CARD-PUB) and the trade of a Trading House (M2-TRADE).

All purchases of a seat are one answer (CARD-PUB-5): `pub 3`, or `pub 3 trade` with the Trading House, which is paid and
credited first.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from engine.core import Item, Move, Rules, State, Step
from engine.entries import Change, Entry, Log, PubAnswered
from engine.errors import Reason, Sentence
from engine.immutable import agenda_item, entry
from engine.part import Preset, RulesPart
from engine.player import Seat
from engine.round import around_scoring, in_turn_order
from engine.steps import Decision, Question
from engine.turns import Actions

FACT: Final = "points for sale"
PRICE: Final = 2
"""Rubles for one point (CARD-PUB-1)."""
TRADE: Final = "points by trade"
TRADE_PRICE: Final = 3
"""Rubles for all the points of a Trading House (M2-TRADE-1)."""
PRESET: Final = "trading-house"


@entry
class Traded(Entry):
    """What was paid to a Trading House after the Building scoring, and the points for it; nothing if it was not used."""

    kind: ClassVar[str] = "trade"
    is_payment: ClassVar[bool] = True
    seat: Seat
    points: int
    rubles: int

    def changes(self) -> tuple[Change, ...]:
        return (Change(self.seat, -self.rubles, self.points),)


class Pub(RulesPart):
    """Owners decide one after the other from the holder of the Building token (CARD-PUB-3, M2-TRADE-2)."""

    name = "pub"
    counts_by_facts = True

    def moves(self, rules: Rules) -> Iterable[Move]:
        for number in range(rules.most(FACT) + 1):
            yield BuyPoints(rules, number, trade=False)
        if rules.slot(TRADE):
            for number in range(rules.most(FACT) + 1):
                yield BuyPoints(rules, number, trade=True)

    def program(self, rules: Rules, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        if not rules.slot(FACT) and not rules.slot(TRADE):
            return steps
        return around_scoring(steps, "building", after=(Pubs(rules, "building"),))

    def presets(self, s: State, seat: Seat) -> Iterable[Preset]:
        rules, slot = s.rules, s.rules.slot(TRADE)
        if s.players[seat].facts[slot] and isinstance(s.current, Actions) and s.phase == "building":
            house = next(row for row in s.players[seat].display if any(fact == slot for fact, _ in rules.effects[row]))
            yield Preset(PRESET, ("ask", "yes", "no"), "ask", rules.ids[house])


class BuyPoints(Move):
    """Buy this many points at 2 rubles each, and use the Trading House or not; nothing at all is an answer too."""

    __slots__ = ("number", "trade")

    def __init__(self, rules: Rules, number: int, *, trade: bool) -> None:
        super().__init__(rules, f"pub {number} trade" if trade else f"pub {number}", "pub")
        self.number = number
        self.trade = trade


class Pubs(Step):
    """After the income of the Building scoring, which may be spent (CARD-PUB-2)."""

    least_rubles = PRICE

    def __init__(self, rules: Rules, phase: str) -> None:
        self.phase = phase
        self.slots = rules.slot(FACT), rules.slot(TRADE)

    def run(self, s: State, log: Log) -> None:
        pub, trade = self.slots
        order = in_turn_order(s, self.phase)
        owners = [seat for seat in order if s.players[seat].facts[pub] or s.players[seat].facts[trade]]
        s.agenda += tuple(PubOffer(seat) for seat in reversed(owners))


@agenda_item
class PubQuestion(Decision):
    """How many points a seat buys, up to 5 for each Pub and what the money allows (CARD-PUB-1), and whether it uses its
    Trading House. `bought` and `traded` say what it has bought before in the same scoring."""

    kind = "pub"
    seats: tuple[Seat, ...]
    bought: int = 0
    traded: bool = False

    def maximum(self, s: State, seat: Seat) -> int:
        """The most points of the Pub that this seat can buy now without the Trading House."""
        player = s.players[seat]
        left = player.facts[s.rules.slot(FACT)] - self.bought
        most = min(left, player.rubles // PRICE)
        return s.rules.creditable(s, seat, most) if most > 0 else 0

    def maximum_after_trade(self, s: State, seat: Seat) -> int:
        """The most points of the Pub beside the trade; -1 if there is no trade now, because it was made, cannot be
        paid, or its points would not all be credited (M2-TRADE-4)."""
        player = s.players[seat]
        points, rubles = player.facts[s.rules.slot(TRADE)], player.rubles - TRADE_PRICE
        if self.traded or not points or rubles < 0 or s.rules.creditable(s, seat, points) < points:
            return -1
        most = min(player.facts[s.rules.slot(FACT)] - self.bought, rubles // PRICE)
        return s.rules.creditable(s, seat, points + most) - points if most > 0 else 0

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        known = s.rules.moves
        pub = [known[f"pub {number}"] for number in range(self.maximum(s, seat) + 1)]
        return (*pub, *(known[f"pub {number} trade"] for number in range(self.maximum_after_trade(s, seat) + 1)))

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        assert isinstance(move, BuyPoints)
        facts = s.players[seat].facts
        points, trade = move.number, facts[s.rules.slot(TRADE)]
        rubles = PRICE * points + TRADE_PRICE * move.trade
        if log is not None:
            if trade and not self.traded:
                log.append(Traded(seat, trade if move.trade else 0, TRADE_PRICE if move.trade else 0))
            if facts[s.rules.slot(FACT)] > self.bought:
                log.append(PubAnswered(seat, points, PRICE * points))
        if not rubles:
            return
        s.own(seat).rubles -= rubles
        s.agenda += (PubRest(seat, self.bought + points, self.traded or move.trade),)
        if points:
            s.agenda += (Sold(seat, points),)
        if move.trade:
            s.agenda += (Sold(seat, trade),)

    def question(self, s: State, reader: Seat | None) -> Question:
        (seat,) = self.seats
        known = reader == seat or s.rules.options.open_hands
        return Question(self.kind, self.seats, maximum=self.maximum(s, seat) if known else None)

    def by_preset(self, s: State, seat: Seat, presets: Mapping[str, str]) -> Move | None:
        """Yes or no to the Trading House is the whole answer where the Pub has nothing to sell (DEC-19)."""
        after_trade = self.maximum_after_trade(s, seat)
        chosen = presets.get(PRESET)
        if chosen == "yes" and after_trade == 0:
            return s.rules.moves["pub 0 trade"]
        if chosen == "no" and not self.maximum(s, seat):
            return s.rules.moves["pub 0"]
        return None

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        most, after_trade = self.maximum(s, seat), self.maximum_after_trade(s, seat)
        if isinstance(move, BuyPoints) and move.trade and after_trade < 0:
            return "no-trade", Sentence("You have no Trading House you can use now."), "M2-TRADE-1"
        answers = _answers(most, "")
        if after_trade >= 0:
            answers = Sentence("{plain}, or {trade}", plain=answers, trade=_answers(after_trade, " trade"))
        return "pub-first", Sentence("First decide on the Pub: {answers}.", answers=answers), "CARD-PUB-1"


def _answers(most: int, trade: str) -> str:
    """`pub 0 to pub 3`: all answers of one sort."""
    first, last = f"pub 0{trade}", f"pub {most}{trade}"
    return Sentence("{first} to {last}", first=first, last=last) if most else first


@agenda_item
class PubOffer(Item):
    """Asks the owner if they can buy anything at all (DEC-18, DEC-19)."""

    seat: Seat
    bought: int = 0
    traded: bool = False

    def run(self, s: State, log: Log) -> None:
        ask = PubQuestion((self.seat,), self.bought, self.traded)
        if ask.maximum(s, self.seat) or ask.maximum_after_trade(s, self.seat) >= 0:
            s.agenda += (ask,)


@agenda_item
class Sold(Item):
    """Points that were paid for are credited; that may set off something that comes before the next."""

    seat: Seat
    points: int

    def run(self, s: State, log: Log) -> None:
        s.rules.gain(s, self.seat, self.points, log)


@agenda_item
class PubRest(Item):
    """The end of a seat's purchases; if those brought in rubles, the seat is asked once more (CARD-PUB-5)."""

    seat: Seat
    bought: int
    traded: bool

    def run(self, s: State, log: Log) -> None:
        """Nothing more is for sale."""

    def after_bonus(self, seat: Seat) -> Item:
        return PubOffer(self.seat, self.bought, self.traded) if seat == self.seat else self
