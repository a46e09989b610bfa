"""Prices: printed cost, what they are reduced by, and that a ruble is the least."""

import pytest

import engine
from tests.builders import act, position, price, seat, texts
from tests.engine.examples.stories import told


def cost(card: str, display: list[str], *, lower: bool = False, over: str | None = None, edition: int = 2) -> int:
    """What a card costs with this display: the figure in the view, and what is really paid for it."""
    rows = {"lower": [card], "upper": ["academy"]} if lower else {"upper": [card, "author"]}
    state = position(edition=edition, seats=[seat(rubles=60, display=display), seat()], **rows)
    shown = price(state, 0, card, "lower" if lower else "upper", over)
    paid = 60 - act(state, 0, f"buy {card}{' lower' if lower else ''}{f' over {over}' if over else ''}").rubles(0)
    assert shown == paid
    return paid


def test_all_reductions_of_a_theater_add_up() -> None:
    """EX-20, COST-3, COST-4, COST-5, COST-7, COST-12: 20 - 1 - 1 - 1 = 17, and each of them alone takes one off."""
    assert cost("theater", []) == 20
    assert cost("theater", ["theater"]) == 19
    assert cost("theater", [], lower=True) == 19
    assert cost("theater", ["carpenter-workshop"]) == 19
    assert cost("theater", ["theater", "carpenter-workshop"], lower=True) == 17


def test_a_third_fur_trapper_from_the_lower_row() -> None:
    """EX-21, COST-3, COST-4: 6 - 2 - 1 = 3."""
    assert cost("fur-trapper", ["fur-trapper"] * 2, lower=True) == 3


def test_a_third_market() -> None:
    """EX-22, COST-3: 5 - 2 = 3; Markets of edition 2 have one name whatever their symbols."""
    assert cost("market", ["market"] * 2) == 3
    assert cost("market", ["market"] * 2, edition=1) == 3


def test_a_theater_from_the_lower_row() -> None:
    """EX-23, COST-4: 19."""
    assert cost("theater", [], lower=True) == 19


def test_five_lumberjacks_one_after_the_other() -> None:
    """EX-24, COST-3, COST-8: 3, 2, 1, 1, 1."""
    state = position(phase="worker", players=1, upper=["lumberjack"] * 6, seats=[seat()])
    paid = []
    for _ in range(5):
        after = act(state, 0, "buy lumberjack")
        paid.append(state.rubles(0) - after.rubles(0))
        state = after
    assert paid == [3, 2, 1, 1, 1]


@pytest.mark.parametrize("edition", [1, 2])
def test_workshop_and_smelter_take_one_off_their_colour(edition: int) -> None:
    """EX-25, COST-5, CARD-CARP-1, CARD-GOLD-1: Firehouse 11 - 1 = 10, Warehouse Manager 10 - 1 = 9; other colours,
    and the other way round, cost what they cost. Exchange cards of the colour are cheaper too."""
    assert cost("firehouse", ["carpenter-workshop"], edition=edition) == 10
    assert cost("warehouse-manager", ["gold-smelter"], edition=edition) == 9
    assert cost("firehouse", ["gold-smelter"], edition=edition) == 11
    assert cost("warehouse-manager", ["carpenter-workshop"], edition=edition) == 10
    assert cost("lumberjack", ["carpenter-workshop", "gold-smelter"], edition=edition) == 3
    assert cost("bank", ["carpenter-workshop", "market"], over="market", edition=edition) == 13 - 5 - 1
    assert cost("senator", ["gold-smelter", "author"], over="author", edition=edition) == 12 - 4 - 1
    assert (
        cost("fur-shop", ["carpenter-workshop", "gold-smelter", "fur-trapper"], over="fur-trapper", edition=edition)
        == 10 - 6
    )


def test_a_card_gives_no_reduction_for_its_own_purchase() -> None:
    """COST-5, COST-13: the reductions are those of the display at the moment of paying."""
    assert cost("carpenter-workshop", ["lumberjack"], over="lumberjack") == 1
    assert cost("gold-smelter", ["gold-miner"], over="gold-miner") == 2
    state = position(upper=["firehouse", "pub"], seats=[seat(rubles=30, hand=["carpenter-workshop"]), seat()])
    assert price(state, 0, "firehouse") == 11


