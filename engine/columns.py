"""The columns of a card table: what can be read of every card of a game by its row, a small integer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from engine.cards import Card, CardId
from engine.income import IncomeRule, OwnIncome
from engine.player import Row


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of the round, with a pile and a start token of its name, and the group it scores, if any (SCORE-1)."""

    name: str
    group: str | None


BASE_PHASES: Final = (
    Phase("worker", "green"),
    Phase("building", "blue"),
    Phase("noble", "red"),
    Phase("exchange", None),
)


class Columns:
    """Columns by row: row 0 is no card, then come the printed rows, then the marked ones.

    `ids` is the printed card, `words` what moves call the row, `key` its name (GLOSS-2), `value` its exchange value,
    `printed` the row without the mark, `lasting` that without what lasts to the next scoring only, `effects` what it
    adds to the facts, by slot. `engine/cardtable.py` fills them.
    """

    phases: tuple[Phase, ...]
    piles: tuple[str, ...]
    cards: list[Card]
    card_numbers: Mapping[str, tuple[int, ...]]
    row_of_number: dict[int, Row]
    row_of: dict[CardId, Row]
    printed_rows: range
    size: int
    ids: list[CardId]
    words: list[str]
    key: list[str]
    group: list[str]
    cost: list[int]
    value: list[int]
    exchange: list[bool]
    replaceable: list[bool]
    for_sale: list[bool]
    burden: list[int]
    printed: list[Row]
    lasting: list[Row]
    marked: list[frozenset[str]]
    targets: list[tuple[Row, ...]]
    effects: list[tuple[tuple[int, int], ...]]
    named: list[int]
    cheaper: list[int]
    own_income: list[OwnIncome | None]
    incomes: dict[str, IncomeRule]
    facts: tuple[str, ...]
    slots: dict[str, int]
    facts_at_start: tuple[int, ...]
    hand_limit: int
    known: dict[object, Any]
    """What functions marked `of_rules` have answered, by function."""
    _row_with: dict[tuple[Row, frozenset[str]], Row]
    _slots_of: dict[str, tuple[int, ...]]

    def has_mark(self, row: Row, name: str) -> bool:
        """Can this be put on the card, beside what lies on it?"""
        return (self.printed[row], self.marked[row] | {name}) in self._row_with

    def with_mark(self, row: Row, name: str) -> Row:
        """The row of a card with one thing more on it."""
        return self._row_with[self.printed[row], self.marked[row] | {name}]

    def without_mark(self, row: Row, name: str) -> Row:
        """The row of a card with this taken off it."""
        return self._row_with[self.printed[row], self.marked[row] - {name}]

    def slot(self, fact: str) -> int:
        """The number of a fact; 0, which is always zero, if no card of this game changes it."""
        return self.slots.get(fact, 0)

    def rows_with(self, fact: str) -> frozenset[Row]:
        """All cards, marked ones too, that put something into this fact."""
        slot = self.slots.get(fact)
        return frozenset(row for row in range(1, self.size) if any(put == slot for put, _ in self.effects[row]))

    def slots_of(self, kind: str) -> tuple[int, ...]:
        """The numbers of all facts whose names begin with this word."""
        return self._slots_of.get(kind, ())

    def most(self, fact: str) -> int:
        """The sum of a fact if one display had every card of the game."""
        slot = self.slots.get(fact)
        return sum(n * card.copies for row, card in enumerate(self.cards, 1) for s, n in self.effects[row] if s == slot)


Table = TypeVar("Table", bound=Columns)
Answer = TypeVar("Answer")


def of_rules(find: Callable[[Table], Answer]) -> Callable[[Table], Answer]:
    """A function of columns and moves alone. Its answer is found once and kept with the rules, so that it goes when they
    go."""

    def known(rules: Table) -> Answer:
        answers = rules.known
        if find not in answers:
            answers[find] = find(rules)
        answer: Answer = answers[find]
        return answer

    return known
