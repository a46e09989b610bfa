"""Cut paper: shapes as SVG paths, and layers of them in four tones with a gap of paper around each.

A drawing lies on the 100 by 100 field of a card's window (`static/icons/shapes.svg`), on whole coordinates. Tones in the
order of their contrast: paper, pale, mid, ink. They are custom properties, since those alone reach through `<use>`.
"""

from __future__ import annotations

PAPER, PALE, MID, INK = (
    f"var(--f{tone},{alone})" for tone, alone in enumerate(("none", "none", "currentColor", "currentColor"))
)
GAP = 4
"""Twice the paper that shows between a layer and what lies under it."""


def number(value: float) -> str:
    return str(round(value))


def path(template: str, *values: float) -> str:
    """`template` with its {} filled by whole numbers."""
    return template.format(*map(number, values))


def layer(tone: str, *shapes: str) -> str:
    return f'<path fill="{tone}" d="{"".join(shapes)}"/>'


def ink(*shapes: str) -> str:
    return layer(INK, *shapes)


def mid(*shapes: str) -> str:
    return layer(MID, *shapes)


def pale(*shapes: str) -> str:
    return layer(PALE, *shapes)


def paper(*shapes: str) -> str:
    return layer(PAPER, *shapes)


def hole(*shapes: str) -> str:
    """Cut out of the layer below: no gap of its own."""
    return f'<path fill="{PAPER}" stroke="none" d="{"".join(shapes)}"/>'


def dot(*shapes: str, tone: str = INK) -> str:
    """Laid on without a gap."""
    return f'<path fill="{tone}" stroke="none" d="{"".join(shapes)}"/>'


def rod(line: str, width: int = 5, tone: str = INK, gap: bool = True) -> str:
    """A strip along a line."""
    under = f'<path fill="none" stroke-width="{width + GAP}" d="{line}"/>' if gap else ""
    return f'{under}<path fill="none" stroke="{tone}" stroke-width="{width}" d="{line}"/>'


def slit(line: str, width: int = 3) -> str:
    """A strip cut out along a line."""
    return f'<path fill="none" stroke-width="{width}" d="{line}"/>'


def at(x: int, y: int, *layers: str, scale: float = 1, flip: bool = False) -> str:
    """Layers moved so that their 0 lies at x, y."""
    size = f" scale({-scale if flip else scale:g} {scale:g})" if scale != 1 or flip else ""
    return f'<g transform="translate({x} {y}){size}">{"".join(layers)}</g>'


def box(x: float, y: float, width: float, height: float) -> str:
    return path("M{} {}h{}v{}h{}z", x, y, width, height, -width)


def boxes(xs: object, y: float, width: float, height: float) -> str:
    return "".join(box(x, y, width, height) for x in xs)  # type: ignore[attr-defined]


def disc(x: float, y: float, r: float) -> str:
    return path("M{} {}a{} {} 0 1 1 {} 0a{} {} 0 1 1 {} 0z", x - r, y, r, r, 2 * r, r, r, -2 * r)


def oval(x: float, y: float, rx: float, ry: float) -> str:
    return path("M{} {}a{} {} 0 1 1 {} 0a{} {} 0 1 1 {} 0z", x - rx, y, rx, ry, 2 * rx, rx, ry, -2 * rx)


def arch(x: float, y: float, width: float, height: float) -> str:
    """A window with a round head; x, y is its upper left corner."""
    return path(
        "M{} {}v{}a{} {} 0 0 1 {} 0v{}z",
        x,
        y + height,
        width / 2 - height,
        width / 2,
        width / 2,
        width,
        height - width / 2,
    )


def arches(xs: object, y: float, width: float, height: float) -> str:
    return "".join(arch(x, y, width, height) for x in xs)  # type: ignore[attr-defined]


def gable(x: float, y: float, width: float, height: float) -> str:
    """A triangle on the line y."""
    return path("M{} {}l{} {} {} {}z", x, y, width / 2, -height, width / 2, height)


def dome(x: float, y: float, r: float, height: float = 0) -> str:
    """Half a round over the line y, its middle at x."""
    return path("M{} {}a{} {} 0 0 1 {} 0z", x - r, y, r, height or r, 2 * r)


def onion(x: float, y: float, r: float) -> str:
    """The dome of a Russian church over the line y."""
    return path(
        "M{} {}c{} {} {} {} {} {}c{} {} {} {} {} {}z",
        *(x - r * 0.55, y, -r * 0.9, -r * 0.7, -r * 0.45, -r * 1.4, r * 0.55, -r * 2.2),
        *(r, r * 0.8, r * 1.45, r * 1.5, r * 0.55, r * 2.2),
    )


def cross(x: float, y: float, height: float = 10, width: float = 3) -> str:
    """A cross that stands on the line y."""
    return box(x - width / 2, y - height, width, height) + box(
        x - height * 0.35, y - height * 0.75, height * 0.7, width
    )


def star(x: float, y: float, r: float) -> str:
    """Four points."""
    return path(
        "M{} {}l{} {} {} {} {} {} {} {} {} {} {} {} {} {}z",
        x,
        y - r,
        *(
            r * 0.28,
            r * 0.72,
            r * 0.72,
            r * 0.28,
            -r * 0.72,
            r * 0.28,
            -r * 0.28,
            r * 0.72,
            -r * 0.28,
            -r * 0.72,
            -r * 0.72,
            -r * 0.28,
            r * 0.72,
            -r * 0.28,
        ),
    )


def ear(x: int, y: int, scale: float = 1) -> str:
    grains = "".join(f"M0 {y}q-13-1-13-14 12 0 13 14zM0 {y}q13-1 13-14-12 0-13 14z" for y in (16, 3, -10))
    return at(x, y, rod("M0 12V60", 4), ink(grains + "M0-8q-9-8 0-20 9 12 0 20z"), scale=scale)


def ground(y: int = 90) -> str:
    return ink(box(4, y, 92, 102 - y))