@pytest.mark.parametrize(
    ("edition", "judge", "mistress", "cheap_judge", "cheap_mistress"), [(1, 16, 18, 14, 16), (2, 17, 20, 15, 18)]
)
def test_judge_and_mistress_in_both_editions(
    edition: int, judge: int, mistress: int, cheap_judge: int, cheap_mistress: int
) -> None:
    """EX-113, COST-4, COST-5: and with the Gold Smelter from the lower row."""
    smelter = ["gold-smelter"]
    assert cost("judge", [], edition=edition) == judge
    assert cost("mistress-of-ceremonies", [], edition=edition) == mistress
    assert cost("judge", smelter, lower=True, edition=edition) == cheap_judge
    assert cost("mistress-of-ceremonies", smelter, lower=True, edition=edition) == cheap_mistress


def test_a_price_is_never_below_one_ruble() -> None:
    """COST-8, COST-13: not even nought, and nothing is paid back."""
    assert cost("pub", ["pub", "carpenter-workshop"]) == 1
    assert cost("lumberjack", ["lumberjack"] * 5) == 1
    assert cost("builder", ["judge"], over="judge") == 1


def test_the_hand_makes_nothing_cheaper() -> None:
    """COST-3: only cards of the display count, not those of the hand or of others."""
    seats = [seat(rubles=30, hand=["market", "market"]), seat(display=["market"])]
    state = position(upper=["market", "pub"], seats=seats)
    assert price(state, 0, "market") == 5
    assert price(state, 0, "market", "hand") == 5


def test_a_face_down_observatory_still_has_its_name() -> None:
    """COST-3: another Observatory costs 7 - 1 = 6 in edition 2, 6 - 1 = 5 in edition 1."""
    assert cost("observatory", ["observatory face down"]) == 6
    assert cost("observatory", ["observatory face down"], edition=1) == 5


def test_the_same_price_holds_wherever_a_card_is_paid() -> None:
    """COST-1: bought, played from the hand, or drawn with an Observatory; only the lower row is cheaper by one."""
    mine = seat(rubles=60, display=["observatory", "theater", "carpenter-workshop"], hand=["theater"])
    state = position(upper=["pub", "academy"], seats=[mine, seat()], piles={"building": ["library", "market"]})
    assert price(state, 0, "theater", "hand") == 18
    assert told(state, "0 play theater")[0].rubles(0) == 60 - 18
    drawn, _ = told(state, "0 draw building")
    assert price(drawn, 0, "library", "drawn") == 16
    assert told(drawn, "0 buy library drawn")[0].rubles(0) == 60 - 16


def test_an_exchange_card_has_same_names_too() -> None:
    """EX-34, COST-3: a second Fur Shop replacing a Fur Trapper: 10 - 6 - 1 = 3."""
    assert cost("fur-shop", ["fur-shop", "fur-trapper"], over="fur-trapper") == 3


def test_a_replaced_card_is_worth_its_printed_cost() -> None:
    """EX-37, COST-2, COST-13: a third Market was bought for 3; Catherine's Palace over it costs 17 - 5 = 12, not 14."""
    state = position(
        upper=["market", "catherine-palace", "pub"], seats=[seat(rubles=30, display=["market"] * 2), seat()]
    )
    state, _ = told(state, "0 buy market", "1 pass")
    assert state.rubles(0) == 27
    state, _ = told(state, "0 buy catherine-palace over market")
    assert state.rubles(0) == 27 - 12


def test_base_games_price_yellow_cards_nowhere() -> None:
    """COST-10: same names and lower row hold for every card there is; no Market card is among them."""
    for edition in (1, 2):
        cards = engine.cards(engine.Options(edition=edition))
        assert {card.group for card in cards} == {"green", "blue", "red"}
        for card in cards:
            if card.exchange or card.copies < 2:
                continue
            assert cost(card.id, [card.id], lower=True, edition=edition) == max(1, card.cost - 2)


def test_what_cannot_be_paid_is_not_offered() -> None:
    """TURN-3, COST-8: 16 rubles do not buy a Theater at 17, 17 do."""
    display = ["theater", "carpenter-workshop"]
    for rubles in (16, 17):
        state = position(upper=["pub"], lower=["theater"], seats=[seat(rubles=rubles, display=display), seat()])
        assert ("buy theater lower" in texts(state, 0)) is (rubles == 17)
