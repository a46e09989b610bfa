"""What is printed on a card stands on it whole: every card of every set, at each size, in both languages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from django.utils.translation import override

import engine
from games.names.cards import Deck
from games.templatetags.cards import card_class, card_face, large_face
from tests.browser.every_page import SETS
from tests.browsing import Visitor
from tests.web_server import ROOT

SHEETS = ("site.css", "board.css")
EDITIONS = ((1, ()), (2, ()), (2, SETS))

LAID = (
    (1280, 950, "six in a row", "", 6),
    (1280, 950, "ten in a row", "", 10),
    (1024, 950, "five in a row", "", 5),
    (1024, 950, "ten in a row", "", 10),
    (1024, 720, "five in a row of a low window", "", 5),
    (1280, 720, "four in a row beside the other", "", 4),
    (1366, 768, "four in a row beside the other", "", 4),
    (1920, 950, "six in a row", "", 6),
    (1280, 950, "by itself", "", 0),
    (1280, 950, "large", "large", 0),
)

CUT = """([faces, size]) => {
    const at = (one) => one.getBoundingClientRect();
    const inside = (one, box) => one.top >= box.top - 1 && one.bottom <= box.bottom + 1
        && one.left >= box.left - 1 && one.right <= box.right + 1;
    const text = (one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect();
    };
    const beside = size.name.includes("beside") ? "beside" : "";
    const cardsOfRow = `<div class="row low"><div class="cards here"></div></div>`;
    const tableau = `<section class="panel tab ${beside}" id="tableau"><form>${cardsOfRow}</form></section>`;
    const row = `${tableau}<section id="display"></section>`;
    document.getElementById("main").innerHTML = size.row ? row : `<div class="here"></div>`;
    const cards = document.querySelector("#main .here"), most = size.row || faces.length, found = [];
    const laid = (face) => (size.row ? `<div class="slot">${face}</div>` : face);
    for (let from = 0; from < faces.length; from += most) {
        cards.innerHTML = faces.slice(from, from + most).map(laid).join("");
        for (const card of cards.querySelectorAll(".card")) {
            const figures = [...card.querySelectorAll(".rub, .vp")].map(at);
            for (const part of card.querySelectorAll(".name, .text, .fxt")) {
                if (!part.getClientRects().length) continue;
                const box = text(part), isShort = part.matches(".fxt"), home = at(isShort ? part.closest(".base") : part);
                const covered = isShort && figures.some((one) => one.left < box.right - 1 && one.right > box.left + 1);
                const { left, right } = part.matches(".name") ? at(card) : home;
                const { top, bottom } = home;
                if (!inside(box, { top, bottom, left, right }) || covered) {
                    found.push(`${size.name} ${card.title}: ${part.className} ${part.textContent}`);
                }
            }
        }
    }
    return found;
}"""
"""Lays the faces in rows of the tableau of `size.row`, for 0 by themselves, and names those on which a text is cut or covered."""


def faces() -> dict[str, list[str]]:
    """All faces, as markup, small and large."""
    made: dict[str, list[str]] = {"": [], "large": []}
    for edition, sets in EDITIONS:
        options = engine.Options(edition=edition, players=4, sets=tuple(sets))
        deck = Deck(options)
        for card in engine.cards(options):
            face = deck[card.id]
            for size, draw in (("", card_face), ("large", large_face)):
                made[size].append(f'<div class="{card_class(face, size)}" title="{face.id}">{draw(face)}</div>')
    return made


def test_no_text_is_cut_on_any_card(new_visitor: Callable[..., Visitor], tmp_path: Path):
    """On a page of nothing but the sheets of the site and the faces."""
    sheets = "".join(f'<link rel="stylesheet" href="{(ROOT / "static/css" / name).as_uri()}">' for name in SHEETS)
    cut: list[str] = []
    for language in ("en", "de"):
        with override(language):
            made = faces()
        page_of = tmp_path / f"{language}.html"
        page_of.write_text(
            f'<!doctype html><html lang="{language}"><meta charset="utf-8">{sheets}<main id="main"></main>'
        )
        visit = new_visitor()
        address = page_of.as_uri()
        visit(lambda page, address=address: page.goto(address))
        visit(lambda page: page.evaluate("Promise.all([...document.fonts].map((one) => one.load()))"))
        for width, height, name, size, row in LAID:
            window = {"width": width, "height": height}
            visit(lambda page, window=window: page.set_viewport_size(window))
            asked = [made[size], {"row": row, "name": f"{language} {width} {name}"}]
            cut += visit(lambda page, asked=asked: page.evaluate(CUT, asked))
        visit.errors.clear()  # the shapes of windows lie at an address of the site
    assert not cut, "\n".join(cut)
