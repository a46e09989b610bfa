"""The faces of the cards, in layers of cut paper; licensed as the project is."""

from __future__ import annotations

from pathlib import Path

from games.templatetags.icons import WINDOWS
from tools.faces import buildings, nobles, signs, tiles, wares, windows, workers
from tools.faces.parts import GAP, PAPER

ROOT = Path(__file__).resolve().parents[2]
ICONS = ROOT / "static" / "icons"
HEAD = """<svg xmlns="http://www.w3.org/2000/svg">
<!-- Drawn by tools/faces and licensed as St Pete is. f0 to f3 are the tones of the element that uses a drawing. -->
"""
FIELDS = {group: " ".join(map(str, field)) for group, (_, field, _) in WINDOWS.items()} | {"": "0 0 100 100"}
"""What shows of a drawing: the field of its group's window."""
SHAPES = {(shape, field) for shape, field, _ in WINDOWS.values()}
SPRITES = {
    "cards.svg": {"green": workers.BASE, "blue": buildings.BASE, "red": nobles.BASE},
    "sets.svg": {
        "green": workers.COMPANY | workers.SUPERSTAR,
        "yellow": wares.MARKET,
        "blue": buildings.COMPANY,
        "red": nobles.COMPANY,
        "purple": wares.BANQUET,
        "": tiles.HELPERS | tiles.EVENTS | tiles.ORDERS | tiles.HURDLES,
    },
}


def symbol(name: str, group: str, layers: list[str]) -> str:
    return (
        f'<symbol id="{name}" viewBox="{FIELDS[group]}"><g stroke="{PAPER}" stroke-width="{GAP}" stroke-linejoin="round" '
        f'paint-order="stroke">{"".join(layers)}</g></symbol>'
    )


def sprites() -> dict[str, str]:
    """File name to SVG."""
    found = {
        file: [symbol(name, group, layers) for group, drawings in groups.items() for name, layers in drawings.items()]
        for file, groups in SPRITES.items()
    }
    found["sets.svg"] += map(signs.symbol, signs.SETS)
    found["shapes.svg"] = [
        *(drawn for shape, field in sorted(SHAPES) for drawn in (windows.pane(shape), windows.rim(shape, field))),
        f'<symbol id="brand" viewBox="0 0 32 32">{windows.BRAND}</symbol>',
        *map(signs.symbol, signs.SITE),
    ]
    return {file: HEAD + "\n".join(symbols) + "\n</svg>\n" for file, symbols in found.items()}
