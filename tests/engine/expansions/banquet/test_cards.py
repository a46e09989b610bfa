"""The cards of the Banquet: what goes to the box, Czar Superstar and Potemkin Villages (section 18)."""

from collections import Counter

import pytest

import engine
from tests.builders import act, price, seat, texts
from tests.engine.expansions.banquet.stories import BANQUET, PURPLE, banquet, options

NORMAL = ("czar-superstar", "potemkin-village-1-4", "potemkin-village-3-8")


def copies(chosen, names):
    cards = {card.id: card.copies for card in engine.cards(chosen)}
    return sum(cards.get(name, 0) for name in names)


def test_without_the_market_three_cards_go_to_the_box():
    """EX-103, COMBO-7, BANQ-1: 12 of 15 cards, two Black Markets, no Money Collector, no Parasite; with the Market 15."""
    alone = options()
    assert copies(alone, PURPLE + NORMAL) == 12
    assert copies(alone, ["black-market-yellow", "black-market-red"]) == 2
    assert copies(alone, ["money-collector", "parasite"]) == 0
    assert copies(options(2, "market"), PURPLE + NORMAL) == 15
    piles = Counter()
    for card in engine.cards(alone):
        piles[card.pile] += card.copies
    assert piles == {"worker": 31, "building": 28 + 2 + 1, "noble": 27 + 2 + 1, "exchange": 30 + 1 + 5}
    rules = engine.rulebook_for(alone)
    assert {pile: len(numbers) for pile, numbers in rules.card_numbers.items()} == piles


def test_with_module_2_the_debtors_prison_is_out():
    """EX-104, COMBO-8: 15 + 11 module cards."""
    chosen = options(2, "module-2", "market")
    module2 = [card for card in engine.cards(chosen) if card.id not in NORMAL + PURPLE]
    base = engine.cards(engine.Options(edition=2, players=2, sets=("market",)))
    assert copies(chosen, PURPLE + NORMAL) == 15
    assert sum(card.copies for card in module2) - sum(card.copies for card in base) == 11
    assert "debtors-prison" not in {card.id for card in engine.cards(chosen)}


def test_it_belongs_to_edition_2_and_makes_no_fifth_seat():
    """COMBO-4, COMBO-6, COMBO-13."""
    with pytest.raises(engine.OptionsError) as refusal:
        engine.Options(edition=1, sets=BANQUET)
    assert (refusal.value.code, refusal.value.rule) == ("banquet-edition", "COMBO-4")
    with pytest.raises(engine.OptionsError) as refusal:
        options(5)
    assert refusal.value.rule == "COMBO-13"
    assert options(5, "market").players == 5


def test_the_first_deal_is_of_workers_only():
    """FIRST-7: no purple card has the back of a Worker, so nothing is ever set aside."""
    chosen = options(4, "market")
    assert {card.group for card in engine.cards(chosen) if card.pile == "worker"} == {"green"}
    for number in range(20):
        state = engine.new_game(chosen, engine.make_deal(chosen, bytes([number]) * 32))
        dealt = [slot.card for slot in engine.view_for(state, 0).upper if slot]
        assert len(dealt) == 8
        assert {engine.card(chosen, card).group for card in dealt} == {"green"}


def test_the_czar_superstar_replaces_only_the_czar_and_carpenter():
    """EX-111, BANQ-SUPER-1, EXCH-4, COST-2: 9 - 8 is 1; over the version of In Good Company, 9 - 3 = 6. 3 rubles."""
    mine = [seat(display=["lumberjack", "czar-and-carpenter"])]
    state = banquet(phase="worker", upper=["czar-superstar"], seats=mine)
    assert texts(state, 0) == ["buy czar-superstar over czar-and-carpenter", "take czar-superstar", "pass"]
    assert price(state, 0, "czar-superstar") == 1
    after = act(state, 0, "buy czar-superstar over czar-and-carpenter")
    assert engine.explain(after, 0, "green").rubles == 3 + 3
    company = banquet("module-2", "good-company", phase="worker", upper=["czar-superstar"], seats=mine)
    assert price(company, 0, "czar-superstar") == 6


def test_the_czar_superstar_makes_blue_and_red_cards_cheaper():
    """EX-39, BANQ-SUPER-2, COST-5: Market 5 - 1 - 1 = 3; Author 4 - 1 = 3; Lumberjack 3; Exchange cards too."""
    mine = [seat(display=["czar-superstar", "carpenter-workshop", "hospital", "secretary"], rubles=60)]
    state = banquet(upper=["market", "author", "lumberjack", "catherine-palace", "senator"], seats=mine)
    assert [price(state, 0, card) for card in ("market", "author", "lumberjack")] == [3, 3, 3]
    assert price(state, 0, "catherine-palace", over="hospital") == max(1, 17 - 14 - 2)
    mine = [seat(display=["czar-superstar", "market", "author"])]
    state = banquet(upper=["catherine-palace", "senator"], seats=mine)
    assert price(state, 0, "catherine-palace") == 17 - 5 - 1
    assert price(state, 0, "senator") == 12 - 4 - 1


def test_the_czar_superstar_is_no_carpet():
    """BANQ-SUPER-3: the Textile Factory pays 2 VP for the Shepherd and nothing for the Superstar."""
    mine = [seat(display=["textile-factory", "shepherd", "czar-superstar"])]
    state = banquet("module-2", seats=mine)
    assert engine.explain(state, 0, "blue").points == 2


def test_potemkin_villages_are_worth_their_second_number():
    """EX-32, BANQ-POT-1, CARD-POT-1: St Isaac's (15) over 2/6, 1/4, 3/8: 9, 11, 7."""
    display = ["potemkin-village", "potemkin-village-1-4", "potemkin-village-3-8"]
    state = banquet(upper=["st-isaacs-cathedral"], seats=[seat(display=display)])
    assert [price(state, 0, "st-isaacs-cathedral", over=card) for card in display] == [9, 11, 7]


def test_potemkin_villages_have_one_name():
    """EX-33, BANQ-POT-2, COST-3, COST-8: 3/8 beside 2/6 costs 2; 1/4 beside two others 1; alone 1 and 3."""
    upper = ["potemkin-village-1-4", "potemkin-village-3-8"]
    assert [price(banquet(upper=upper), 0, card) for card in upper] == [1, 3]
    state = banquet(upper=["potemkin-village-3-8"], seats=[seat(display=["potemkin-village"])])
    assert price(state, 0, "potemkin-village-3-8") == 2
    both = [seat(display=["potemkin-village", "potemkin-village-3-8"])]
    assert price(banquet(upper=["potemkin-village-1-4"], seats=both), 0, "potemkin-village-1-4") == 1
