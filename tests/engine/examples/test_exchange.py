"""Exchange cards: what they replace, what that is worth, and what becomes of it."""

import pytest

import engine
from tests.builders import discarded, displayed, position, price, seat, texts
from tests.engine.examples.stories import all_pass, gains, scored, told

SYMBOLS = {
    "carpenter-workshop": "lumberjack",
    "gold-smelter": "gold-miner",
    "weaving-mill": "shepherd",
    "fur-shop": "fur-trapper",
    "wharf": "ship-builder",
}
WORKERS = [*SYMBOLS.values(), "czar-and-carpenter"]
BUILDINGS = [
    "market", "customs-house", "firehouse", "hospital", "library", "theater", "academy", "pub", "warehouse",
    "potemkin-village", "observatory",
]  # fmt: skip
NOBLES = ["author", "administrator", "warehouse-manager", "secretary", "controller", "judge", "mistress-of-ceremonies"]


def exchanges(edition: int, group: str) -> list[str]:
    return [c.id for c in engine.cards(engine.Options(edition=edition)) if c.exchange and c.group == group]


def targets(card: str, display: list[str], edition: int = 2) -> list[str]:
    """What a card of the upper row may replace in this display, for somebody who can pay anything."""
    state = position(edition=edition, upper=[card, "lumberjack"], seats=[seat(rubles=99, display=display), seat()])
    return [text.split(" over ")[1] for text in texts(state, 0) if text.startswith(f"buy {card} over ")]


def cost(card: str, over: str, display: list[str] | None = None, *, lower: bool = False, edition: int = 2) -> int:
    """What is really paid for a card that replaces another."""
    rows = {"upper": ["author"], "lower": [card]} if lower else {"upper": [card, "author"]}
    state = position(edition=edition, seats=[seat(rubles=60, display=[over, *(display or [])]), seat()], **rows)
    assert price(state, 0, card, "lower" if lower else "upper", over) >= 1
    return 60 - told(state, f"0 buy {card}{' lower' if lower else ''} over {over}")[0].rubles(0)


def test_a_palace_replaces_a_market() -> None:
    """EX-26, EXCH-1, EXCH-2, EXCH-7, COST-2: 17 - 5 = 12, and the Market lies on top of the discard pile."""
    state = position(
        upper=["catherine-palace", "pub"],
        discard=["author", "library"],
        seats=[seat(rubles=30, display=["author", "market", "pub"]), seat()],
    )
    state, entries = told(state, "0 buy catherine-palace over market")
    assert state.rubles(0) == 18
    assert discarded(state) == ["author", "library", "market"]
    assert displayed(state, 0) == ["author", "pub", "catherine-palace"]
    assert (entries[0].price, entries[0].over) == (12, "market")


def test_a_cathedral_from_the_lower_row_with_a_workshop() -> None:
    """EX-27, COST-2, COST-4, COST-5: 15 - 5 - 1 - 1 = 8."""
    assert cost("st-isaacs-cathedral", "market", ["carpenter-workshop"], lower=True) == 8


def test_fur_shop_and_wharf() -> None:
    """EX-28, EXCH-3: 10 - 6 = 4 and 12 - 7 = 5."""
    assert cost("fur-shop", "fur-trapper") == 4
    assert cost("wharf", "ship-builder") == 5


def test_a_senator_over_what_is_worth_as_much_or_more() -> None:
    """EX-29, COST-8: over a Secretary (12) and over a Controller (14): 1 in each case."""
    assert cost("senator", "secretary") == 1
    assert cost("senator", "controller") == 1


def test_every_green_card_replaces_the_czar_and_carpenter() -> None:
    """EX-30, EXCH-4, COST-8, CARD-CZAR-1: Wharf 12 - 8 = 4; Weaving Mill 0 becomes 1; Workshop -4 becomes 1."""
    assert cost("wharf", "czar-and-carpenter") == 4
    assert cost("weaving-mill", "czar-and-carpenter") == 1
    assert cost("carpenter-workshop", "czar-and-carpenter") == 1
    for edition in (1, 2):
        assert len(exchanges(edition, "green")) == 5
        for card in exchanges(edition, "green"):
            assert targets(card, ["czar-and-carpenter"], edition) == ["czar-and-carpenter"]
    czar = engine.card(engine.Options(), "czar-and-carpenter")
    assert czar.worker_symbol == "all"


def test_a_weaving_mill_without_a_shepherd() -> None:
    """EX-31, EXCH-3, TURN-3, TURN-4: with only Fur Trappers it cannot be bought or played, but taken."""
    mine = seat(rubles=60, display=["fur-trapper", "fur-trapper"])
    state = position(upper=["weaving-mill", "author"], seats=[mine, seat()])
    assert [text for text in texts(state, 0) if "weaving-mill" in text] == ["take weaving-mill"]
    state, _ = told(state, "0 take weaving-mill", "1 pass")
    assert not any("weaving-mill" in text for text in texts(state, 0))


