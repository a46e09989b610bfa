"""Cards and tiles to look up: everything of every box, with figures, words, rules and certainty, in both languages (UI-22)."""

import re
import tomllib
from collections import Counter
from html import unescape
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

import engine
from engine import TILE_KINDS, Card, CardDataError, tile_list
from engine.cards import read_tiles
from games.names.functions import function_of
from games.names.words import address, box_of
from games.reference.book import book
from games.reference.facts import CERTAINTIES, FIELDS, entry_of
from games.reference.shelves import SHELVES, everything, replaced_ids
from games.templatetags.icons import icon_name
from tests.people import signed_in

pytestmark = pytest.mark.django_db


def page(path: str, language: str = "en", status: int = 200) -> str:
    answer = Client(headers={"accept-language": language}).get(path)
    assert answer.status_code == status, path
    return answer.content.decode()


def fact(html: str, label: str) -> str:
    found = re.search(rf"<dt>{label}</dt><dd>(.*?)</dd>", html, re.S)
    assert found, label
    return re.sub(r"[ \n]+", " ", re.sub(r"<[^>]+>", " ", found[1])).strip()


def test_every_box_holds_what_is_printed():
    """Section 2 and IGC-1, IGC-2, COMBO-12, EVT-1, ORD-A, HURD-1, MKT-9: so many cards and tiles each."""
    assert {name: shelf.count for name, shelf in SHELVES.items()} == {
        "base1": 116,
        "base2": 116,
        "market": 35,
        "values": 6,
        "company1": 35,
        "company2": 23,
        "banquet": 15,
        "module2": 12,
        "helpers": 5,
        "events": 6,
        "orders": 15,
        "hurdles": 10,
    }


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_card_and_tile_has_its_page_and_stands_in_the_lists(language: str):
    index = page("/cards/", language)
    client = Client(headers={"accept-language": language})
    shown = 0
    for shelf, thing in everything():
        url = address(shelf.name, thing.id)
        assert f'href="{url}"' in index, url
        html = client.get(url).content.decode()
        name = thing.name_de if language == "de" else thing.name_en
        with translation.override(language):
            entry = entry_of(shelf, thing)
        assert entry.name == name
        assert entry.certainty in html
        for rule in entry.rules:
            assert f'href="/rules/{rule}/"' in html, url
        shown += 1
    assert shown == sum(len(shelf.things) for shelf in SHELVES.values()) > 230
    for name in SHELVES:
        assert page(f"/cards/?set={name}", language).count("<article") == len(SHELVES[name].things)


def test_the_rules_of_cards_stand_in_the_book():
    for shelf, thing in everything():
        entry = entry_of(shelf, thing)
        assert entry.rules, entry.url
        for rule in (*entry.rules, *(one.rule for one in (*entry.facts, *entry.remarks) if one.rule)):
            assert rule in book().entries or book().is_group(rule), (entry.url, rule)


def test_every_certainty_and_every_inferred_field_has_words():
    for _shelf, thing in everything():
        assert thing.certainty in CERTAINTIES
        assert set(thing.inferred) <= set(FIELDS)
        if isinstance(thing, Card):
            assert icon_name("cards", thing.key)


def test_every_card_that_does_something_says_so_in_both_languages():
    """A card whose list names effects or something special has words; German ones differ from the English."""
    for shelf in SHELVES.values():
        for card in shelf.cards:
            if not (card.effects or card.special):
                continue
            if shelf.name == "market" and not card.effects:
                continue
            said = {}
            for language in ("en", "de"):
                with translation.override(language):
                    function = function_of(card, goods=True)
                    said[language] = str(function.long)
                    assert len(str(function.short)) <= 16, card.id
            assert said["en"], (shelf.name, card.id)
            assert said["en"] != said["de"], card.id


