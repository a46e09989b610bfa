"""Card lists: one TOML file per set, one line a card, checked when read. A fault names file, line and field."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Final

from engine.datalist import DATA, Form, Line

CardId = str
Effect = tuple[str, int]
"""A named fact and what a card adds to it while it lies in a display."""

GROUPS: Final = ("green", "blue", "red", "yellow", "purple")


@dataclass(frozen=True, slots=True)
class Card:
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

    def to_json(self) -> dict[str, object]:
        """Plain JSON with the same names."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {
            name: [list(v) if isinstance(v, tuple) else v for v in value] if isinstance(value, tuple) else value
            for name, value in values.items()
        }


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


def _card(line: Line) -> Card:
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


def _effect(effect: object, line: Line) -> Effect:
    match effect:
        case [str(name), int(amount)] if not isinstance(amount, bool):
            return name, amount
    raise line.wrong("effects", f"{effect!r} should be a pair of a fact and a number.")
