"""Pictures of every face as cards and tiles show it, light, dark and in forced colours, if asked beside the icons of a revision."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from pathlib import Path

from playwright.sync_api import sync_playwright

from tools import faces

STYLE = ("tokens", "base", "marks", "game/cards", "game/events")
PAGE = """body { margin: 0; padding: 8px; background: var(--bg); width: 1400px } .one .glyph { color: var(--deep) }
.all, .one { display: flex; flex-wrap: wrap; gap: 10px 12px } .one { gap: 6px; align-items: end; width: max-content }
h2 { width: 100%; margin: 10px 0 0; font: 600 14px sans-serif }"""
WINDOWS = {"light": {}, "dark": {"color_scheme": "dark"}, "forced": {"forced_colors": "active"}}


def old_icons(revision: str) -> tuple[str, dict[str, str]]:
    """The symbols of a revision, their ids marked, and which of them each card had."""

    def file(name: str) -> str:
        command = ["git", "show", f"{revision}:static/icons/{name}"]
        return subprocess.run(command, capture_output=True, text=True, check=True, cwd=faces.ROOT).stdout

    drawn = "".join(file(f"{sprite}.svg") for sprite in ("site", "cards", "sets"))
    listing = tomllib.loads(file("icons.toml"))["cards"]
    return drawn.replace('<symbol id="', '<symbol id="old-'), {key: thing["icon"] for key, thing in listing.items()}


def tile(name: str, group: str, kind: str = "face") -> str:
    drawing = f'<svg class="i {kind}" viewBox="0 0 512 512"><use href="#{name}"/></svg>'
    return f'<span class="tile g-{group or "none"}">{drawing}</span>'


def card(name: str, group: str, size: str = "", old: str = "") -> str:
    shape, field, (left, top, side) = faces.WINDOWS[group]
    x, y, width, height = (left, top, side, side) if old else field
    return (
        f'<span class="card {size} g-{group}"><svg class="art" viewBox="0 0 100 100"><use href="#{shape}"/>'
        f'<use class="{"glyph" if old else "face"}" href="#{old or name}" x="{x}" y="{y}" width="{width}" height="{height}"/>'
        f'<use href="#{shape}-rim"/></svg><span class="name">{name.replace("_", " ")}</span><span class="base"></span></span>'
    )


def one(name: str, group: str, old: str) -> str:
    """A card in all its sizes, the old one first."""
    before = ""
    if old:
        before = card(name, group, "chip", f"old-{old}") if group else tile(f"old-{old}", group, "")
    cards = card(name, group, "chip") + card(name, group) if group else ""
    return f'<div class="one" title="{name}">{before}{cards}{tile(name, group)}</div>'


def page(revision: str) -> str:
    style = "".join((faces.ROOT / "static" / "css" / f"{name}.css").read_text() for name in STYLE)
    symbols, before = old_icons(revision) if revision else ("", {})
    symbols += "".join(faces.sprites().values())
    found = []
    for file, groups in faces.SPRITES.items():
        for group, drawings in groups.items():
            found += [f"<h2>{file} {group}</h2>", *(one(name, group, before.get(name, "")) for name in drawings)]
    return (
        f'<!doctype html><meta charset="utf-8"><style>{style}{PAGE}</style><div style="display: none">{symbols}</div>'
        f'<div class="all">{"".join(found)}</div>'
    )


def write(folder: Path, revision: str = "") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, asked in WINDOWS.items():
            window = browser.new_page(viewport={"width": 1420, "height": 800}, **asked)  # type: ignore[arg-type]
            window.set_content(page(revision))
            window.screenshot(path=folder / f"{name}.png", full_page=True)
        browser.close()
