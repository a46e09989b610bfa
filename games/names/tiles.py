"""What is called what beside the cards of piles: helpers, events, orders, hurdles."""

from functools import cache

from django.utils.translation import get_language

from engine import TILE_KINDS, Tile, tile_list


@cache
def _tiles() -> dict[str, Tile]:
    return {tile.id: tile for kind in TILE_KINDS for tile in tile_list(kind)}


def hurdle_tile(hurdle: str) -> str:
    """The tile of a hurdle: `bonus-hurdle-market` for `bonus-market`."""
    kind, _dash, what = hurdle.partition("-")
    return f"{kind}-hurdle-{what}"


def hurdle_names() -> list[str]:
    """All hurdles as options and moves call them, in printed order."""
    return [tile.id.replace("-hurdle-", "-", 1) for tile in tile_list("hurdles")]


def order_tile(number: int) -> str:
    """The tile of an order: `order-07` for the seventh."""
    return f"order-{number:02}"


def order_name(number: int) -> str:
    """What an order is called: `Different green cards` for the seventh, which its box only numbers."""
    return tile_name(order_tile(number))


def tile_name(tile_id: str) -> str:
    """The name in the active language."""
    tile = _tiles()[tile_id]
    return tile.name_de if _is_german() else tile.name_en


def tile_words(tile_id: str) -> str:
    """What it does, in a sentence of the active language."""
    tile = _tiles()[tile_id]
    return tile.words_de if _is_german() else tile.words_en


def tile_rule(tile_id: str) -> str:
    """The rule that says so."""
    return _tiles()[tile_id].rules[0]


def tile_group(tile_id: str) -> str:
    """The colour it is about, `none` where it is about none."""
    return _tiles()[tile_id].group or "none"


class Tiled:
    """What is shown under the name and in the words of a tile; its own class says of which."""

    __slots__ = ()

    @property
    def tile(self) -> str:
        """The id of the tile."""
        raise NotImplementedError

    @property
    def name(self) -> str:
        return tile_name(self.tile)

    @property
    def text(self) -> str:
        return tile_words(self.tile)

    @property
    def rule(self) -> str:
        return tile_rule(self.tile)


def _is_german() -> bool:
    return (get_language() or "").startswith("de")
