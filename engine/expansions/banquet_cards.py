"""The purple cards: taken, never bought, played from the hand as the action of a turn, then boxed (BANQ-2 to BANQ-5); and
those that act once: Away With It!, Black Market, Golden Donkey, Double Move and Money Collector.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Final, cast

from engine.acquire import HAND, LOWER, UPPER, Buy, add_offers
from engine.cards import Card, CardId, Term
from engine.core import MoreMoves, Move, Rules, Source, State
from engine.entries import Change, Discarded, Entry, Log
from engine.errors import Reason, Sentence
from engine.immutable import agenda_item, entry
from engine.part import CardMark
from engine.parts.search import search
from engine.places import add_copies
from engine.player import Player, Row, Seat
from engine.scoring import without_points
from engine.steps import Decision, Question

NAME: Final = "banquet"
GROUP: Final = "purple"


@entry
class PurplePlayed(Entry):
    """A purple card was played; `on` is the card it was laid on, `rubles` what it paid at once."""

    kind: ClassVar[str] = "purple"
    seat: Seat
    card: CardId
    on: CardId | None
    rubles: int

    wakes_others: ClassVar[bool] = True

    def changes(self) -> tuple[Change, ...]:
        return (Change(self.seat, self.rubles, 0),)


class PurpleMove(Move):
    """`play CARD`: the card leaves the hand before its effect is carried out (HAND-4)."""

    __slots__ = ("on", "row")

    stays: ClassVar[bool] = False
    """Does it stay with a card of the display instead of going to the box at once (BANQ-5)?"""
    pays: ClassVar[int] = 0
    no_use: ClassVar[Reason] = ("no-use", Sentence("It would have no effect now."), "BANQ-4")
    """Why it cannot be played although it is in the hand."""

    def __init__(self, rules: Rules, row: Row, words: str = "", on: CardId | None = None) -> None:
        super().__init__(rules, f"play {rules.words[row]}{words}", GROUP, rules.ids[row], HAND.name)
        self.row = row
        self.on = on

    def usable(self, s: State, player: Player) -> bool:
        """Would it have an effect for this player, whose turn it is (BANQ-4)?"""
        return True

    def act(self, s: State, seat: Seat, log: Log) -> None:
        HAND.remove(s, seat, self.row)
        if not self.stays:
            to_box(s, s.rules.ids[self.row])
        if log is not None:
            log.append(PurplePlayed(seat, s.rules.ids[self.row], self.on, self.pays))
        self.effect(s, seat, log)

    def effect(self, s: State, seat: Seat, log: Log) -> None:
        """What it does, the card having left the hand."""
        raise NotImplementedError

    def why_not(self, s: State, seat: Seat) -> Reason | None:
        if self.row not in s.players[seat].hand:
            return (
                "not-there",
                Sentence("There is no {card} {where}.", card=self.card or "", where=HAND.where),
                "BANQ-2",
            )
        return None if self.usable(s, s.players[seat]) else self.no_use


class PurpleCard:
    """A kind of purple card: the moves that play it, of the class `play`, and those of them that are legal."""

    def __init__(self, play: type[PurpleMove]) -> None:
        self.play = play

    def moves(self, rules: Rules, row: Row) -> Iterable[Move]:
        yield self.play(rules, row)

    def in_hand(self, rules: Rules, row: Row) -> MoreMoves:
        """A function that adds the legal ones, the card being in the hand of the player."""
        move = rules.moves[f"play {rules.words[row]}"]
        assert isinstance(move, PurpleMove)

        def add(s: State, player: Player, out: list[Move]) -> None:
            if move.usable(s, player):
                out.append(move)

        return add


def only_while(kind: str, place: Source) -> Callable[[State, Seat], tuple[Row, ...]]:
    """What lies at a place while a question of this kind is asked; nothing at any other time."""

    def rows(s: State, seat: Seat) -> tuple[Row, ...]:
        return place.rows(s, seat) if s.agenda and s.agenda[-1].kind == kind else ()

    return rows


def box(s: State) -> tuple[CardId, ...]:
    """The purple cards that were played, in order; they are out of the game."""
    return cast("tuple[CardId, ...]", s.extras[s.rules.extra_of[NAME]])


def to_box(s: State, *cards: CardId) -> None:
    """Put purple cards out of the game for good."""
    s.remember(NAME, (*box(s), *cards))


class PlayAwayWithIt(PurpleMove):
    """`play away-with-it-red discarding library`"""

    __slots__ = ("other",)
    no_use = (
        "no-target",
        Sentence("You must also discard another card from your hand, and not a purple one."),
        "BANQ-AWAY-2",
    )

    def __init__(self, rules: Rules, row: Row, other: Row) -> None:
        super().__init__(rules, row, f" discarding {rules.words[other]}")
        self.other = other

    def usable(self, s: State, player: Player) -> bool:
        return s.rules.group[self.other] != GROUP and self.other in player.hand

    def effect(self, s: State, seat: Seat, log: Log) -> None:
        HAND.remove(s, seat, self.other)
        s.discard += (self.other,)
        if log is not None:
            log.append(Discarded(seat, s.rules.ids[self.other]))


class AwayWithIt(PurpleCard):
    """It needs a card that is not purple."""

    def moves(self, rules: Rules, row: Row) -> Iterable[Move]:
        for other in rules.printed_rows:
            if other != row:
                yield PlayAwayWithIt(rules, row, other)

    def in_hand(self, rules: Rules, row: Row) -> MoreMoves:
        by_card = {
            other: rules.moves[f"play {rules.words[row]} discarding {rules.words[other]}"]
            for other in rules.printed_rows
            if rules.group[other] != GROUP
        }

        def add(s: State, player: Player, out: list[Move]) -> None:
            out += [by_card[other] for other in dict.fromkeys(player.hand) if other in by_card]

        return add


class PlayBlackMarket(PurpleMove):
    """`play black-market-red`: it needs a card on the discard pile."""

    __slots__ = ()
    no_use: ClassVar[Reason] = "no-use", Sentence("The discard pile is empty."), "BANQ-BLACK-1"

    def usable(self, s: State, player: Player) -> bool:
        return bool(s.discard)

    def effect(self, s: State, seat: Seat, log: Log) -> None:
        search(s, seat)


class PlayGoldenDonkey(PurpleMove):
    """`play golden-donkey`"""

    __slots__ = ()
    pays: ClassVar[int] = 5

    def effect(self, s: State, seat: Seat, log: Log) -> None:
        s.own(seat).rubles += self.pays


ACTIONS: Final = ("buy", "take", "play", GROUP, "pass")
"""Kinds of moves that count as one of the four; the list is closed (BANQ-DOUBLE-2)."""


class PlayDoubleMove(PurpleMove):
    """`play double-move`. It is no pass, whatever follows (PASS-4); the turn is completed after both actions (PHASE-2)."""

    __slots__ = ()

    def effect(self, s: State, seat: Seat, log: Log) -> None:
        s.agenda += (AskAction((seat,), 1), AskAction((seat,), 2))


@agenda_item
class AskAction(Decision):
    """One of the two actions (DEC-10); `number` counts down: 2, 1."""

    kind = "double-move"
    seats: tuple[Seat, ...]
    number: int

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        rules, player = s.rules, s.players[seat]
        out: list[Move] = []
        room = player.facts[rules.hand_limit] - len(player.hand)
        add_offers(player, rules.upper, s.upper, room, out)
        add_offers(player, rules.lower, s.lower, room, out)
        add_copies(s, player, room, out)
        add_offers(player, rules.hand, player.hand, 0, out)
        for add in rules.hand_moves:
            add(s, player, out)
        out.append(rules.pass_move)
        return tuple(out)

    def default(self, s: State, seat: Seat) -> Move:
        """The clock passes."""
        return s.rules.pass_move

    def question(self, s: State, reader: Seat | None) -> Question:
        """`maximum` is how many actions are left, this one included."""
        return Question(self.kind, self.seats, maximum=self.number)

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        if move.kind in ACTIONS:
            return None
        return (
            "double-move",
            Sentence("A Double Move is two actions. Each is to buy, take or play a card, or to pass."),
            "BANQ-DOUBLE-2",
        )


CHIP: Final = "chip"
KIND: Final = "money-collector"
"""The kind of its question."""


def marks(card: Card, others: Sequence[CardMark]) -> Iterable[CardMark]:
    """A card under the chip, whatever else lies on it (BANQ-MONEY-3, EXCH-6)."""
    if card.group != GROUP:
        for other in others:
            yield CardMark((*other.names, CHIP), without_points(other.effects), words=other.words)


class HalfBuy(Buy):
    """Buy for half the price, after everything else that changes it, rounded down, but at least 1 (COST-9)."""

    __slots__ = ()

    def __init__(self, rules: Rules, row: Row, place: Source, over: Row, text: str) -> None:
        super().__init__(rules, row, place, over, text)
        self.laid = rules.with_mark(row, CHIP)

    def price(self, s: State, seat: Seat) -> int:
        return max(1, super().price(s, seat) // 2)

    def terms(self, s: State, seat: Seat) -> tuple[Term, ...]:
        full = super().price(s, seat)
        half = Term("half", full // 2 - full, None, "COST-9")
        least = (Term("minimum", 1, None, "COST-9"),) if full == 1 else ()
        return (*super().terms(s, seat), half, *least)


def _half(place: Source) -> Source:
    return Source(
        f"half {place.name}",
        place.buy,
        "",
        f"{place.suffix} half",
        place.reduction,
        place.remove,
        only_while(KIND, place),
        Sentence("that you can buy at half price now"),
        told=place.name,
        buys=HalfBuy,
    )


SOURCES: Final = {place.name: _half(place) for place in (UPPER, LOWER, HAND)}


def half_offers(s: State, player: Player) -> tuple[Move, ...]:
    """Everything this player can pay at half its price (BANQ-MONEY-1, BANQ-MONEY-4)."""
    if not player.rubles:
        return ()
    rich = player.copy()
    rich.rubles = 2 * player.rubles + 1  # half of it, rounded down, is what the player has
    out: list[Move] = []
    upper, lower, hand = (source.name for source in SOURCES.values())
    add_offers(rich, s.rules.offers[upper], s.upper, 0, out)
    add_offers(rich, s.rules.offers[lower], s.lower, 0, out)
    add_copies(s, rich, 0, out, (upper, lower))
    add_offers(rich, s.rules.offers[hand], player.hand, 0, out)
    return tuple(out)


class PlayMoneyCollector(PurpleMove):
    """`play money-collector`: it needs a card that its owner can pay."""

    __slots__ = ()
    no_use: ClassVar[Reason] = "no-use", Sentence("There is no card you can buy with it."), "BANQ-4"

    def usable(self, s: State, player: Player) -> bool:
        return bool(half_offers(s, player))

    def effect(self, s: State, seat: Seat, log: Log) -> None:
        s.agenda += (AskHalf((seat,)),)


@agenda_item
class AskHalf(Decision):
    """Which card is acquired for half its price, and over which (DEC-9, DEC-4)."""

    kind = KIND
    instead: ClassVar[Mapping[str, str]] = {name: source.name for name, source in SOURCES.items()}
    seats: tuple[Seat, ...]

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        # Nothing to pay for is met only in a guess at hidden money and cards.
        return half_offers(s, s.players[seat]) or (s.rules.pass_move,)

    def default(self, s: State, seat: Seat) -> Move:
        """The clock saves most: the card whose price is halved by most rubles."""
        prices = {move: move.price(s, seat) for move in self.moves(s, seat)}
        return max(prices, key=prices.__getitem__)

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        if isinstance(move, HalfBuy):
            return None
        return (
            "half-first",
            Sentence("First choose the card to buy at half price."),
            "BANQ-MONEY-1",
        )
