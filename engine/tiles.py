"""Lists of what is in the boxes beside cards of piles: helpers, events, orders, hurdles, value tiles.

They are for reading: a name and words in both languages, and the rules that say what the thing does. What it does in a
game is the business of its part. One TOML file per kind, one line a thing, checked when read.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from engine.cards import GROUPS
from engine.datalist import DATA, Form, Line

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
    return Form("tile", _FIELDS, _REQUIRED, _tile).read(path)


@cache
def tile_list(kind: str) -> tuple[Tile, ...]:
    """The list of a kind, read and checked once."""
    return read_tiles(DATA / "tiles" / f"{kind}.toml")


def _tile(line: Line) -> Tile:
    if line.values.get("group", "") not in TINTS:
        raise line.wrong("group", f"{line.values['group']!r} is none of {', '.join(TINTS)}.")
    return Tile(**line.values)
