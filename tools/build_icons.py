"""Make the icon sprites of `static/icons/` from the icon set and the list of what we use.

    npm pack @iconify-json/game-icons@1.2.4 && tar xzf iconify-json-game-icons-1.2.4.tgz
    python tools/build_icons.py package/icons.json

`static/icons/icons.toml` says which icon stands for what. Cards, goods, trades and start tokens have drawings of our own
(`tools/faces`). Of the others, what no board shows is in `rest.svg` and everything else in `site.svg`, so that a page loads
what it shows. The sprites are committed: running the site needs neither npm nor this program.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

from whole_paths import in_drawing

ICONS = Path(__file__).resolve().parent.parent / "static" / "icons"
SCALE = 0.5
"""The set draws on 512 by 512 places. The largest icon of the site is 81 px wide, so half as many are enough."""
NOTIFICATION = """<!-- Icons from the set game-icons.net, licence CC BY 3.0 (https://creativecommons.org/licenses/by/3.0/),
     unchanged but for colour, packing and whole coordinates on a field half as large. Authors: {authors}. -->"""


def chosen(listing: dict[str, object]) -> dict[str, set[str]]:
    """Which icons each sprite holds; each is in one. What one thing needs on every board is not put elsewhere for another."""
    found: dict[str, set[str]] = {"site": set(), "rest": set()}
    for section, things in listing.items():
        for thing in things.values() if isinstance(things, dict) and section != "cards" else ():
            if (sprite := thing.get("sprite", "site")) in found:
                found[sprite].add(thing["icon"])
    found["rest"] -= found["site"]
    return found


def authors(credits: list[dict[str, object]], names: set[str]) -> str:
    """Everybody who drew one of `names`, in the order of the list."""
    return ", ".join(str(credit["name"]) for credit in credits if names.intersection(credit["icons"]))  # type: ignore[arg-type]


def sprite(names: set[str], drawings: dict[str, dict[str, object]], notification: str, size: int) -> str:
    """One SVG of symbols whose id is the name of the icon."""
    places = round(size * SCALE)
    symbols = [
        f'<symbol id="{name}" viewBox="0 0 {places} {places}">{in_drawing(str(drawings[name]["body"]), scale=SCALE)}</symbol>'
        for name in sorted(names)
    ]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', notification, *symbols, "</svg>\n"])


def main() -> int:
    package = json.loads(Path(sys.argv[1]).read_text())
    listing = tomllib.loads((ICONS / "icons.toml").read_text())
    for file, names in chosen(listing).items():
        if missing := names - package["icons"].keys():
            print(f"not in the icon set: {', '.join(sorted(missing))}", file=sys.stderr)
            return 1
        notification = NOTIFICATION.format(authors=authors(listing["credit"], names))
        text = sprite(names, package["icons"], notification, package.get("width", 512))
        (ICONS / f"{file}.svg").write_text(text)
        print(f"{file}.svg: {len(names)} icons, {len(text)} characters")
    return 0


if __name__ == "__main__":
    sys.exit(main())
