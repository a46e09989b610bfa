"""Draws the pictures that must be PNG, once, with Chromium: `.venv/bin/python tools/make_pictures.py`.

Icons for home screens (`icon-192.png`, `icon-512.png`, `icon-mask-512.png` with room at the edge, `icon-180.png`), the old
`favicon.ico` (in `stpete_site/root/`), and `preview.png`, which other sites show beside a link to us. They are in `static/img/`.
"""

from __future__ import annotations

import shutil
import struct
from base64 import b64encode
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "static" / "img"
SIGN = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="100%" height="100%" fill="none" stroke-width="2.6">
<path stroke="#fff" d="M4 27V15a12 12 0 0 1 24 0v12"/><path stroke="#D0A548" d="M16 3v-2M11 27V16a5 5 0 0 1 10 0v11"/>
<path stroke="#86C3E4" d="M2 27c3.5 0 3.5 2.5 7 2.5s3.5-2.5 7-2.5 3.500 2.500 7 2.500 3.500-2.500 7-2.500"/></svg>"""
SKYLINE = (ROOT / "templates" / "pages" / "_skyline.html").read_text(encoding="utf-8").split("#}", 1)[1]


def icon(page: Page, size: int, *, share: float, round_by: float = 0) -> bytes:
    """The sign of the site on Neva blue; it takes `share` of the width."""
    side = round(size * share)
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f"<style>body{{margin:0;background:transparent}}.b{{width:{size}px;height:{size}px;background:#1B5575;"
        f"border-radius:{round_by * size}px;display:grid;place-items:center}}.s{{width:{side}px;height:{side}px}}</style>"
        f'<div class="b"><div class="s">{SIGN}</div></div>'
    )
    return page.screenshot(omit_background=True)


def font(name: str) -> str:
    """One of our fonts, written out."""
    return "data:font/woff2;base64," + b64encode((ROOT / f"static/fonts/{name}-latin.woff2").read_bytes()).decode()


def preview(page: Page) -> bytes:
    """The name of the site above its skyline, 1200 x 630."""
    page.set_viewport_size({"width": 1200, "height": 630})
    page.set_content(
        f"""<style>@font-face{{font-family:Forum;src:url("{font("forum")}")}}
        @font-face{{font-family:Golos;src:url("{font("golos-text")}")}}
        body{{margin:0;width:1200px;height:630px;background:linear-gradient(#EDF1F2,#DDE9EE);position:relative;overflow:hidden;
        font-family:Golos,sans-serif;color:#15232E}}.t{{position:absolute;left:72px;top:84px;
        display:flex;gap:36px;align-items:center}}
        .i{{width:132px;height:132px;border-radius:26px;background:#1B5575;display:grid;place-items:center}}
        .i div{{width:96px;height:96px}}
        h1{{font:400 96px/1 Forum,serif;margin:0}}p{{margin:14px 0 0;font-size:36px;color:#475966}}
        svg.skyline{{position:absolute;left:0;bottom:0;width:1200px;height:250px}}
        .far{{fill:#C3D6DF}}.near{{fill:#9DBBC9}}.sky{{fill:#DDE9EE}}.river{{fill:none;stroke:#BCD5E2;stroke-width:3}}</style>
        <div class="t"><div class="i"><div>{SIGN}</div></div>
        <div><h1>St Pete</h1><p>Sankt Petersburg by correspondence</p></div></div>
        {SKYLINE}"""
    )
    page.evaluate("document.fonts.ready")
    return page.screenshot()


def ico(png: bytes, size: int) -> bytes:
    """A PNG in the shell that browsers ask for at /favicon.ico."""
    return struct.pack("<HHHBBBBHHII", 0, 1, 1, size, size, 0, 0, 1, 32, len(png), 22) + png


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        for size in (192, 512):
            (IMAGES / f"icon-{size}.png").write_bytes(icon(page, size, share=0.72, round_by=0.19))
        (IMAGES / "icon-180.png").write_bytes(icon(page, 180, share=0.7))
        (IMAGES / "icon-mask-512.png").write_bytes(icon(page, 512, share=0.56))
        (ROOT / "stpete_site" / "root" / "favicon.ico").write_bytes(ico(icon(page, 32, share=0.84, round_by=0.19), 32))
        (IMAGES / "preview.png").write_bytes(preview(page))
        browser.close()


if __name__ == "__main__":
    main()
