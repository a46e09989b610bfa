"""Make the icon sprites of `static/icons/` from the icon set and the list of what we use.

    npm pack @iconify-json/game-icons@1.2.4 && tar xzf iconify-json-game-icons-1.2.4.tgz
    python tools/build_icons.py package/icons.json

`static/icons/icons.toml` says which icon stands for what. Cards are many, so they make one sprite (`cards.svg`) and
everything else another (`site.svg`) that the front page can load alone. The sprites are committed: running the site
needs neither npm nor this program.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

ICONS = Path(__file__).resolve().parent.parent / "static" / "icons"
CARDS = "cards"
NOTICE = """<!-- Icons from the set game-icons.net, licence CC BY 3.0 (https://creativecommons.org/licenses/by/3.0/),
     unchanged but for colour and packing. Authors: {authors}. -->"""


def chosen(listing: dict[str, object]) -> dict[str, set[str]]:
    """Which icons each sprite holds. An icon that a card shares with the rest is in both."""
    sprites: dict[str, set[str]] = {"cards": set(), "site": set()}
    for section, things in listing.items():
        if isinstance(things, dict):
            names = {thing["icon"] for thing in things.values()}
            sprites["cards" if section == CARDS else "site"] |= names
    return sprites


def authors(credits: list[dict[str, object]], names: set[str]) -> str:
    """Everybody who drew one of `names`, in the order of the list."""
    return ", ".join(str(credit["name"]) for credit in credits if names.intersection(credit["icons"]))  # type: ignore[arg-type]


def sprite(names: set[str], drawings: dict[str, dict[str, object]], notice: str, size: int) -> str:
    """One SVG of symbols whose id is the name of the icon."""
    symbols = [
        f'<symbol id="{name}" viewBox="0 0 {size} {size}">{drawings[name]["body"]}</symbol>' for name in sorted(names)
    ]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', notice, *symbols, "</svg>\n"])


def main() -> int:
    package = json.loads(Path(sys.argv[1]).read_text())
    listing = tomllib.loads((ICONS / "icons.toml").read_text())
    for file, names in chosen(listing).items():
        if missing := names - package["icons"].keys():
            print(f"not in the icon set: {', '.join(sorted(missing))}", file=sys.stderr)
            return 1
        notice = NOTICE.format(authors=authors(listing["credit"], names))
        text = sprite(names, package["icons"], notice, package.get("width", 512))
        (ICONS / f"{file}.svg").write_text(text)
        print(f"{file}.svg: {len(names)} icons, {len(text)} characters")
    return 0


if __name__ == "__main__":
    sys.exit(main())