def test_a_card_shows_its_figures():
    """UI-22, EX-113, CON-2: the Observatory of edition 2 costs 7, the Mariinski Theater pays points there and rubles before."""
    html = page("/cards/base2/observatory/")
    assert fact(html, "Cost") == "7\u202f₽"
    assert fact(html, "Income") == "1\u202fVP at every Building scoring"
    assert fact(html, "Copies") == "2"
    assert fact(html, "Exchange value") == "7"
    assert "draw the top card of a pile" in html
    assert "Sternwarte" in html
    assert "Pays 1 ruble for each of your Nobles at every Building scoring." in page("/cards/base1/mariinski-theater/")
    for box in ("base2", "company1", "company2"):
        assert "1 point for each of your Nobles at every Building scoring." in page(f"/cards/{box}/mariinski-theater/")
    assert fact(page("/cards/module2/impostor/"), "Income") == "−1\u202f₽ at every Noble scoring"
    assert fact(page("/cards/base1/potemkin-village/"), "Exchange value") == "6"
    assert "Costs 3, but counts as 8" in page("/cards/banquet/potemkin-village-3-8/")


def test_an_exchange_card_says_what_it_replaces():
    """EXCH-2 to EXCH-4, M2-OCT-1, BANQ-SUPER-1."""
    assert fact(page("/cards/base2/wharf/"), "Replaces") == "a Worker with the ship symbol, or Czar &amp; Carpenter"
    assert fact(page("/cards/base2/bank/"), "Replaces") == "any Building"
    assert fact(page("/cards/company1/kolkhoz/"), "Replaces").startswith("a Worker with the wheat symbol")
    assert fact(page("/cards/module2/october-revolution/"), "Replaces") == "any Worker"
    assert fact(page("/cards/banquet/czar-superstar/"), "Replaces") == "only Czar &amp; Carpenter"
    german = page("/cards/base2/wharf/", "de")
    assert fact(german, "Ersetzt") == "einen Handwerker mit Schiffsymbol oder Zar und Zimmermann"


def test_market_symbols_and_orange_cards_are_told():
    """MKT-3, MKT-15, MKT-19."""
    assert fact(page("/cards/market/caviar/"), "Market square") == "3 market symbols: fish"
    orange = page("/cards/market/special-fish-card/")
    assert fact(orange, "Colour") == "yellow (orange card)"
    assert "g-orange" in orange
    assert "You choose the kind of its market symbol when you play the card." in page("/cards/base2/ship-builder-any/")
    purple = page("/cards/banquet/thief/")
    assert fact(purple, "Cost") == "none; taken into your hand"
    assert '<span class="cost"' not in purple


def test_what_leaves_the_game_or_takes_a_place_says_so():
    """IGC-3, SPP-1, COMBO-7, COMBO-8: seven cards of five kinds are replaced, and the same seven make SP+."""
    for edition in (1, 2):
        base = {card.id: card for card in SHELVES[f"base{edition}"].cards}
        assert {id: base[id].copies for id in replaced_ids(edition)} == {
            "czar-and-carpenter": 1,
            "observatory": 2,
            "academy": 1,
            "mistress-of-ceremonies": 2,
            "mariinski-theater": 1,
        }
    assert "Removed when In Good Company or SP+ is played" in page("/cards/base1/academy/")
    assert "Removed when In Good Company is played" in page("/cards/base2/academy/")
    assert "Removed" not in page("/cards/base2/library/")
    assert "Replaces the base card of the same name" in page("/cards/company2/academy/")
    assert "Also part of the variant SP+" in page("/cards/company1/academy/")
    assert "Also part of" not in page("/cards/company2/academy/")
    assert "Extra copies of a base card with the same figures" in page("/cards/company1/wharf-extra/")
    for card in ("money-collector", "parasite", "black-market-yellow"):
        assert "when the Market is not played" in page(f"/cards/banquet/{card}/")
    assert "when the Market is not played" not in page("/cards/banquet/black-market-red/")
    assert "Removed when Module 1 is also played" in page("/cards/module2/debtors-prison/")


