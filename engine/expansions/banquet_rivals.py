"""The purple cards that act on others: Parasite and Thief.

Its holder is asked after every refill. In the very first Worker phase nobody can hold a card yet, so the compulsion of
FIRST-2 and the Thief never meet. With hidden hands the others learn that the Thief is being asked, but not who.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from engine.acquire import HAND, LOWER, UPPER, add_offers
from engine.cards import CardId
from engine.core import Item, Move, Rules, Source, State, Step
from engine.entries import Change, Entry, Log
from engine.errors import Reason, Sentence
from engine.expansions.banquet_cards import PurpleCard, PurpleMove, PurplePlayed, only_while, to_box
from engine.immutable import agenda_item, entry
from engine.places import add_copies
from engine.player import Player, Row, Seat
from engine.scoring import worth
from engine.steps import Decision

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


class PlayParasite(PurpleMove):
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


THIEF: Final = "thief"
PRESET: Final = "thief"
ASK: Final = "ask"
NO: Final = "no"
"""What may be preset: to be asked, or never until it is changed (BANQ-THIEF-6)."""


def _stolen(place: Source) -> Source:
    return Source(
        f"thief {place.name}",
        f"thief {place.buy}",
        f"thief {place.take}",
        place.suffix,
        place.reduction,
        place.remove,
        only_while(THIEF, place),
        Sentence("that you can buy or take with the Thief now"),
        told=place.name,
    )


STOLEN_FROM: Final = {place.name: _stolen(place) for place in (UPPER, LOWER)}


class Decline(Move):
    """`thief no`: keep it."""

    __slots__ = ()

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, f"{THIEF} {NO}", THIEF)

    def act(self, s: State, seat: Seat, log: Log) -> None:
        """Nothing happens, and nobody is told."""


class PlayThief(PurpleMove):
    """`play thief`, which is never legal: it is no action of a turn (TURN-6)."""

    __slots__ = ()
    no_use: ClassVar[Reason] = (
        "thief-later",
        Sentence("You can play the Thief only at the start of a phase, when you are asked."),
        "BANQ-THIEF-1",
    )

    def usable(self, s: State, player: Player) -> bool:
        return False


class Thief(PurpleCard):
    """It is played in its window only."""

    def moves(self, rules: Rules, row: Row) -> Iterable[Move]:
        yield from super().moves(rules, row)
        yield Decline(rules)


class Window(Step):
    """Right after the refill (SEQ-2). The holder is asked if there is a card to buy or take (BANQ-THIEF-4)."""

    def __init__(self, rules: Rules, phase: str) -> None:
        self.phase = phase
        self.row = rules.row_of[THIEF]
        ask = AskThief if rules.options.open_hands else AskHiddenThief
        self.asks = tuple(ask((seat,)) for seat in range(rules.options.players))

    def run(self, s: State, log: Log) -> None:
        for seat, player in enumerate(s.players):
            if self.row in player.hand and stolen(s, seat):
                s.agenda += (self.asks[seat],)


def stolen(s: State, seat: Seat) -> tuple[Move, ...]:
    """What the Thief could get for this seat; its own place in the hand is free by then (BANQ-THIEF-4, HAND-4)."""
    rules, player = s.rules, s.players[seat]
    room = player.facts[rules.hand_limit] - len(player.hand) + 1
    out: list[Move] = []
    upper, lower = (source.name for source in STOLEN_FROM.values())
    add_offers(player, rules.offers[upper], s.upper, room, out)
    add_offers(player, rules.offers[lower], s.lower, room, out)
    add_copies(s, player, room, out, (upper, lower))
    return tuple(out)


@agenda_item
class AskThief(Decision):
    """Play the Thief now, and for which card (DEC-14)? It is no turn and no pass (PASS-3)."""

    kind = THIEF
    instead: ClassVar[Mapping[str, str]] = {name: source.name for name, source in STOLEN_FROM.items()}
    seats: tuple[Seat, ...]

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        return s.rules.moves[f"{THIEF} {NO}"], *stolen(s, seat)

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        if not isinstance(move, Decline):
            HAND.remove(s, seat, s.rules.row_of[THIEF])
            to_box(s, THIEF)
            if log is not None:
                log.append(PurplePlayed(seat, THIEF, None, 0))
        move.act(s, seat, log)

    def by_preset(self, s: State, seat: Seat, presets: Mapping[str, str]) -> Move | None:
        return s.rules.moves[f"{THIEF} {NO}"] if presets.get(PRESET) == NO else None

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        if move.kind.startswith(THIEF):
            return None
        return (
            "thief-first",
            Sentence("Decide about the Thief first: thief no, or use it to buy or take a card."),
            "BANQ-THIEF-2",
        )


@agenda_item
class AskHiddenThief(AskThief):
    """The same where hands are hidden: only the holder knows who is asked (BANQ-THIEF-6)."""

    anonymous = True

    def as_seen(self, s: State, viewer: Seat | None) -> Item:
        return self if viewer in self.seats else AskHiddenThief(())

    def in_hand(self, rules: Rules) -> tuple[Row, ...]:
        return () if self.seats else (rules.row_of[THIEF],)

    def guessed(self, s: State, held: Row) -> Item:
        thief = s.rules.row_of[THIEF]
        return AskHiddenThief(tuple(seat for seat, player in enumerate(s.players) if thief in player.hand))
