"""What is called what beside the cards of piles: helpers, events, orders, hurdles."""

from functools import cache

from django.utils.translation import get_language

from engine.tiles import KINDS, Tile, tile_list


@cache
def _tiles() -> dict[str, Tile]:
    return {tile.id: tile for kind in KINDS for tile in tile_list(kind)}


def tile_name(tile_id: str) -> str:
    """The name in the active language."""
    tile = _tiles()[tile_id]
    return tile.name_de if (get_language() or "").startswith("de") else tile.name_en
