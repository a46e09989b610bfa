"""Lists of what is in the boxes beside cards of piles: helpers, events, orders, hurdles, value tiles.

They are for reading: a name and words in both languages, and the rules that say what the thing does. What it does in a
game is the business of its part. One TOML file per kind, one line a thing, checked when read.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from engine.cards import CERTAINTIES, DATA, GROUPS
from engine.errors import CardDataError

KINDS: Final = ("helpers", "events", "orders", "hurdles", "values")
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


_FIELDS: Final[Mapping[str, type]] = {
    "id": str, "name_en": str, "name_de": str, "words_en": str, "words_de": str, "rules": list, "certainty": str,
    "group": str, "also": list, "needs": list, "inferred": list,
}  # fmt: skip
_REQUIRED: Final = ("id", "name_en", "name_de", "words_en", "words_de", "rules", "certainty")


def read_tiles(path: Path) -> tuple[Tile, ...]:
    """The things of a list in printed order. Raises CardDataError naming file, line and field."""
    found: dict[str, Tile] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        text = line.strip()
        if not text or text.startswith("#") or text in ("tiles = [", "]"):
            continue
        where = f"{path.name}, line {number}"
        try:
            data = tomllib.loads("tile = " + text.removesuffix(","))["tile"]
        except tomllib.TOMLDecodeError as error:
            raise CardDataError("card-syntax", f"{where}: not one tile in TOML ({error}).") from None
        tile = _checked(data, where)
        if tile.id in found:
            raise CardDataError("card-data", f"{where}, field id: {tile.id} stands there already.")
        found[tile.id] = tile
    if not found:
        raise CardDataError("card-data", f"{path.name}: no tile in it.")
    return tuple(found.values())


@cache
def tile_list(kind: str) -> tuple[Tile, ...]:
    """The list of a kind, read and checked once."""
    return read_tiles(DATA / "tiles" / f"{kind}.toml")


def _checked(data: object, where: str) -> Tile:
    def wrong(name: str, sentence: str) -> CardDataError:
        return CardDataError("card-data", f"{where}, field {name}: {sentence}")

    if not isinstance(data, dict):
        raise CardDataError("card-syntax", f"{where}: a tile is a table in braces.")
    for name in _REQUIRED:
        if not data.get(name):
            raise wrong(name, "is missing.")
    for name, value in data.items():
        if name not in _FIELDS:
            raise wrong(name, f"is not known; known are {', '.join(_FIELDS)}.")
        if not isinstance(value, _FIELDS[name]):
            raise wrong(name, f"{value!r} should be of type {_FIELDS[name].__name__}.")
    if data["certainty"] not in CERTAINTIES:
        raise wrong("certainty", f"{data['certainty']!r} is none of {', '.join(CERTAINTIES)}.")
    if data.get("group", "") not in TINTS:
        raise wrong("group", f"{data['group']!r} is none of {', '.join(TINTS)}.")
    for name in data.get("inferred", ()):
        if name not in _FIELDS:
            raise wrong("inferred", f"{name!r} is not a field.")
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return Tile(**values)