def test_how_well_figures_are_known_is_said():
    """IGC-6: what no source gives for edition 2 is marked."""
    html = page("/cards/company2/observatory/")
    assert "Not published for this edition" in html
    assert "Not stated in any source: cost, points and rubles." in html
    assert 'class="small doubt"' in html
    assert "All figures come from a rule booklet." in page("/cards/base2/pub/")
    assert "Known from only one published version of the game." in page("/cards/company1/mayor/")
    assert "In keiner Quelle steht: Stapel." in page("/cards/banquet/jester/", "de")


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("set=base2&colour=blue&pile=exchange", 10),
        ("set=market&colour=orange", 5),
        ("set=market&colour=yellow", 20),
        ("colour=purple", 11),
        ("pile=none", 42),
        ("set=helpers&colour=green", 1),
        ("set=helpers&pile=worker", 0),
        ("q=sternwarte", 4),
        ("q=Observatory&set=base1", 1),
        ("q=zeppelin", 0),
        ("q=KIJÉ", 2),
    ],
)
def test_filters_and_names_find_what_fits(query: str, count: int):
    html = page(f"/cards/?{query}")
    assert html.count('<article class="entry"') == count
    assert ("No matching cards." in html) == (count == 0)


def test_a_filter_that_means_nothing_is_none_and_a_pill_leads_back():
    assert "<article" not in page("/cards/?set=nowhere&colour=&pile=%20")
    html = page("/cards/?set=base2&colour=blue&q=theater")
    assert 'href="?colour=blue&amp;q=theater"' in html, "the pill that is on takes its filter away"
    assert 'href="?set=base2&amp;colour=red&amp;q=theater"' in html
    assert "<script>" not in page("/cards/?q=%3Cscript%3E")


def test_a_card_can_be_asked_for_by_its_key():
    """GLOSS-2: games without the Market know one Ship Builder, which six lines print."""
    html = page("/cards/base2/ship-builder/")
    assert html.count('<article class="entry"') == 6
    assert html.count("<h1>") == 1
    for path in ("/cards/base2/zeppelin/", "/cards/nowhere/pub/", "/cards/base2/", "/cards/market/pub/"):
        page(path, status=404)


def test_the_same_name_elsewhere_is_linked():
    html = page("/cards/company1/observatory/").partition("Same name elsewhere")[2]
    for box in ("base1", "base2", "company2"):
        assert f'href="/cards/{box}/observatory/"' in html


@pytest.mark.parametrize(
    ("edition", "sets", "boxes"),
    [
        (1, (), {"base1": 49}),
        (2, (), {"base2": 49}),
        (2, ("market",), {"base2": 58, "market": 20}),
        (1, ("sp-plus",), {"base1": 44, "company1": 5}),
        (
            2,
            ("market", "module-2", "good-company", "banquet"),
            {"base2": 53, "market": 20, "module2": 10, "company2": 10, "banquet": 14},
        ),
    ],
)
def test_every_card_of_a_game_leads_to_its_box(edition: int, sets: tuple[str, ...], boxes: dict[str, int]):
    """IGC-3, SPP-1: a card that two boxes print leads to the one whose figures are in play; COMBO-8 takes one out."""
    options = engine.Options(edition=edition, sets=sets)
    found = {card.id: box_of(options, card.id) for card in engine.cards(options)}
    assert Counter(found.values()) == boxes
    for id, box in found.items():
        assert SHELVES[box].find(id), (box, id)


@pytest.mark.parametrize("path", ["/cards/", "/cards/?set=base2", "/cards/base2/pub/", "/cards/events/event-twin/"])
def test_looking_cards_up_asks_the_database_for_nothing(anna, path: str):
    for client, most in ((Client(), 0), (signed_in(anna), 3)):
        client.get(path)
        with CaptureQueriesContext(connection) as statements:
            client.get(path)
        assert len(statements) <= most, [one["sql"] for one in statements]


