"""The rules to look up: every id has its page, nothing leads nowhere, and words are found in two languages (UI-22)."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games.reference import markup
from games.reference.book import MOST_FOUND, book
from games.reference.references import with_named_sources
from games.reference.shelves import synonyms
from tests.people import signed_in

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[3]
PAGES = ["/rules/8/", "/rules/COST-4/", "/rules/CARD-OBS/", "/rules/search/?q=lower+row", "/rules/NOPE-1/"]


def page(path: str, language: str = "en", status: int = 200) -> str:
    answer = Client(headers={"accept-language": language}).get(path)
    assert answer.status_code == status, path
    return answer.content.decode()


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_every_id_of_the_rules_file_is_reachable():
    """UI-22: every id that begins an item or a line of a table, found here by a plain search for bold ids."""
    source = (ROOT / "games/reference/rules.md").read_text("utf-8")
    ids = re.findall(r"^(?:- |\| )\*\*([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)[* ]", source, re.M)
    assert len(ids) == len(set(ids)) > 550
    assert set(ids) == set(book().entries)
    client = Client()
    for id in ids:
        answer = client.get(f"/rules/{id}/")
        assert answer.status_code == 200, id
        assert f"<h1>{id}" in answer.content.decode(), id


def test_every_section_shows_its_rules_with_anchors_and_nothing_is_lost():
    """All text of the file stands on the pages of its sections, apart from marks."""
    seen = ""
    for number, section in book().sections.items():
        html = page(f"/rules/{number}/")
        for rule in section.rules():
            assert f'id="{rule.id}"' in html
        seen += text_of(html)
    seen = re.sub(r"\W+", "", seen)
    lost = [
        line
        for line in with_named_sources((ROOT / "games/reference/rules.md").read_text("utf-8")).splitlines()
        if line and not line.startswith(("# ", "|---", "- **"))
        for said in [re.sub(r"\{[^}]*\}", "|", line)]
        for stretch in said.split("|")
        if (plain := re.sub(r"\W+", "", stretch)) and plain not in seen
    ]
    assert lost == []


def test_no_link_of_any_page_of_the_rules_leads_nowhere():
    client = Client()
    paths = {"/rules/exact/", *(f"/rules/{number}/" for number in book().sections)}
    links = {link for path in paths for link in re.findall(r'href="(/rules/[^"]*)"', page(path))}
    assert len(links) > 600
    for link in links:
        assert client.get(link.partition("#")[0]).status_code == 200, link


def test_references_between_rules_are_links():
    """COST-2 names a group, EX-20 uses the short form, HAND-6 none."""
    assert '<a href="/rules/CARD-POT/">CARD-POT</a>' in page("/rules/COST-2/")
    example = page("/rules/EX-20/")
    assert '<a href="/rules/COST-3/">COST-3</a>, <a href="/rules/COST-4/">-4</a>' in example
    mentions = page("/rules/COST-4/").partition("Mentioned in")[2]
    assert 'href="/rules/EX-20/"' in mentions, "an example is found from its rule, too"


def test_tables_formulas_and_remarks_stay_with_their_rule():
    """END-11, COST-12 and HELP-6 are complete on their own pages; ORD-12 brings the head of its table."""
    assert "<td>55</td>" in page("/rules/END-11/")
    assert "floor(price / 2)" in page("/rules/COST-12/")
    assert "Unused helpers go to the box." in page("/rules/HELP-6/")
    order = page("/rules/ORD-12/")
    assert '<th scope="col">VP</th>' in order
    assert "per full 4 cards" in order
    assert "2 x the sum" not in order, "the other lines of the table are other rules"


def test_scope_tags_stand_in_words():
    """Section 0.2, in the reader's language."""
    assert "five players without the Market" in page("/rules/FIVE-1/")
    assert "zu fünft ohne den Markt" in page("/rules/FIVE-1/", "de")
    assert "Module 2 without Module 1, The Banquet; In Good Company, first edition" in page("/rules/M2-DEBT-1/")
    assert "every game; with the option PHASE-4 turned off" in page("/rules/PHASE-2/")
    assert "{" not in text_of(page("/rules/7/"))


