"""Make the fonts of `static/fonts/` as light as the site's use of them allows, from those that Fontsource packs.

    npm pack @fontsource-variable/golos-text@5.3.0 @fontsource/forum@5.3.0
    python tools/make_fonts.py package/files/golos-text-latin-wght-normal.woff2 static/fonts/golos-text-latin.woff2

It needs fonttools and brotli, the site needs neither. Every letter stays. Left out are hints for screens of which one sees the
dots (nothing in Forum is smaller than 19 px), what vertical lines need, features that no sheet asks for, and of a font of all
weights the masters of 500 and 600: between 400 and 700 outlines go straight now, which moves points by a 400th of the letter's size
in the mean, a 45th at most, and those of 400 and from 700 on not at all.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib.instancer import instantiateVariableFont

FEATURES = ["kern", "tnum", "locl", "ccmp", "mark", "mkmk", "calt"]
NEEDLESS = ["VVAR", "vmtx", "vhea", "hdmx", "VDMX", "DSIG", "STAT"]
LEAST, MIDDLE, MOST = 400, 700, 900
"""The weights whose outlines are kept; all others lie between them."""


def lightened(path: Path) -> TTFont:
    """The font with all its letters, and nothing of the rest that the site does not use."""
    options = subset.Options(hinting=False, layout_features=FEATURES, flavor="woff2")
    options.drop_tables += NEEDLESS
    font = subset.load_font(str(path), options)
    picked = subset.Subsetter(options)
    picked.populate(unicodes=font.getBestCmap().keys())
    picked.subset(font)
    return font


def outline(drawn: TTFont, name: str) -> list[tuple[int, int]]:
    """The points of a letter, those that carry its width among them."""
    return list(drawn["glyf"]._getCoordinatesAndControls(name, drawn["hmtx"].metrics)[0])


def straightened(font: TTFont) -> None:
    """Keep three masters of the weight. Widths then follow from the outlines."""
    middle = (MIDDLE - LEAST) / (MOST - LEAST)
    supports = {MIDDLE: (0, middle, 1), MOST: (middle, 1, 1)}
    drawn = {one: instantiateVariableFont(font, {"wght": one}, inplace=False) for one in (LEAST, MIDDLE, MOST)}
    for name, changes in font["gvar"].variations.items():
        if not changes:
            continue
        least = outline(drawn[LEAST], name)
        kept = []
        for weight, support in supports.items():
            there = outline(drawn[weight], name)
            moved = [(round(b[0] - a[0]), round(b[1] - a[1])) for a, b in zip(least, there, strict=True)]
            if any(any(one) for one in moved):
                kept.append(TupleVariation({"wght": support}, moved))
        points, controls = font["glyf"]._getCoordinatesAndControls(name, font["hmtx"].metrics)
        for change in kept:
            change.optimize(points, controls.endPts, isComposite=font["glyf"][name].isComposite())
        changes[:] = kept
    if "HVAR" in font:
        del font["HVAR"]


def main() -> int:
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    font = lightened(source)
    if "gvar" in font:
        straightened(font)
    before = source.stat().st_size
    font.flavor = "woff2"
    font.save(target)
    print(f"{target}: {before} bytes before, {target.stat().st_size} now")
    return 0


if __name__ == "__main__":
    sys.exit(main())
