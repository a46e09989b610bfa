"""Black Market, Double Move, and Away With It (section 18.3)."""

import pytest

import engine
from tests.builders import act, acted, discarded, displayed, in_hand, play, price, seat, texts
from tests.engine.expansions.banquet.stories import asked, banquet, box, refused


def searching(**wishes):
    """Seat 0 has played a Black Market."""
    mine = {"hand": ["black-market-red", *wishes.pop("hand", [])], **wishes.pop("mine", {})}
    given = {"discard": ["market", "theater", "author"], "upper": ["library"], **wishes}
    return act(banquet(seats=[seat(**mine), seat()], **given), 0, "play black-market-red")


def test_a_black_market_buys_takes_or_puts_back_on_top():
    """BANQ-BLACK-1, DEC-8, HAND-4: any card of the pile; the card put back is on top."""
    state = searching()
    assert asked(state) == (0, "search")
    assert texts(state, 0)[:3] == ["buy author discard", "take author discard", "buy theater discard"]
    bought = act(state, 0, "buy market discard")
    assert (displayed(bought, 0), discarded(bought), bought.rubles(0)) == (["market"], ["theater", "author"], 20)
    assert asked(bought) == (1, "turn")
    taken = act(state, 0, "take theater discard")
    assert (in_hand(taken, 0), discarded(taken)) == (["theater"], ["market", "author"])
    back = act(state, 0, "put-back market")
    assert discarded(back) == ["theater", "author", "market"]
    assert box(back) == ["black-market-red"]
    assert str(engine.default_move(state, 0)) == "put-back author"
    full = searching(hand=["judge", "judge", "pub"])
    assert not [text for text in texts(full, 0) if text.startswith("take")]
    freed = searching(hand=["judge", "pub"])  # the Black Market itself was the third card
    assert "take author discard" in texts(freed, 0)


def test_a_black_market_needs_a_discard_pile():
    """BANQ-BLACK-1, BANQ-4."""
    state = banquet(upper=["library"], seats=[seat(hand=["black-market-red"])])
    assert "play black-market-red" not in texts(state, 0)
    assert refused(state, 0, "play black-market-red") == ("no-use", "BANQ-BLACK-1")


def test_a_card_from_the_black_market_has_no_reduction_of_the_lower_row():
    """BANQ-BLACK-2, COST-4: the usual price; an Exchange card needs a card to replace."""
    state = searching(discard=["market", "bank"], mine={"display": ["market"]})
    assert price(state, 0, "market", "discard") == 4
    assert "buy bank discard over market" in texts(state, 0)
    assert not [text for text in texts(searching(discard=["bank"]), 0) if text.startswith("buy")]


def test_a_double_move_is_two_actions_of_four_kinds():
    """BANQ-DOUBLE-1, DEC-10, HAND-6: buy, take, play from the hand, pass; then the next seat."""
    mine = [seat(hand=["double-move", "author"]), seat()]
    state = act(banquet(upper=["library"], lower=["market"], seats=mine), 0, "play double-move")
    assert asked(state) == (0, "double-move")
    assert engine.question_for(state, 0).maximum == 2
    four = ["buy library", "take library", "buy market lower", "take market lower", "play author", "pass"]
    assert texts(state, 0) == four
    state = act(state, 0, "take library")
    assert (asked(state), engine.question_for(state, 1).maximum) == ((0, "double-move"), 1)
    state = act(state, 0, "play library")
    assert (displayed(state, 0), state.rubles(0), asked(state)) == (["library"], 8, (1, "turn"))
    assert str(engine.default_move(act(banquet(upper=["library"], seats=mine), 0, "play double-move"), 0)) == "pass"


