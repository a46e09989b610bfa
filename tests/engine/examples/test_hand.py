"""The hand: its limit, the Warehouse, and cards that come out of it."""

import pytest

import engine
from tests.builders import in_hand, position, price, seat, texts
from tests.engine.examples.stories import gains, told


def takes(hand: list[str], display: list[str], edition: int = 2) -> bool:
    """Whether a card can be taken with this hand and display."""
    state = position(edition=edition, upper=["academy"], seats=[seat(hand=hand, display=display), seat()])
    return "take academy" in texts(state, 0)


def test_a_hand_holds_three_cards() -> None:
    """HAND-1: a third card may be taken, a fourth not."""
    assert takes(["judge", "author"], [])
    assert not takes(["judge", "author", "market"], [])
    assert engine.view_for(position(upper=["academy"]), 0).seats[0].hand_limit == 3


@pytest.mark.parametrize("edition", [1, 2])
def test_the_warehouse_raises_the_limit_to_four(edition: int) -> None:
    """HAND-2, CARD-WARE-1: a fourth card may be taken, a fifth not; the Warehouse itself scores nothing."""
    assert takes(["judge", "author", "market"], ["warehouse"], edition)
    assert not takes(["judge", "author", "market", "pub"], ["warehouse"], edition)
    assert gains(["warehouse"], "building", edition) == (0, 0)
    view = engine.view_for(position(edition=edition, upper=["academy"], seats=[seat(display=["warehouse"])]), 0)
    assert [one.hand_limit for one in view.seats] == [4, 3]


def test_a_warehouse_in_the_hand_raises_nothing() -> None:
    """HAND-2: only the one in the display counts."""
    assert not takes(["warehouse", "author", "market"], [])


def test_losing_the_warehouse_costs_no_card_but_stops_taking() -> None:
    """EX-51, HAND-3, EXCH-8: 4 cards stay; taking is illegal with 4 and with 3, legal with 2."""
    mine = seat(rubles=60, display=["warehouse"], hand=["author", "market", "pub", "lumberjack"])
    state = position(upper=["bank", "academy", "library"], seats=[mine, seat()])
    state, _ = told(state, "0 buy bank over warehouse", "1 pass")
    assert in_hand(state, 0) == ["author", "market", "pub", "lumberjack"]
    for card in ("author", "market"):
        assert not any(text.startswith("take ") for text in texts(state, 0))
        state, _ = told(state, f"0 play {card}", "1 pass")
    assert in_hand(state, 0) == ["pub", "lumberjack"]
    state, _ = told(state, "0 take academy", "1 pass")
    assert in_hand(state, 0) == ["pub", "lumberjack", "academy"]
    assert not any(text.startswith("take ") for text in texts(state, 0))


def test_the_warehouse_played_from_a_full_hand_makes_room_for_two() -> None:
    """HAND-2, TURN-12: it leaves the hand and raises the limit at once."""
    mine = seat(hand=["warehouse", "author", "market"])
    state = position(upper=["academy", "library", "hospital"], seats=[mine, seat()])
    state, _ = told(state, "0 play warehouse", "1 pass", "0 take academy", "1 pass", "0 take library", "1 pass")
    assert len(in_hand(state, 0)) == 4
    assert not any(text.startswith("take ") for text in texts(state, 0))


def test_a_card_taken_from_the_lower_row_costs_its_full_price_later() -> None:
    """EX-36, HAND-6, COST-4: a Theater costs 19 there, and 20 from the hand."""
    state = position(upper=["academy"], lower=["theater"], seats=[seat(rubles=25), seat()])
    assert price(state, 0, "theater", "lower") == 19
    state, _ = told(state, "0 take theater lower", "1 pass")
    assert price(state, 0, "theater", "hand") == 20
    state, entries = told(state, "0 play theater")
    assert state.rubles(0) == 5
    assert entries[0].price == 20
