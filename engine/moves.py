"""Moves: answers to a question, interned per rulebook, so that equal means identical and asking for the list is cheap."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from engine.cards import CardId

if TYPE_CHECKING:
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

    def __init__(
        self, options: Options, text: str, kind: str, card: CardId | None = None, source: str = "", over: CardId | None = None
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
    """A place that cards are acquired from: how moves name it, what it takes off the price, how a card leaves it."""

    __slots__ = ("buy", "name", "reduction", "remove", "suffix", "take")

    def __init__(
        self, name: str, buy: str, take: str, suffix: str, reduction: int, remove: Callable[[State, Seat, Row], None]
    ) -> None:
        """`buy` and `take` are the verbs, `take` empty where cards cannot be taken; `suffix` follows the card's name."""
        self.name = name
        self.buy = buy
        self.take = take
        self.suffix = suffix
        self.reduction = reduction
        self.remove = remove


class Offers:
    """All moves that acquire a card from one source, by row: `buys` for basic cards, `overs` by the row replaced with
    its exchange value for Exchange cards, `takes` into the hand."""

    __slots__ = ("buys", "overs", "source", "takes")

    def __init__(self, rules: Rulebook, source: Source, size: int) -> None:
        from engine.acquire import Buy, Take

        self.source = source
        self.buys: list[Move | None] = [None] * size
        self.overs: list[dict[Row, tuple[Move, int]] | None] = [None] * size
        self.takes: list[Move | None] = [None] * size
        for row in rules.printed_rows:
            name = rules.words[row]
            if source.take:
                self.takes[row] = Take(rules, row, source, f"{source.take} {name}{source.suffix}")
            if not rules.for_sale[row]:
                continue
            words = f"{source.buy} {name}{source.suffix}"
            if not rules.targets[row] and not rules.exchange[row]:
                self.buys[row] = Buy(rules, row, source, 0, words)
            else:
                self.overs[row] = {
                    over: (Buy(rules, row, source, over, f"{words} over {rules.words[over]}"), rules.value[over])
                    for over in rules.targets[row]
                }

    def all(self) -> list[Move]:
        """Every move, to be claimed at composition."""
        single = [move for move in (*self.buys, *self.takes) if move is not None]
        return single + [move for by_row in self.overs if by_row for move, _ in by_row.values()]