def test_the_village_is_worth_six_when_it_is_replaced() -> None:
    """EX-32, CARD-POT-1: it costs 2, St Isaac's Cathedral over it 15 - 6 = 9, and it scores nothing."""
    state = position(upper=["potemkin-village", "author"], seats=[seat(rubles=20), seat()])
    assert told(state, "0 buy potemkin-village")[0].rubles(0) == 18
    assert cost("st-isaacs-cathedral", "potemkin-village") == 9
    assert cost("st-isaacs-cathedral", "potemkin-village", edition=1) == 9
    assert gains(["potemkin-village"], "building") == (0, 0)
    assert gains(["potemkin-village"], "building", edition=1) == (0, 0)


@pytest.mark.parametrize("edition", [1, 2])
def test_each_green_exchange_card_replaces_its_own_worker(edition: int) -> None:
    """EXCH-3: the same worker symbol, or all of them."""
    for card, worker in SYMBOLS.items():
        assert sorted(targets(card, [*WORKERS, "market", "author"], edition)) == sorted([worker, "czar-and-carpenter"])


@pytest.mark.parametrize("edition", [1, 2])
def test_blue_replaces_any_building_and_red_any_noble(edition: int) -> None:
    """EXCH-1, EXCH-2: and never a card of another colour."""
    display = [*BUILDINGS, *NOBLES, "lumberjack"]
    assert (len(exchanges(edition, "blue")), len(exchanges(edition, "red"))) == (10, 10)
    for card in exchanges(edition, "blue"):
        assert sorted(targets(card, display, edition)) == sorted(BUILDINGS)
    for card in exchanges(edition, "red"):
        assert sorted(targets(card, display, edition)) == sorted(NOBLES)


@pytest.mark.parametrize("edition", [1, 2])
def test_an_exchange_card_is_never_replaced(edition: int) -> None:
    """EX-35, EXCH-5: no card may replace a Fur Shop, and none any other Exchange card."""
    everything = [card.id for card in engine.cards(engine.Options(edition=edition)) if card.exchange]
    for card in everything:
        display = [other for other in everything if other != card]
        assert "fur-shop" in display or card == "fur-shop"
        assert targets(card, display, edition) == []
    view = engine.view_for(position(upper=["bank"], seats=[seat(display=["fur-shop", "market"])]), 0)
    assert [card.replaceable for card in view.seats[0].display] == [False, True]


def test_a_face_down_observatory_is_not_replaceable() -> None:
    """EXCH-6, CARD-OBS-5: the other one, face up, is."""
    assert targets("bank", ["observatory face down"]) == []
    assert targets("bank", ["observatory face down", "observatory"]) == ["observatory"]
    state = position(
        upper=["bank", "pub"], seats=[seat(rubles=60, display=["observatory face down", "observatory"]), seat()]
    )
    state, _ = told(state, "0 buy bank over observatory")
    assert displayed(state, 0) == ["observatory face down", "bank"]


def test_all_effects_of_the_replaced_card_stop_at_once() -> None:
    """EXCH-8: a replaced Market pays nothing and makes no Market cheaper; the new card pays with its colour."""
    mine = seat(rubles=60, display=["market", "market"])
    state = position(upper=["bank", "market", "pub"], seats=[mine, seat()])
    assert price(state, 0, "market") == 3
    state, _ = told(state, "0 buy bank over market", "1 pass")
    assert price(state, 0, "market") == 4
    _, entries = all_pass(state)
    assert scored(entries, "building")[0] == (60 - 8, 5, 0, 1 + 1)


def test_the_player_chooses_which_card_is_replaced() -> None:
    """EXCH-9: every legal card is a move of its own, equal copies are one; without a choice the words mean nothing."""
    mine = seat(rubles=60, display=["market", "library", "market"])
    state = position(upper=["hermitage", "pub"], seats=[mine, seat()])
    ways = {text for text in texts(state, 0) if text.startswith("buy hermitage")}
    assert ways == {"buy hermitage over market", "buy hermitage over library"}
    assert told(state, "0 buy hermitage over library")[0].rubles(0) == 60 - 1
    assert told(state, "0 buy hermitage over market")[0].rubles(0) == 60 - 13


def test_the_colour_of_the_front_counts_wherever_it_lies() -> None:
    """EXCH-12: from the Exchange pile a green card is scored with the Workers, a blue one is cheaper with the Carpenter
    Workshop, a red one pays in the Noble scoring; each comes from the same pile."""
    options = engine.Options()
    assert {engine.card(options, card).pile for card in ("wharf", "bank", "senator")} == {"exchange"}
    display = ["wharf", "bank", "senator"]
    assert gains(display, "worker") == (6, 1)
    assert gains(display, "building") == (5, 1)
    assert gains(display, "noble") == (2, 2)
    assert cost("bank", "market", ["carpenter-workshop"]) == 7
    state = position(upper=["pub"], seats=[seat(hand=["bank"], display=["market", "carpenter-workshop"]), seat()])
    assert price(state, 0, "bank", "hand") == 7


def test_bought_or_played_from_the_hand_makes_no_difference() -> None:
    """EXCH-1: the same price, the same place for the replaced card."""
    mine = seat(rubles=30, display=["market"], hand=["bank"])
    state, _ = told(position(upper=["pub"], seats=[mine, seat()]), "0 play bank over market")
    assert (state.rubles(0), displayed(state, 0), discarded(state)) == (22, ["bank"], ["market"])
