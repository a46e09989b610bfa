"""Card lists: one TOML file per set, one line a card, checked when read. A fault names file, line and field."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Final

from engine.errors import CardDataError

CardId = str
Effect = tuple[str, int]
"""A named fact and what a card adds to it while it lies in a display."""

DATA: Final = Path(__file__).parent / "data"
CERTAINTIES: Final = ("booklet", "card", "implementation", "inferred")
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


_KINDS: Final[Mapping[str, type]] = {
    "id": str, "key": str, "name_en": str, "name_de": str, "pile": str, "group": str, "copies": int, "cost": int,
    "certainty": str, "rubles": int, "points": int, "exchange": bool, "value_when_replaced": int, "worker_symbol": str,
    "market_symbols": list, "replaces": str, "effects": list, "also": list, "special": str, "note": str,
    "inferred": list,
}  # fmt: skip
_REQUIRED: Final = ("id", "key", "name_en", "name_de", "pile", "group", "copies", "cost", "certainty")


def read_cards(path: Path) -> tuple[Card, ...]:
    """The cards of a list in printed order. Raises CardDataError naming file, line and field."""
    found: list[Card] = []
    ids: dict[str, int] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        text = line.strip()
        if not text or text.startswith("#") or text in ("cards = [", "]"):
            continue
        where = f"{path.name}, line {number}"
        try:
            data = tomllib.loads("card = " + text.removesuffix(","))["card"]
        except tomllib.TOMLDecodeError as error:
            raise CardDataError("card-syntax", f"{where}: not one card in TOML ({error}).") from None
        card = _checked(data, where)
        if card.id in ids:
            raise CardDataError("card-data", f"{where}, field id: {card.id} stands already in line {ids[card.id]}.")
        ids[card.id] = number
        found.append(card)
    if not found:
        raise CardDataError("card-data", f"{path.name}: no card in it.")
    return tuple(found)


@cache
def card_list(name: str) -> tuple[Card, ...]:
    """The list `data/<name>.toml`, read and checked once."""
    return read_cards(DATA / f"{name}.toml")


def _checked(data: object, where: str) -> Card:
    def wrong(name: str, sentence: str) -> CardDataError:
        return CardDataError("card-data", f"{where}, field {name}: {sentence}")

    if not isinstance(data, dict):
        raise CardDataError("card-syntax", f"{where}: a card is a table in braces.")
    for name in _REQUIRED:
        if name not in data:
            raise wrong(name, "is missing.")
    for name, value in data.items():
        if name not in _KINDS:
            raise wrong(name, f"is not known; known are {', '.join(_KINDS)}.")
        if not isinstance(value, _KINDS[name]) or (isinstance(value, bool) and _KINDS[name] is int):
            raise wrong(name, f"{value!r} should be of type {_KINDS[name].__name__}.")
    if data["copies"] < 1:
        raise wrong("copies", "there must be at least one.")
    if data["cost"] < 0:
        raise wrong("cost", "cannot be negative.")
    if data["group"] not in GROUPS:
        raise wrong("group", f"{data['group']!r} is none of {', '.join(GROUPS)}.")
    if data["certainty"] not in CERTAINTIES:
        raise wrong("certainty", f"{data['certainty']!r} is none of {', '.join(CERTAINTIES)}.")
    if bool(data.get("exchange")) != bool(data.get("replaces")):
        raise wrong("replaces", "an Exchange card, and only one, says what it replaces.")
    for name in data.get("inferred", ()):
        if name not in _KINDS:
            raise wrong("inferred", f"{name!r} is not a field.")
    for effect in data.get("effects", ()):
        if not (
            isinstance(effect, list) and len(effect) == 2 and isinstance(effect[0], str) and type(effect[1]) is int
        ):
            raise wrong("effects", f"{effect!r} should be a pair of a fact and a number.")
    values = dict(data)
    values["effects"] = tuple((name, amount) for name, amount in values.get("effects", ()))
    for name in ("market_symbols", "also", "inferred"):
        values[name] = tuple(values.get(name, ()))
    if values.get("value_when_replaced", -1) < 0:
        values["value_when_replaced"] = values["cost"]
    return Card(**values)
