"""The players' rules as pages: whole in both languages, linked to the exact wording, three ways to read, and cheap."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

import engine
from engine import tile_list
from engine.scoring import noble_points
from games.handbook import markup
from games.handbook.library import LANGUAGES, PAGES, pages, pages_of
from games.handbook.reader import Block, Cards, Example, Items, TextTable, read_page
from games.reference.book import book
from games.reference.shelves import everything
from tests.games.play_builders import begun
from tests.people import signed_in

pytestmark = pytest.mark.django_db
PATHS = {slug: "/rules/" if slug == "base" else f"/rules/{slug}/" for slug in PAGES}


def page(path: str, language: str = "en") -> str:
    answer = Client(headers={"accept-language": language}).get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def text_of(html: str) -> str:
    main = re.sub(r"</?(?:a|b|span)\b[^>]*>", "", html.partition("<main")[2].partition("</main>")[0])
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def shape(block: Block) -> object:
    """What a block has in common with its translation."""
    if isinstance(block, Items):
        return "items", block.is_ordered, [item.rules for item in block.items]
    if isinstance(block, TextTable):
        return "table", len(block.header), len(block.rows), [re.findall(r"\d+|\{.*?\}", "".join(r)) for r in block.rows]
    if isinstance(block, Cards):
        return "cards", block.keys, block.is_told
    if isinstance(block, Example):
        return "example", block.id, block.cards, [text.rules for text in block.texts]
    return block.kind, getattr(block, "rules", ())


def test_both_languages_tell_the_same():
    """Sections, rules, examples, cards and figures of tables, piece by piece."""
    english, german = (pages(language) for language in LANGUAGES)
    assert list(english) == list(german) == list(PAGES)
    for slug in PAGES:
        ours, theirs = english[slug], german[slug]
        assert ours.shelf == theirs.shelf
        assert [one.id for one in ours.sections] == [one.id for one in theirs.sections]
        for mine, other in zip(ours.sections, theirs.sections, strict=True):
            assert [shape(block) for block in mine.short] == [shape(block) for block in other.short], (slug, mine.id)
            assert [shape(block) for block in mine.full] == [shape(block) for block in other.full], (slug, mine.id)
            assert mine.title != other.title


def test_every_set_has_a_page_and_names_its_rules():
    assert [slug for slug, of_set in PAGES.items() if of_set] == [slug for slug in PAGES if slug in engine.set_names()]
    assert {of_set for of_set in PAGES.values() if of_set} == set(engine.set_names())
    for language in LANGUAGES:
        for one in pages(language).values():
            named = set(one.rules())
            assert named or one.slug == "online"
            assert all(markup.is_rule(rule, book()) for rule in named)
            assert all(rule not in ("CON", "DEC", "EX", "PREC") for rule in named), "the rules, not talk about them"


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_called_what_the_card_table_calls_them(language: str):
    """Marked names come from the table, bent ones begin with it; no text uses a name of another print."""
    right = {markup.name_in(language, *found) for found in everything()}
    others = {name for _shelf, thing in everything() for name in thing.also} - right
    mentioned = 0
    for one in pages(language).values():
        for line, text in one.texts():
            for key, bent in markup.mentions(text):
                found = markup.find_thing(key, one.shelf)
                assert found
                assert (bent or markup.name_in(language, *found)).startswith(markup.name_in(language, *found)), line
                mentioned += 1
            said = markup.plain_text(text, one, language)
            wrong = [name for name in others if len(name) > 5 and re.search(rf"\b{re.escape(name)}\b", said)]
            assert wrong == [], (one.slug, line)
    assert mentioned > 150


def test_the_table_of_nobles_and_those_of_tiles_are_the_engines():
    for language in LANGUAGES:
        tables = [block for block in pages(language)["base"].blocks() if isinstance(block, TextTable)]
        nobles = next(table for table in tables if len(table.header) == 11)
        assert [int(cell) for cell in nobles.rows[0][1:]] == [noble_points(count) for count in range(1, 11)]
        (values,) = [block for block in pages(language)["market"].blocks() if isinstance(block, TextTable)]
        assert ["/".join(pair) for pair in zip(*(row[1:] for row in values.rows), strict=True)] == [
            tile.name_en.split()[-1] for tile in tile_list("values")
        ]
        (hurdles,) = [block for block in pages(language)["hurdles"].blocks() if isinstance(block, TextTable)]
        needs = {tile.id: list(tile.needs) for tile in tile_list("hurdles") if tile.needs}
        assert {row[0].strip("{}"): [int(cell) for cell in row[1:]] for row in hurdles.rows} == needs


def test_the_table_of_editions_is_that_of_the_card_lists():
    """Section 13: what a card costs in either edition."""
    for language in LANGUAGES:
        (table,) = [
            block
            for block in pages(language)["base"].blocks()
            if isinstance(block, TextTable) and len(block.header) == 3
        ]
        for name, *cells in table.rows:
            costs = [engine.card(engine.Options(edition=edition), name.strip("{}")).cost for edition in (1, 2)]
            assert [int(re.findall(r"\d+", cell)[0]) for cell in cells] == costs, name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", PAGES)
def test_every_page_can_be_read_in_three_ways(slug: str, language: str):
    """UI-24: the short telling alone, the full one alone, or both, side by side."""
    told = pages(language)[slug]
    both, short, full = (text_of(page(f"{PATHS[slug]}?read={way}", language)) for way in ("both", "short", "full"))
    assert both == text_of(page(PATHS[slug], language)) == text_of(page(f"{PATHS[slug]}?read=nonsense", language))
    assert len(both) > max(len(short), len(full))
    for section in told.sections:
        assert all(section.title in read for read in (both, short, full))
        for blocks, there in ((section.short, short), (section.full, full)):
            items = [block for block in blocks if isinstance(block, Items)]
            for item in [item for block in items for item in block.items if len(item.text) > 60][:2]:
                start = markup.plain_text(item.text, told, language).split(".")[0].split(":")[0][:50]
                assert start in there
                assert start in both
    assert "{" not in both
    assert "**" not in both


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_somewhere_and_every_rule_has_its_sign(language: str):
    client = Client(headers={"accept-language": language})
    seen: set[str] = set()
    for slug, path in PATHS.items():
        html = page(f"{path}?read=full", language)
        for section in pages(language)[slug].sections:
            assert f'id="{section.id}"' in html
        for text in re.findall(r'class="exact" href="/rules/([^"]+)/"', html):
            assert markup.is_rule(text, book())
        assert set(re.findall(r'href="#([^"]+)"', html)) <= set(re.findall(r'id="([^"]+)"', html))
        seen |= set(re.findall(r'href="(/(?:rules|cards)/[^"]*)"', html))
    for link in seen:
        assert client.get(link.partition("#")[0]).status_code == 200, link


def test_the_two_errors_of_the_old_page_are_gone():
    """COST-5, PHASE-2, PHASE-4: green cards lower prices, and in edition 2 an empty tableau ends the turns, too."""
    english, german = text_of(page("/rules/")), text_of(page("/rules/", "de"))
    assert "Only these two green cards lower prices. Buildings do not." in english
    assert "In the second edition they also end as soon as no card is left in the two rows." in english
    assert "Diese beiden grünen Karten senken Preise. Gebäude tun das nie." in german
    assert "In der zweiten Auflage enden sie auch, sobald in den beiden Reihen keine Karte mehr liegt." in german


@pytest.mark.parametrize("slug", PAGES)
def test_german_pages_hold_no_english_rules(slug: str):
    """Of twelve of the commonest English words none stands on a German page; the way to English text is marked."""
    html = page(PATHS[slug], "de")
    without_ids = re.sub(r"\b[A-Z][A-Z0-9]*-[A-Z0-9-]+", " ", text_of(html))
    words = re.findall(r"[a-z]+", without_ids.casefold())
    assert {"the", "of", "and", "you", "with", "your", "each", "is", "phase's", "card", "cards", "if"} & set(
        words
    ) == set()
    assert set(re.findall(r'class="exact"[^>]*?hreflang="(\w+)"', html)) <= {"en"}
    assert "Er ist englisch." in html


def test_exact_wording_names_its_sources_as_what_they_are():
    """No name of a file on any page of the rules; the first page of the wording lists the sources in words."""
    for path in ["/rules/exact/", *(f"/rules/{number}/" for number in book().sections)]:
        html = page(path)
        assert not re.search(r"00\d_[0-9a-f]{16}|\b00[0-4]N?\b", html), path
    assert "German rulebook of the first edition" in page("/rules/exact/")
    assert "Deutsche Spielregel der ersten Auflage" in page("/rules/exact/", "de")
    assert "Der verbindliche Regeltext ist englisch." in page("/rules/exact/", "de")
    assert '<a href="/rules/exact/">Exact wording</a>' in page("/rules/COST-4/")


def test_the_header_leads_to_the_players_rules_from_everywhere_in_them(anna):
    for path in (*PATHS.values(), "/rules/exact/", "/rules/COST-4/"):
        assert re.search(r'<a href="/rules/" aria-current="page">Rules</a>', page(path)), path


@pytest.mark.parametrize("path", [*PATHS.values(), "/rules/?read=short", "/rules/market/?read=full", "/rules/exact/"])
def test_the_pages_ask_the_database_for_nothing(anna, path: str):
    """A visitor costs no statement, somebody signed in the three of the frame."""
    for client, most in ((Client(), 0), (signed_in(anna), 3)):
        client.get(path)
        with CaptureQueriesContext(connection) as statements:
            client.get(path)
        assert len(statements) <= most, [one["sql"] for one in statements]


def test_a_game_leads_to_the_pages_of_its_sets(anna, boris):
    """The base game first, then every set in play; alone with the page for one."""
    assert pages_of(("market", "hurdles"), 3) == ["base", "market", "hurdles"]
    assert pages_of((), 1) == ["base", "alone"]
    game = begun(anna, boris, sets=("market", "events"))
    html = signed_in(anna).get(f"/games/{game.pk}/").content.decode()
    shown = re.findall(r'href="([^"]+)"', html.partition("Rules of this game")[2].partition("</p>")[0])
    assert shown == ["/rules/", "/rules/market/", "/rules/events/"]


GOOD = "# Title\nbox: base2\n\nLead.\n\n## One {#one}\n\n### short\n\n- A. [COST-3]\n\n### full\n\nB. [COST-3]\n"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (GOOD.replace("# Title\n", "Title\n", 1), 1, "begins with"),
        (GOOD.replace("box: base2", "box base2"), 2, "box: name"),
        (GOOD.replace("Lead.\n\n", ""), 4, "before the first section"),
        (GOOD.replace(" {#one}", ""), 6, "should begin a section"),
        (GOOD.replace("### short", "### brief"), 8, "### short"),
        (GOOD.replace("- A. [COST-3]\n", ""), 11, "nothing is told"),
        (GOOD.replace("- A. [COST-3]", "- A."), 10, "stand its rules"),
        (GOOD + "\n| a |\n| b |\n", 17, "line of dashes"),
        (GOOD + "\n> Example\n", 16, "an example begins"),
        (GOOD + GOOD.partition("Lead.\n\n")[2], 24, "the same name"),
    ],
)
def test_a_faulty_text_is_refused_with_its_line(text: str, line: int, reason: str):
    assert read_page("one", "en/one.md", GOOD).sections[0].title == "One"
    with pytest.raises(match=re.escape(reason)) as fault:
        read_page("one", "en/one.md", text)
    assert fault.value.line == line
