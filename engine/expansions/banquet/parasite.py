"""Parasite: the rubles or the points of one card of another player's display, at once (BANQ-PARA)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from engine.cards import CardId
from engine.core import Move, Rules, State
from engine.entries import Change, Entry, Log
from engine.errors import Reason, Sentence
from engine.expansions.banquet.purple import PurpleCard, PurpleMove
from engine.player import Player, Row, Seat
from engine.scoring import worth
from engine.steps import Decision
from engine.values import agenda_item, entry

CURRENCIES: Final = ("rubles", "points")


@entry
class ParasitePaid(Entry):
    """A player got the rubles or the points of a card of another seat, which loses nothing."""

    kind: ClassVar[str] = "parasite"
    seat: Seat
    host: Seat
    card: CardId
    rubles: int
    points: int

    def changes(self) -> tuple[Change, ...]:
        return (Change(self.seat, self.rubles, self.points),)


def values(s: State, host: Player) -> Iterator[tuple[Row, int, int]]:
    """What the cards of a display are worth to a Parasite: the printed row, rubles, points (M2-2). Cards of the owner are
    counted, a Jester or a Banquet is ignored (BANQ-PARA-2, BANQ-PARA-3)."""
    for row in dict.fromkeys(s.rules.lasting[row] for row in host.display):
        rubles, points = worth(s.rules, host.facts, row)
        if rubles > 0 or points > 0:
            yield s.rules.printed[row], rubles, points


class Play(PurpleMove):
    """`play parasite`; never alone (SOLO-5)."""

    __slots__ = ()
    no_use: ClassVar[Reason] = "no-use", Sentence("No other player has a card worth at least 1."), "BANQ-PARA-4"

    def usable(self, s: State, player: Player) -> bool:
        return any(True for host in s.players if host is not player for _ in values(s, host))

    def effect(self, s: State, seat: Seat, log: Log) -> None:
        s.agenda += (AskCard((seat,)),)


class Sponge(Move):
    """`parasite seat-2 tax-man rubles`: a card of that seat, and the currency."""

    __slots__ = ("currency", "host", "row")

    def __init__(self, rules: Rules, host: Seat, row: Row, currency: str) -> None:
        name = rules.ids[row]
        super().__init__(rules, f"parasite seat-{host} {name} {currency}", "parasite", name)
        self.host = host
        self.row = row
        self.currency = currency

    def amount(self, s: State) -> int:
        """What it brings."""
        found = [(rubles, points) for row, rubles, points in values(s, s.players[self.host]) if row == self.row]
        return max((pair[CURRENCIES.index(self.currency)] for pair in found), default=0)

    def act(self, s: State, seat: Seat, log: Log) -> None:
        amount = self.amount(s)
        rubles, points = (amount, 0) if self.currency == "rubles" else (0, amount)
        if log is not None:
            log.append(ParasitePaid(seat, self.host, s.rules.ids[self.row], rubles, points))
        if rubles:
            s.own(seat).rubles += rubles
        else:
            s.rules.gain(s, seat, points, log)

    def why_not(self, s: State, seat: Seat) -> Reason | None:
        if self.host == seat:
            return "own-card", Sentence("Choose another player's card."), "BANQ-PARA-1"
        card = self.card or ""
        if self.currency == "rubles":
            return (
                "no-value",
                Sentence("That player has no {card} that pays at least 1 ruble.", card=card),
                "BANQ-PARA-4",
            )
        return "no-value", Sentence("That player has no {card} that pays at least 1 point.", card=card), "BANQ-PARA-4"


class Parasite(PurpleCard):
    """It needs a card of another player that is worth something."""

    play = Play

    def moves(self, rules: Rules, row: Row) -> Iterable[Move]:
        yield from super().moves(rules, row)
        for host in range(rules.options.players):
            for other in rules.printed_rows:
                if rules.group[other] in rules.incomes:
                    for currency in CURRENCIES:
                        yield Sponge(rules, host, other, currency)


@agenda_item
class AskCard(Decision):
    """Which card of whom, and which of its values (DEC-11)."""

    kind = "parasite"
    seats: tuple[Seat, ...]

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        out: dict[Move, None] = {}
        players = len(s.players)
        for host in ((seat + turn) % players for turn in range(1, players)):
            for row, *amounts in values(s, s.players[host]):
                for currency, amount in zip(CURRENCIES, amounts, strict=True):
                    if amount > 0:
                        out[s.rules.moves[f"parasite seat-{host} {s.rules.ids[row]} {currency}"]] = None
        return tuple(out)

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        move.act(s, seat, log)

    def default(self, s: State, seat: Seat) -> Move:
        """The clock takes the most points that would be credited, else the most rubles."""
        gains = {move: _gain(s, seat, move) for move in self.moves(s, seat)}
        return max(gains, key=gains.__getitem__)

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        if isinstance(move, Sponge):
            return None
        return (
            "parasite-first",
            Sentence("First choose another player's card and its rubles or its points."),
            "BANQ-PARA-1",
        )


def _gain(s: State, seat: Seat, move: Move) -> tuple[int, int]:
    """The points that would be credited and the rubles, to be compared in this order."""
    assert isinstance(move, Sponge)
    amount = move.amount(s)
    return (0, amount) if move.currency == "rubles" else (s.rules.creditable(s, seat, amount), 0)