def test_titles_are_those_of_the_text_and_german_for_germans():
    the_book = book()
    written = {section.number: section.title for section in the_book.sections.values()}
    written |= {
        part.number: part.title for section in the_book.sections.values() for part in section.parts if part.number
    }
    assert written.keys() == markup.TITLES.keys()
    with translation.override("en"):
        assert {number: markup.title(number) for number in written} == written
    html = page("/rules/8/", "de")
    assert "<h1>8. Preise</h1>" in html
    assert "Der verbindliche Regeltext ist englisch." in html
    assert "rules is binding" not in page("/rules/8/")


@pytest.mark.parametrize(
    ("asked", "among"),
    [
        ("observatory lower row", "EX-115"),
        ("STERNWARTE", "CARD-OBS-1"),
        ("Pick Pocket", "BANQ-THIEF-1"),
        ("Zar und Zimmermann", "CARD-CZAR-1"),
        ("Hoflieferant", None),
        ("observatory zeppelin", None),
        ("END-1", "EX-10"),
    ],
)
def test_words_are_found_and_names_in_both_languages(asked: str, among: str | None):
    """All the words, in any case of letters; a German name finds what the English text says of the card."""
    found = book().search(asked, synonyms())
    ids = [hit.id for hit in found.hits]
    assert (among in ids) if among else ids == []
    assert len(ids) == min(found.total, MOST_FOUND)


def test_a_search_shows_at_most_so_many_and_says_so():
    html = page("/rules/search/?q=the")
    assert html.count('<article class="rule">') == MOST_FOUND
    assert f"Showing the first {MOST_FOUND}." in html
    assert "No rule contains all these words." in page("/rules/search/?q=zeppelin")
    assert "Nirgends in den Regeln" in page("/rules/search/?q=Zeppelin", "de")
    assert "<article" not in page("/rules/search/?q=")
    assert page("/rules/search/?q=" + "a+" * 500)
    assert "<script>" not in page("/rules/search/?q=%3Cscript%3E")


def test_an_id_in_the_search_leads_to_its_rule_in_any_case_of_letters():
    for asked, target in (
        ("cost-4", "/rules/COST-4/"),
        (" COST-4 ", "/rules/COST-4/"),
        ("card-obs", "/rules/CARD-OBS/"),
    ):
        answer = Client().get("/rules/search/", {"q": asked})
        assert (answer.status_code, answer["location"]) == (302, target)
    answer = Client().get("/rules/cost-4/")
    assert (answer.status_code, answer["location"]) == (301, "/rules/COST-4/")


@pytest.mark.parametrize(
    ("id", "near"),
    [
        ("COST-99", "COST-9"),
        ("CST-4", "COST-4"),
        ("MKT-40", "MKT-4"),
        ("CARD-PUB-9", "CARD-PUB-5"),
        ("x" * 300, ""),
    ],
)
def test_an_unknown_id_is_not_found_and_others_near_it_are_shown(id: str, near: str):
    html = page(f"/rules/{id}/", status=404)
    assert "Rule not found" in html
    if near:
        assert f'href="/rules/{near}/"' in html
    assert page("/rules/99/", status=404)
    assert page("/rules/search/?q=COST-99", status=404)


@pytest.mark.parametrize("path", PAGES)
def test_looking_something_up_asks_the_database_for_nothing(anna, path: str):
    """A visitor costs no statement, somebody signed in the three of the frame."""
    for client, most in ((Client(), 0), (signed_in(anna), 3)):
        client.get(path)
        with CaptureQueriesContext(connection) as statements:
            client.get(path)
        assert len(statements) <= most, [one["sql"] for one in statements]


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_the_pages_are_for_reading(method: str):
    assert getattr(Client(), method)("/rules/COST-4/").status_code == 405


def test_the_text_is_never_taken_for_html():
    assert markup.inline("a <b>c</b> & `<i>` {E1} [R] **COST-4**", book()) == (
        "a &lt;b&gt;c&lt;/b&gt; &amp; <code>&lt;i&gt;</code> "
        '<span class="scope">first edition:</span> <span class="source">[R]</span> '
        '<b><a href="/rules/COST-4/">COST-4</a></b>'
    )


def test_the_way_to_the_reference_stands_on_every_page():
    html = page("/")
    for part in (html.partition("</header>")[0], html.partition("<footer")[2]):
        assert 'href="/rules/"' in part
        assert 'href="/cards/"' in part