def test_tiles_tell_what_they_do_in_both_languages():
    assert "you get 6 rubles" in page("/cards/events/event-sponsor/").lower()
    assert "Du erhältst 6 Rubel" in page("/cards/events/event-sponsor/", "de")
    assert fact(page("/cards/hurdles/real-hurdle-workers/"), "Required on 10, 20, 35, 50, 70") == "3, 4, 5, 5, 6"
    for kind in TILE_KINDS:
        for tile in tile_list(kind):
            assert tile.words_en != tile.words_de


TILE = (
    'id = "a", name_en = "A", name_de = "A", words_en = "x", words_de = "y", rules = ["EVT-1"], certainty = "booklet"'
)


@pytest.mark.parametrize(
    ("line", "field"),
    [
        (TILE.replace('id = "a", ', ""), "id"),
        (TILE.replace('"x"', '""'), "words_en"),
        (TILE.replace('"booklet"', '"hearsay"'), "certainty"),
        (TILE + ", colour = 1", "colour"),
        (TILE + ', group = "azure"', "group"),
        (TILE + ', inferred = ["weight"]', "inferred"),
        (TILE.replace('["EVT-1"]', '"EVT-1"'), "rules"),
    ],
)
def test_a_fault_in_a_list_of_tiles_names_file_line_and_field(tmp_path: Path, line: str, field: str):
    path = tmp_path / "things.toml"
    other = line.replace('id = "a"', 'id = "b"')
    path.write_text(f"# things\ntiles = [\n  {{ {TILE} }},\n  {{ {other} }},\n]\n", "utf-8")
    with pytest.raises(CardDataError) as fault:
        read_tiles(path)
    assert fault.value.sentence.startswith(f"things.toml, line 4, field {field}: ")


def test_a_list_of_tiles_is_toml_and_knows_no_id_twice(tmp_path: Path):
    path = tmp_path / "things.toml"
    path.write_text(f"tiles = [\n  {{ {TILE} }},\n  {{ {TILE} }},\n]\n", "utf-8")
    with pytest.raises(CardDataError, match="line 3, field id"):
        read_tiles(path)
    path.write_text("tiles = [\n  { id = \n]\n", "utf-8")
    with pytest.raises(CardDataError, match="line 2: not one tile"):
        read_tiles(path)
    path.write_text("tiles = [\n]\n", "utf-8")
    with pytest.raises(CardDataError, match="no tile"):
        read_tiles(path)
    folder = Path(engine.__file__).parent / "data" / "tiles"
    assert sorted(path.stem for path in folder.glob("*.toml")) == sorted(TILE_KINDS)
    assert all(tomllib.loads(path.read_text("utf-8"))["tiles"] for path in folder.glob("*.toml"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_gallery_names_every_card_with_its_printed_cost(language: str):
    """UI-22: name and cost in words, and the market symbols that tell cards of one name apart."""
    html = page("/cards/", language)
    for shelf, thing in everything():
        shown = html.partition(f'href="{address(shelf.name, thing.id)}">')[2].partition("</a>")[0]
        said = unescape(re.sub(r"<[^>]+>", "", shown))
        assert (thing.name_de if language == "de" else thing.name_en) in said
        if isinstance(thing, Card):
            assert (f"{thing.cost}\u202f₽" in said) == (thing.group != "purple")
    builders = re.findall(r'href="/cards/base2/ship-builder-[^"]+">(.*?)</a>', html, re.S)
    assert len({re.sub(r"<[^>]+>", "", one) for one in builders}) == 6


def test_the_page_of_a_card_has_its_large_face():
    """Figures with their words, and the whole sentence; said once to screen readers."""
    html = page("/cards/base2/wharf/")
    assert 'class="card g-green x large"' in html
    face = html.partition('class="card g-green x large"')[2].partition('<div class="about">')[0]
    assert '<span class="rub">6</span><span class="lb">rubles</span>' in face
    assert '<span class="lb">point</span><span class="vp">1</span>' in face
    workshop = page("/cards/base2/carpenter-workshop/")
    assert workshop.count("Every blue card you buy later costs 1 ruble less, including Exchange cards.") == 2
    assert '<p class="does sr">' in workshop
    assert page("/cards/base2/ship-builder/").count(" large") == 1
