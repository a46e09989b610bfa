"""No page keeps anybody out: axe-core goes through every page, once where several are made from the same templates, wide and light,
narrow and dark, and through those that look otherwise to others."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

import pytest

from tests.browser.every_page import Town, Walk
from tests.browsing import Visitor
from tests.processes_of_the_site import Site

pytestmark = pytest.mark.django_db(transaction=True)

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
STILL = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { transition: none !important; animation: none !important; } .scrub { position: static !important; }");
    document.adoptedStyleSheets.push(sheet);
}"""
"""A colour is judged when it has arrived; the bar of a replay where the page ends, for what it covers is scrolled past it."""
RUN = """async ([wanted, except]) => {
    const rules = Object.fromEntries(except.map((name) => [name, { enabled: false }]));
    const found = await axe.run(document, { runOnly: wanted, rules, resultTypes: ["violations"], iframes: false, preload: false });
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target, any, all, none }) =>
        `${id}: ${target.join(" ")}: ${[...any, ...all, ...none].map((one) => one.message).join("; ").slice(0, 150)}`));
}"""
ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OF_THE_WINDOW = {"type": "rule", "values": ["color-contrast", "target-size", "scrollable-region-focusable"]}
"""What a narrow window and the dark colours may change."""
FOREIGN = {"/mail/samples/en/your-turn.html": ["landmark-one-main", "region"]}
"""What is not asked of what is no page of ours: a mail has no landmarks."""

ALIKE = {"/api/v1/docs/": "details:nth-of-type(n+4)"}
"""What is left out of a page on which hundreds of things are written alike."""

KNOWN = ("404", "403")
"""What the console may say: who went astray, a guest who was refused."""


def violations(page, url: str, walk: Walk, session: str) -> list[str]:
    """What axe finds on this page, and where."""
    page.context.clear_cookies()
    if session:
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
    page.set_viewport_size({"width": 1280, "height": 800})
    page.emulate_media(color_scheme="light")
    page.goto(url + walk.path)
    page.evaluate(STILL)
    if walk.path in ALIKE:
        page.evaluate("(alike) => document.querySelectorAll(alike).forEach((one) => one.remove())", ALIKE[walk.path])
    page.evaluate(AXE)
    found = [f"light, 1280: {one}" for one in page.evaluate(RUN, [ALL, FOREIGN.get(walk.path, [])])]
    if walk.templates or walk.is_dense:
        page.set_viewport_size({"width": 390, "height": 844})
        page.emulate_media(color_scheme="dark")
        found += [f"dark, 390: {one}" for one in page.evaluate(RUN, [OF_THE_WINDOW, []])]
    return [f"{walk.path} as {walk.reader}: {one}" for one in found]


def test_axe_finds_nothing_on_any_page(site: Site, new_visitor: Callable[..., Visitor]) -> None:
    town = Town()
    site.environment.pop("EMAIL_URL")  # as on a laptop, with the mailbox and the samples of mails
    site.web()
    visitor = new_visitor()
    found: list[str] = []
    seen = set[str]()
    walked = 0
    for walk in town.walks():
        if walk.templates in seen:
            continue
        seen |= {walk.templates} - {""}
        found += visitor(lambda page, walk=walk: violations(page, site.url, walk, town.session_of(walk.reader)))
        walked += 1
    visitor.errors[:] = [error for error in visitor.errors if not any(one in error for one in KNOWN)]
    assert not found, "\n".join(found)
    assert walked > 90
