"""The cards of Module 2: piles, costs, incomes, what they replace (M2)."""

from collections import Counter

import pytest

import engine
from engine.scoring import is_split, worth
from tests.builders import act, discarded, displayed, position, price, seat, texts
from tests.engine.examples.stories import all_pass, scored, told
from tests.engine.expansions.module2.stories import M2, gained, options


def test_all_twelve_cards_are_in_the_piles_of_their_backs() -> None:
    """M2-1, COMBO-12, SETUP-2: 3 Buildings, 2 Nobles, 7 Exchange cards of 11 kinds, beside the 116 of the base game."""
    piles: Counter[str] = Counter()
    for card in engine.cards(options()):
        piles[card.pile] += card.copies
    assert piles == {"worker": 31, "building": 28 + 3, "noble": 27 + 2, "exchange": 30 + 7}
    base = {card.id for card in engine.cards(engine.Options(edition=2))}
    added = {card.id: card.copies for card in engine.cards(options()) if card.id not in base}
    assert (len(added), sum(added.values()), added["impostor"]) == (11, 12, 2)


def test_module_2_is_played_with_and_without_the_market_and_in_edition_2_only() -> None:
    """COMBO-4, COMBO-6, COMBO-12."""
    for players in (1, 2, 3, 4):
        for sets in (M2, ("market", "module-2")):
            assert engine.Options(edition=2, players=players, sets=sets).sets == sets
    with pytest.raises(engine.OptionsError) as error:
        engine.Options(edition=1, sets=M2)
    assert (error.value.code, error.value.rule) == ("module-2-edition", "COMBO-4")


@pytest.mark.parametrize(
    ("card", "cost"),
    [
        ("coffeehouse", 6),
        ("trading-house", 2),
        ("debtors-prison", 8),
        ("impostor", 1),
        ("october-revolution", 15),
        ("textile-factory", 16),
        ("trading-guild", 13),
        ("university", 18),
        ("merchant", 6),
        ("lieutenant-kije", 12),
        ("mayor", 13),
    ],
)
def test_the_cards_cost_what_the_rules_say(card: str, cost: int) -> None:
    """M2-COFFEE-1, M2-TRADE-1, M2-DEBT-1, IMPO-1, M2-OCT-1, M2-TEXTILE-1, GUILD-1, M2-UNI-1, M2-MERCH-1, M2-KIJE-1,
    M2-MAYOR-1: the printed cost."""
    assert engine.card(options(), card).cost == cost


def test_cards_that_count_pay_by_what_they_count() -> None:
    """EX-53, M2-COFFEE-1, M2-MAYOR-1, M2-TEXTILE-1: 4 rubles for 4 Nobles, two of them equal; 5 for 5 blue cards; 8 VP for
    2 Shepherds, Weaving Mill, Czar & Carpenter."""
    assert gained(["coffeehouse", "author", "author", "judge", "senator"], "building") == (4, 0)
    assert gained(["mayor", "pub", "market", "library", "bank", "observatory"], "noble") == (5, 0)
    workers = ["shepherd", "shepherd", "weaving-mill", "czar-and-carpenter"]
    assert gained([*workers, "lumberjack", "fur-shop", "textile-factory"], "building") == (0, 8)


def test_the_other_exchange_cards_pay_what_they_bear() -> None:
    """M2-UNI-1, M2-MERCH-1, M2-KIJE-1: 6 VP; 3 rubles; 3 VP."""
    assert gained(["university"], "building") == (0, 6)
    assert gained(["merchant"], "noble") == (3, 0)
    assert gained(["lieutenant-kije"], "noble") == (0, 3)


def test_a_coffeehouse_may_be_replaced_and_counts_no_more() -> None:
    """M2-COFFEE-1, EXCH-2, EXCH-8: the University replaces it for 18 - 6 = 12."""
    mine = seat(display=["coffeehouse", "author"])
    state = position(sets=M2, upper=["university", "academy"], seats=[mine, seat()])
    assert price(state, 0, "university") == 12
    state = act(state, 0, "buy university over coffeehouse")
    assert discarded(state) == ["coffeehouse"]
    _, entries = all_pass(state)
    assert scored(entries, "building")[0][1::2] == (0, 6)


@pytest.mark.parametrize(("edition", "sets", "points"), [(2, M2, 3), (1, ("good-company",), 2)])
def test_the_october_revolution_replaces_any_worker(edition: int, sets: tuple[str, ...], points: int) -> None:
    """EX-114, M2-OCT-1, EXCH-4, COST-2: 15 - 3 = 12 over a Lumberjack; 6 rubles and 3 VP (Module 2) or 2 VP (In Good
    Company of edition 1) in the Worker scoring. Over Czar & Carpenter too."""
    mine = seat(rubles=30, display=["lumberjack", "czar-and-carpenter"])
    state = position(
        edition=edition, sets=sets, phase="worker", upper=["october-revolution", "pub"], seats=[mine, seat()]
    )
    assert price(state, 0, "october-revolution", over="lumberjack") == 12
    assert "buy october-revolution over czar-and-carpenter" in texts(state, 0)
    state, _ = told(state, "0 buy october-revolution over lumberjack")
    assert (displayed(state, 0), discarded(state)) == (["czar-and-carpenter", "october-revolution"], ["lumberjack"])
    _, entries = all_pass(state)
    czar = 3 if edition == 2 else 2
    assert scored(entries, "worker")[0] == (18, 6 + czar, 0, points)


@pytest.mark.parametrize(("edition", "sets", "points"), [(1, ("good-company",), 2), (2, M2, 0)])
def test_the_october_revolution_bears_symbols_in_edition_1_only(
    edition: int, sets: tuple[str, ...], points: int
) -> None:
    """EX-54, IGC-OCT-1, M2-TEXTILE-1: the Textile Factory counts it with In Good Company of edition 1: 2 VP, else 0."""
    assert gained(["october-revolution", "textile-factory"], "building", sets, edition) == (0, points)


@pytest.mark.parametrize(
    ("card", "value"),
    [
        ("trading-guild", (4, 4)),
        ("trading-guild 3/1", (4, 4)),
        ("trading-guild 4/0", (4, 4)),
        ("impostor", (-1, 0)),
        ("trading-house", (0, 0)),
        ("debtors-prison", (0, 1)),
        ("debtors-prison face down", (0, 0)),
        ("coffeehouse", (2, 0)),
        ("textile-factory", (0, 4)),
        ("mayor", (2, 0)),
        ("october-revolution", (6, 3)),
    ],
)
def test_what_a_card_is_worth_by_itself(card: str, value: tuple[int, int]) -> None:
    """M2-2: the Guild 4 rubles or 4 VP whatever its split, the Impostor -1 ruble, the Trading House nothing, a face-down card
    no VP; counting cards count those of their owner."""
    red = [] if card in ("impostor", "mayor") else ["judge"]
    blue_cards = ["market", "pub"] if card == "mayor" else []
    display = ["author", *red, "shepherd", "shepherd", *blue_cards, card]
    state = position(sets=M2, seats=[seat(display=display), seat(display=["bank"])])
    owner = state.players[0]
    assert worth(state.rules, owner.facts, owner.display[-1]) == value
    assert is_split(state.rules, owner.display[-1]) == card.startswith("trading-guild")
