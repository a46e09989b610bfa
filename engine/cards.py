"""Lists of cards and tiles, one TOML file each, checked when read; and the columns of a card table.

Tiles (helpers, events, orders, hurdles, value tiles) are for reading only: what they do in a game is up to their part.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

from engine.datalist import DATA, Form, ListLine
from engine.immutable import Plain
from engine.player import IncomeRule, OwnIncome, Row

CardId = str
Effect = tuple[str, int]
"""A named fact and what a card adds to it while it lies in a display."""

GROUPS: Final = ("green", "blue", "red", "yellow", "purple")


@dataclass(frozen=True, slots=True)
class Card(Plain):
    """One printed card and its figures.

    `cost` is the printed cost, `rubles` and `points` the income of its scoring, `value_when_replaced` the exchange
    value (COST-2), `effects` what it puts into the facts of its owner. `certainty` and `inferred` tell how well the
    figures are known.
    """

    id: CardId
    key: CardId
    name_en: str
    name_de: str
    pile: str
    group: str
    copies: int
    cost: int
    certainty: str
    rubles: int = 0
    points: int = 0
    exchange: bool = False
    value_when_replaced: int = -1
    worker_symbol: str = ""
    market_symbols: tuple[str, ...] = ()
    replaces: str = ""
    effects: tuple[Effect, ...] = ()
    also: tuple[str, ...] = ()
    special: str = ""
    note: str = ""
    inferred: tuple[str, ...] = field(default=())


_FIELDS: Final[Mapping[str, type]] = {
    "id": str, "key": str, "name_en": str, "name_de": str, "pile": str, "group": str, "copies": int, "cost": int,
    "certainty": str, "rubles": int, "points": int, "exchange": bool, "value_when_replaced": int, "worker_symbol": str,
    "market_symbols": list, "replaces": str, "effects": list, "also": list, "special": str, "note": str,
    "inferred": list,
}  # fmt: skip
_REQUIRED: Final = ("id", "key", "name_en", "name_de", "pile", "group", "copies", "cost", "certainty")


def read_cards(path: Path) -> tuple[Card, ...]:
    """The cards of a list in printed order. Raises CardDataError naming file, line and field."""
    return Form("card", _FIELDS, _REQUIRED, _card).read(path)


@cache
def card_list(name: str) -> tuple[Card, ...]:
    """The list `data/<name>.toml`, read and checked once."""
    return read_cards(DATA / f"{name}.toml")


def _card(line: ListLine) -> Card:
    values = line.values
    if values["copies"] < 1:
        raise line.wrong("copies", "there must be at least one.")
    if values["cost"] < 0:
        raise line.wrong("cost", "cannot be negative.")
    if values["group"] not in GROUPS:
        raise line.wrong("group", f"{values['group']!r} is none of {', '.join(GROUPS)}.")
    if bool(values.get("exchange")) != bool(values.get("replaces")):
        raise line.wrong("replaces", "an Exchange card, and only one, says what it replaces.")
    effects = tuple(_effect(effect, line) for effect in values.get("effects", ()))
    value = values.get("value_when_replaced", -1)
    return Card(**values | {"effects": effects, "value_when_replaced": values["cost"] if value < 0 else value})


def _effect(effect: object, line: ListLine) -> Effect:
    match effect:
        case [str(name), int(amount)] if not isinstance(amount, bool):
            return name, amount
    raise line.wrong("effects", f"{effect!r} should be a pair of a fact and a number.")


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


@dataclass(frozen=True, slots=True)
class Term(Plain):
    """One line of a price: the amounts of all lines add up to it. `card` is the card that makes the difference."""

    kind: Literal["printed", "replaces", "same-name", "lower-row", "reduction", "minimum", "half"]
    amount: int
    card: CardId | None
    rule: str


TILE_KINDS: Final = ("helpers", "events", "orders", "hurdles", "values")
"""The lists there are, each a file in `data/tiles/`."""
TINTS: Final = (*GROUPS, "multi", "")


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile or card that lies in no pile.

    `words_en` and `words_de` say what it does, `rules` where that stands, `group` is the colour it concerns if any,
    `certainty` and `inferred` how well it is known. `needs` says for a real hurdle what each space asks (HURD-6).
    """

    id: str
    name_en: str
    name_de: str
    words_en: str
    words_de: str
    rules: tuple[str, ...]
    certainty: str
    group: str = ""
    also: tuple[str, ...] = ()
    needs: tuple[int, ...] = ()
    inferred: tuple[str, ...] = ()


_TILE_FIELDS: Final[Mapping[str, type]] = {
    "id": str, "name_en": str, "name_de": str, "words_en": str, "words_de": str, "rules": list, "certainty": str,
    "group": str, "also": list, "needs": list, "inferred": list,
}  # fmt: skip
_TILE_REQUIRED: Final = ("id", "name_en", "name_de", "words_en", "words_de", "rules", "certainty")


def read_tiles(path: Path) -> tuple[Tile, ...]:
    """The things of a list in printed order. Raises CardDataError naming file, line and field."""
    return Form("tile", _TILE_FIELDS, _TILE_REQUIRED, _tile).read(path)


@cache
def tile_list(kind: str) -> tuple[Tile, ...]:
    """The list of a kind, read and checked once."""
    return read_tiles(DATA / "tiles" / f"{kind}.toml")


def _tile(line: ListLine) -> Tile:
    if line.values.get("group", "") not in TINTS:
        raise line.wrong("group", f"{line.values['group']!r} is none of {', '.join(TINTS)}.")
    return Tile(**line.values)