def test_another_purple_card_is_played_from_the_hand_and_an_observatory_is_not():
    """BANQ-DOUBLE-2, EVT-4: a Golden Donkey and a Jester count as play from hand; a draw and an event are not among the
    choices."""
    mine = [seat(hand=["double-move", "golden-donkey", "jester"], display=["observatory", "judge"]), seat()]
    state = act(banquet(upper=["library"], seats=mine), 0, "play double-move")
    assert refused(state, 0, "draw noble") == ("double-move", "BANQ-DOUBLE-2")
    eventful = [seat(hand=["double-move"]), seat()]
    eventful = act(banquet("market", "events", upper=["library"], seats=eventful), 0, "play double-move")
    assert refused(eventful, 0, "event sponsor") == ("double-move", "BANQ-DOUBLE-2")
    state = play(state, "0 play golden-donkey", "0 play jester on judge")
    assert (state.rubles(0), displayed(state, 0), asked(state)) == (30, ["observatory", "judge jester"], (1, "turn"))
    assert box(state) == ["double-move", "golden-donkey"]


def test_a_question_inside_a_double_move_comes_before_the_second_action():
    """BANQ-DOUBLE-1, DEC-5, DEC-8: a Black Market as the first action, a ? symbol as the second."""
    mine = [seat(hand=["double-move", "black-market-red"]), seat()]
    state = banquet("market", upper=["ship-builder-any"], discard=["author"], seats=mine)
    state = play(state, "0 play double-move", "0 play black-market-red")
    assert asked(state) == (0, "search")
    state = act(state, 0, "take author discard")
    assert asked(state) == (0, "double-move")
    state = act(state, 0, "buy ship-builder-any")
    assert asked(state) == (0, "kind")
    done = act(state, 0, "kind fish")
    assert (done.phase, in_hand(done, 0)) == ("noble", ["author"])  # the tableau was empty after the turn


def test_two_passes_in_a_double_move_are_no_pass():
    """PASS-4, PASS-1, PHASE-1: the count starts again at 0."""
    state = banquet(upper=["library"], seats=[seat(hand=["double-move"]), seat()], passes=1, passed=[0, 1])
    state = play(state, "0 play double-move", "0 pass", "0 pass")
    assert (state.passes, asked(state), state.phase) == (0, (1, "turn"), "building")
    assert not engine.view_for(state, 1).seats[0].passed
    state = act(state, 1, "pass")
    assert (state.passes, asked(state)) == (1, (0, "turn"))


def test_the_second_action_happens_although_the_tableau_is_empty():
    """EX-14, PHASE-2, BANQ-DOUBLE-1: the last card is bought, a Lumberjack played from the hand; then the part ends."""
    mine = [seat(hand=["double-move", "lumberjack", "pub"]), seat()]
    state = banquet(phase="building", upper=["market"], seats=mine, play_on_empty_tableau=False)
    state = play(state, "0 play double-move", "0 buy market")
    assert (asked(state), state.phase) == ((0, "double-move"), "building")
    state = act(state, 0, "play lumberjack")
    assert displayed(state, 0) == ["market", "lumberjack"]
    assert state.phase == "noble"


def test_away_with_it_puts_another_card_of_the_hand_on_the_discard_pile():
    """BANQ-AWAY-1, DEC-13, TURN-10: the only way to discard from the hand."""
    mine = [seat(hand=["away-with-it-red", "library", "author"]), seat()]
    state = banquet(upper=["market"], discard=["judge"], seats=mine)
    plays = [text for text in texts(state, 0) if text.startswith("play away")]
    assert plays == ["play away-with-it-red discarding library", "play away-with-it-red discarding author"]
    done = acted(state, 0, plays[0])
    assert (discarded(done.state), in_hand(done.state, 0)) == (["judge", "library"], ["author"])
    assert [entry.kind for entry in done.entries] == ["purple", "discarded"]
    assert box(done.state) == ["away-with-it-red"]


def test_it_cannot_discard_a_purple_card():
    """EX-59, BANQ-AWAY-2: hand Away With It!, Golden Donkey, Jester."""
    state = banquet(upper=["market"], seats=[seat(hand=["away-with-it-blue", "golden-donkey", "jester"])])
    assert not [text for text in texts(state, 0) if text.startswith("play away")]
    assert refused(state, 0, "play away-with-it-blue discarding jester") == ("no-target", "BANQ-AWAY-2")
    assert refused(state, 0, "play away-with-it-blue discarding library") == ("no-target", "BANQ-AWAY-2")
    with pytest.raises(engine.NotationError):
        engine.parse_move("play away-with-it-blue", state)
