"""The actions of a turn: buy, take, play from the hand, and what none of them can do."""

import pytest

import engine
from engine.errors import IllegalMove, NotationError
from tests.builders import displayed, in_hand, position, seat, texts
from tests.engine.examples.stories import all_pass, asked, lying, scored, told

ALL_PHASES = ["worker", "building", "noble", "exchange"]


@pytest.mark.parametrize("phase", ALL_PHASES)
def test_any_card_of_either_row_may_be_bought_or_taken_in_any_phase(phase: str) -> None:
    """TURN-3, TURN-4: whatever its group; what is bought is paid and lies in the display, what is taken costs nothing."""
    cards = ["shepherd", "market", "author", "fur-shop"]
    lower = ["lumberjack", "library", "judge", "bank"]
    mine = seat(rubles=60, display=["fur-trapper", "firehouse"])
    state = position(phase=phase, upper=cards, lower=lower, seats=[mine, seat()])
    legal = texts(state, 0)
    assert legal == [
        "buy shepherd", "take shepherd", "buy market", "take market", "buy author", "take author",
        "buy fur-shop over fur-trapper", "take fur-shop",
        "buy lumberjack lower", "take lumberjack lower", "buy library lower", "take library lower",
        "buy judge lower", "take judge lower", "buy bank lower over firehouse", "take bank lower", "pass",
    ]  # fmt: skip
    bought, _ = told(state, "0 buy library lower")
    assert (bought.rubles(0), displayed(bought, 0)) == (60 - 16, ["fur-trapper", "firehouse", "library"])
    assert lying(bought, "lower") == ["lumberjack", "judge", "bank"]
    taken, _ = told(state, "0 take author")
    assert (taken.rubles(0), in_hand(taken, 0)) == (60, ["author"])
    assert lying(taken) == ["shepherd", "market", "fur-shop"]


def test_a_card_is_bought_only_with_the_price_in_hand() -> None:
    """TURN-3: the last ruble may be spent, one ruble too few is too few."""
    for rubles, legal in ((17, True), (16, False)):
        state = position(upper=["library"], seats=[seat(rubles=rubles), seat()])
        assert ("buy library" in texts(state, 0)) is legal
    state, _ = told(position(upper=["library", "pub"], seats=[seat(rubles=17), seat()]), "0 buy library")
    assert state.rubles(0) == 0


def test_an_exchange_card_is_bought_only_over_a_card_but_taken_without() -> None:
    """TURN-3, TURN-4, TURN-5, EXCH-1."""
    state = position(upper=["bank", "market", "pub"], seats=[seat(rubles=40, display=["author"]), seat()])
    assert texts(state, 0) == ["take bank", "buy market", "take market", "buy pub", "take pub", "pass"]
    state, _ = told(state, "0 take bank", "1 pass")
    assert texts(state, 0) == ["buy market", "take market", "buy pub", "take pub", "pass"]
    state, _ = told(state, "0 buy market", "1 pass")
    assert "play bank over market" in texts(state, 0)


@pytest.mark.parametrize("phase", ALL_PHASES)
def test_a_card_taken_earlier_may_be_played_in_any_phase(phase: str) -> None:
    """TURN-5: its price is paid now; legal only with the price and a card to replace."""
    hand = ["lumberjack", "judge", "wharf"]
    state = position(phase=phase, upper=["academy"], seats=[seat(rubles=8, hand=hand), seat()])
    assert texts(state, 0) == ["play lumberjack", "pass"]
    state, _ = told(state, "0 play lumberjack")
    assert (state.rubles(0), displayed(state, 0), in_hand(state, 0)) == (5, ["lumberjack"], ["judge", "wharf"])


def test_a_card_is_not_played_in_the_turn_it_was_taken() -> None:
    """TURN-1, TURN-5: one action, then the next player clockwise has a turn."""
    state = position(upper=["market", "academy", "pub"], players=3, turn=1)
    state, _ = told(state, "1 take market")
    assert asked(state) == 2
    state, _ = told(state, "2 pass")
    assert asked(state) == 0
    state, _ = told(state, "0 pass", "1 play market")
    assert displayed(state, 1) == ["market"]


def test_the_observatory_takes_the_place_of_the_action() -> None:
    """TURN-7: in the Building phase only, and when the drawn card is settled it is the next player's turn."""
    mine = seat(display=["observatory"])
    for phase in ALL_PHASES:
        state = position(phase=phase, upper=["academy"], seats=[mine, seat()])
        assert any(text.startswith("draw ") for text in texts(state, 0)) == (phase == "building")
    state = position(upper=["academy"], seats=[mine, seat()], piles={"noble": ["judge", "author"]})
    state, _ = told(state, "0 draw noble", "0 discard judge drawn")
    assert asked(state) == 1


def test_nothing_is_sold_lent_thrown_away_or_given_back() -> None:
    """TURN-10: the legal moves are buy, take, play, draw and pass, and there are no words for anything else."""
    mine = seat(rubles=1, hand=["judge", "author"], display=["market", "library", "author"])
    state = position(upper=["academy", "pub"], lower=["theater"], seats=[mine, seat()])
    assert texts(state, 0) == ["take academy", "buy pub", "take pub", "take theater lower", "pass"]
    for text in ("sell market", "discard judge", "discard market", "remove author", "buy pub and pub"):
        with pytest.raises((NotationError, IllegalMove)):
            told(state, f"0 {text}")


def test_of_equal_cards_the_leftmost_is_meant() -> None:
    """TURN-13: in either row; the move needs no place."""
    cards = ["author", "market", "market", "pub", "market"]
    state = position(upper=cards, lower=["theater", None, "theater"])
    state, _ = told(state, "0 take market")
    assert [slot and slot.card for slot in engine.view_for(state, 0).upper][:5] == [
        "author", None, "market", "pub", "market"
    ]  # fmt: skip
    state, _ = told(state, "1 take theater lower")
    assert [slot and slot.card for slot in engine.view_for(state, 0).lower][:3] == [None, None, "theater"]


def test_what_is_bought_takes_effect_at_once_but_pays_at_its_scoring() -> None:
    """TURN-12: the Gold Smelter makes the next Noble cheaper in the same phase, the Warehouse makes room, and neither
    rubles nor points come before the scoring of the colour."""
    mine = seat(rubles=40, display=["gold-miner", "market"], hand=["pub", "pub", "judge"])
    state = position(upper=["gold-smelter", "author", "warehouse", "library"], seats=[mine, seat()])
    assert "take library" not in texts(state, 0)
    state, _ = told(state, "0 buy gold-smelter over gold-miner", "1 pass")
    assert state.rubles(0) == 40 - 2
    state, _ = told(state, "0 buy author", "1 pass")
    assert state.rubles(0) == 38 - 3
    state, _ = told(state, "0 buy warehouse", "1 pass")
    assert "take library" in texts(state, 0)
    assert (state.rubles(0), state.points(0)) == (33, 0)
    state, entries = all_pass(state)
    assert scored(entries, "building")[0] == (33, 0, 0, 1)
    state, entries = all_pass(state)
    assert scored(entries, "noble")[0] == (33, 1, 1, 0)
