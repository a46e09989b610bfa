"""Moves: answers to a question, interned per rulebook, so that equal means identical and asking for the list is
cheap."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import TYPE_CHECKING, ClassVar, Final

from engine.cards import CardId
from engine.errors import Reason, Sentence

NOT_FOR_SALE: Final = 10**6
"""A cost that nobody can pay."""

if TYPE_CHECKING:
    from engine.acquire import Buy
    from engine.entries import Log
    from engine.options import Options
    from engine.rulebook import Rulebook
    from engine.state import Row, Seat, State


class Move:
    """One answer to one question. `str(move)` is its notation; `engine.parse_move` reads it back.

    `kind` is the verb, `card`, `over` and `source` (upper, lower, hand, drawn) say what it is about, where it has them.
    Kinds of moves differ in `act`, which carries the move out on a working copy.
    """

    __slots__ = ("card", "kind", "options", "over", "source", "text")

    is_pass: ClassVar[bool] = False
    keeps_turn: ClassVar[bool] = False
    """Done before the action of a turn, which is asked for again (TURN-11)."""

    def __init__(
        self,
        options: Options,
        text: str,
        kind: str,
        card: CardId | None = None,
        source: str = "",
        over: CardId | None = None,
    ) -> None:
        self.options = options
        self.text = text
        self.kind = kind
        self.card = card
        self.source = source
        self.over = over

    def act(self, s: State, seat: Seat, log: Log) -> None:
        """Carry the move out for `seat`; it is known to be legal."""
        raise NotImplementedError

    def why_not(self, s: State, seat: Seat) -> Reason | None:
        """Code, sentence and rule if the move itself tells why it is not legal now; asked only when it is not."""
        return None

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __reduce__(self) -> tuple[Callable[[Options, str], Move], tuple[Options, str]]:
        return interned, (self.options, self.text)

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self


def interned(options: Options, text: str) -> Move:
    """The one move of these options with this notation."""
    from engine.rulebook import rulebook_for

    return rulebook_for(options).moves[text]


class Source:
    """A place that cards are acquired from: how moves name it, what it takes off the price, what lies there for a seat,
    how a card leaves it."""

    __slots__ = ("buy", "buys", "name", "reduction", "remove", "rows", "suffix", "take", "told", "where")

    def __init__(
        self,
        name: str,
        buy: str,
        take: str,
        suffix: str,
        reduction: int,
        remove: Callable[[State, Seat, Row], None],
        rows: Callable[[State, Seat], tuple[Row, ...]],
        where: Sentence,
        told: str = "",
        buys: type[Buy] | None = None,
    ) -> None:
        """`buy` and `take` are the verbs, `take` empty where cards cannot be taken; `suffix` follows the card's
        name; `where` says in a sentence where the cards are; `told` is what log entries call the source, if not by its
        name; `buys` makes the moves that buy from here, if buying is more than paying and laying out."""
        self.name = name
        self.buy = buy
        self.take = take
        self.suffix = suffix
        self.reduction = reduction
        self.remove = remove
        self.rows = rows
        self.where = where
        self.told = told or name
        self.buys = buys


Overs = dict["Row", "Buy"]
"""By the row replaced: the move."""


class Offers:
    """All moves that acquire a card from one source, by row.

    A line is what the walk reads of a row at once: cost, the facts that make it cheaper, the most that a replaced
    card can be worth, the move that buys it if it is a basic card, those that buy it over another, the move that
    takes it.
    """

    __slots__ = ("lines", "source", "value")

    def __init__(self, rules: Rulebook, source: Source, rows: Container[Row] | None = None) -> None:
        """`rows` are the only ones there are moves for; None: every printed one."""
        from engine.acquire import Buy, Take

        self.source = source
        self.value = rules.value
        rows = rules.printed_rows if rows is None else rows
        buying = source.buys or Buy
        self.lines: list[tuple[int, int, int, int, Buy | None, Overs, Move | None]] = []
        for row in range(rules.size):
            buy: Buy | None = None
            take: Move | None = None
            over: Overs = {}
            if row in rows:
                name = rules.words[row]
                words = f"{source.buy} {name}{source.suffix}"
                if source.take:
                    take = Take(rules, row, source, f"{source.take} {name}{source.suffix}")
                if rules.for_sale[row] and not rules.exchange[row]:
                    buy = buying(rules, row, source, 0, words)
                elif rules.for_sale[row]:
                    over = {
                        other: buying(rules, row, source, other, f"{words} over {rules.words[other]}")
                        for other in rules.targets[row]
                    }
            cost = rules.cost[row] if buy or over else NOT_FOR_SALE
            most = max((rules.value[other] for other in over), default=0)
            self.lines.append((cost, rules.cheaper[row], rules.named[row], most, buy, over, take))

    def buy(self, row: Row) -> Buy | None:
        """The move that buys this basic card."""
        return self.lines[row][4]

    def overs(self, row: Row) -> Overs:
        """The moves that buy this Exchange card."""
        return self.lines[row][5]

    def take(self, row: Row) -> Move | None:
        """The move that takes this card into the hand."""
        return self.lines[row][6]

    def all(self) -> list[Move]:
        """Every move, to be claimed at composition."""
        moves: list[Move] = [move for line in self.lines for move in (line[4], line[6]) if move is not None]
        return moves + [move for line in self.lines for move in line[5].values()]
