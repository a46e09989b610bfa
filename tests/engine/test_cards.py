"""Card lists: complete, read once, and a fault is named by file, line and field."""

from collections import Counter
from pathlib import Path

import pytest

import engine
from engine.cards import card_list, read_cards
from engine.datalist import DATA
from engine.errors import CardDataError

GOOD = (
    '  { id = "inn", key = "inn", name_en = "Inn", name_de = "Gasthof", pile = "building", group = "blue", '
    'copies = 2, cost = 4, certainty = "card" },'
)


def listed(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "inns.toml"
    path.write_text("\n".join(["# a list", "cards = [", *lines, "]", ""]), "utf-8")
    return path


@pytest.mark.parametrize("edition", [1, 2])
def test_a_base_game_has_its_116_cards(edition: int) -> None:
    """SETUP-1: 31 Workers, 28 Buildings, 27 Nobles and 30 Exchange cards, ten of each colour."""
    cards = engine.cards(engine.Options(edition=edition))
    piles = Counter()
    colours = Counter()
    for card in cards:
        piles[card.pile] += card.copies
        colours[card.group] += card.copies if card.exchange else 0
    assert piles == {"worker": 31, "building": 28, "noble": 27, "exchange": 30}
    assert colours == {"green": 10, "blue": 10, "red": 10}


@pytest.mark.parametrize("edition", [1, 2])
def test_cards_that_differ_in_nothing_in_play_are_one_kind(edition: int) -> None:
    """GLOSS-2, MKT-3: without the Market the symbols of Ship Builders and Markets are ignored."""
    cards = {card.id: card for card in engine.cards(engine.Options(edition=edition))}
    assert len(cards) == 49
    assert (cards["ship-builder"].copies, cards["market"].copies) == (6, 5)
    assert cards["ship-builder"].market_symbols == ()
    assert len(card_list(f"base{edition}")) == (49 if edition == 1 else 58)


def test_the_editions_differ_where_the_rules_say_so() -> None:
    """EX-113 and section 13: Observatory, Judge, Mistress of Ceremonies, Mariinski Theater; nothing else costs otherwise."""
    first, second = ({card.id: card for card in engine.cards(engine.Options(edition=e))} for e in (1, 2))
    dearer = {name: (first[name].cost, second[name].cost) for name in first.keys() & second.keys()}
    assert {name: costs for name, costs in dearer.items() if costs[0] != costs[1]} == {
        "observatory": (6, 7),
        "judge": (16, 17),
        "mistress-of-ceremonies": (18, 20),
        "mariinski-theater": (10, 15),
    }
    assert first.keys() ^ second.keys() == {"pope", "abbot", "czar", "czarina"}


def test_card_numbers_follow_the_printed_order() -> None:
    """A number is the place of a physical card in the printed order of the list, and each belongs to one pile."""
    rules = engine.rulebook_for(engine.Options(edition=2))
    assert [rules.ids[rules.row_of_number[n]] for n in (1, 6, 7, 25, 30, 31, 32, 36)] == [
        "lumberjack", "lumberjack", "gold-miner", "ship-builder", "ship-builder", "czar-and-carpenter", "market", "market",
    ]  # fmt: skip
    numbers = [number for pile in rules.piles for number in rules.card_numbers[pile]]
    assert sorted(numbers) == list(range(1, 117))


def test_a_card_tells_how_sure_its_figures_are() -> None:
    """A figure that no source gives is easy to find."""
    judge = engine.card(engine.Options(edition=1), "judge")
    assert (judge.certainty, judge.inferred) == ("card", ("name_de",))
    assert judge.to_json()["inferred"] == ["name_de"]
    with pytest.raises(KeyError):
        engine.card(engine.Options(), "helicopter")


def test_the_lists_of_the_game_are_good_and_read_once() -> None:
    """Every list in the package passes the checks."""
    paths = sorted(DATA.glob("*.toml"))
    assert {path.stem for path in paths} >= {"base1", "base2", "market", "company1", "module2", "company2", "banquet"}
    assert all(read_cards(path) for path in paths)
    assert card_list("base1") is card_list("base1")


def test_a_good_line_is_read_with_its_defaults(tmp_path: Path) -> None:
    """COST-2: the exchange value is the printed cost unless the card says otherwise."""
    (inn,) = read_cards(listed(tmp_path, GOOD))
    assert (inn.rubles, inn.points, inn.value_when_replaced, inn.exchange, inn.effects) == (0, 0, 4, False, ())


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("copies = 2, ", "", "copies"),
        ("copies = 2", 'copies = "2"', "copies"),
        ("copies = 2", "copies = true", "copies"),
        ("copies = 2", "copies = 0", "copies"),
        ("cost = 4", "cost = -1", "cost"),
        ("cost = 4", "cost = 4.5", "cost"),
        ('"blue"', '"azure"', "group"),
        ('certainty = "card"', 'certainty = "hearsay"', "certainty"),
        ('certainty = "card"', 'certainty = "card", colour = "blue"', "colour"),
        ('certainty = "card"', 'certainty = "card", inferred = ["colour"]', "inferred"),
        ('certainty = "card"', 'certainty = "card", exchange = true', "replaces"),
        ('certainty = "card"', 'certainty = "card", replaces = "noble:any"', "replaces"),
        ('certainty = "card"', 'certainty = "card", effects = [["hand limit"]]', "effects"),
        ('certainty = "card"', 'certainty = "card", effects = [["hand limit", true]]', "effects"),
    ],
)
def test_a_fault_names_file_line_and_field(tmp_path: Path, old: str, new: str, field: str) -> None:
    """What is wrong can be found and corrected at once."""
    path = listed(tmp_path, GOOD, GOOD.replace('"inn"', '"tavern"').replace(old, new))
    with pytest.raises(CardDataError) as fault:
        read_cards(path)
    assert fault.value.sentence.startswith(f"inns.toml, line 4, field {field}: ")


def test_a_line_that_is_no_card_and_an_id_twice_are_named(tmp_path: Path) -> None:
    """Syntax and doubles too."""
    with pytest.raises(CardDataError, match=r"^inns\.toml, line 4: not one card in TOML"):
        read_cards(listed(tmp_path, GOOD, "  { id = "))
    with pytest.raises(CardDataError, match=r"^inns\.toml, line 4, field id: inn stands already in line 3"):
        read_cards(listed(tmp_path, GOOD, GOOD))
    with pytest.raises(CardDataError, match=r"^inns\.toml: no card"):
        read_cards(listed(tmp_path))
