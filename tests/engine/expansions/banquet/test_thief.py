"""The Thief (BANQ-THIEF): before the first turn of a phase, and who learns of it."""

import json

import pytest

import engine
from tests.builders import act, acted, displayed, in_hand, pass_on, play, price, seat, texts
from tests.engine.examples.stories import told
from tests.engine.expansions.banquet.stories import BANQUET, banquet, box, refused


def window(*, holder=0, hand=(), players=2, start=1, **wishes):
    """The Noble phase begins, seat `start` has the Bust, and `holder` the Thief. The Building phase left a Library."""
    mine = seat(hand=["thief", *hand], **wishes.pop("mine", {}))
    seats = [mine if one == holder else seat() for one in range(players)]
    return pass_on(banquet(upper=["library"], seats=seats, start={"noble": start}, players=players, **wishes))


def test_the_holder_is_asked_after_the_refill_and_before_the_first_turn():
    """EX-60, BANQ-THIEF-1, BANQ-THIEF-2, BANQ-THIEF-3, BANQ-THIEF-4, SEQ-2, DEC-14, HAND-4: the hand is full with the
    Thief, his place is free by then; then the holder of the Bust has the first turn."""
    state = window(hand=["judge", "pub"])
    assert (state.phase, engine.waiting_for(state), engine.question_for(state, 0).kind) == ("noble", (0,), "thief")
    assert len([slot for slot in engine.view_for(state, 0).upper if slot]) == 8
    assert texts(state, 0)[:3] == ["thief no", "thief buy author", "thief take author"]
    assert not [text for text in texts(state, 0) if not text.startswith("thief")]
    done = acted(state, 0, "thief take author")
    assert in_hand(done.state, 0) == ["judge", "pub", "author"]
    assert [entry.to_json() for entry in done.entries] == [
        {"kind": "purple", "seat": 0, "card": "thief", "on": None, "rubles": 0},
        {"kind": "took", "seat": 0, "card": "author", "row": "upper"},
    ]
    assert box(done.state) == ["thief"]
    assert (engine.waiting_for(done.state), engine.question_for(done.state, 1).kind) == ((1,), "turn")
    assert engine.view_for(done.state, 0).phases[2].start_seat == 1
    assert engine.wakes(done.entries, 1)


def test_with_the_thief_a_card_is_bought_at_its_price():
    """BANQ-THIEF-2, COST-1, COST-4: the Library of the lower row for 16; a thief may be the start player himself."""
    mine = [seat(hand=["thief"]), seat()]
    state = banquet(phase="exchange", upper=["library"], seats=mine, start={"exchange": 0, "worker": 1})
    state = pass_on(state)
    assert (state.phase, state.round, engine.waiting_for(state)) == ("worker", 3, (0,))
    assert price(state, 0, "library", "lower") == 16
    assert engine.view_for(state, 0).lower[0].offers[0].move == "thief buy library lower"
    done = acted(state, 0, "thief buy library lower")
    assert (displayed(done.state, 0), done.state.rubles(0)) == (["library"], 9)
    assert done.entries[-1].to_json()["row"] == "lower"
    assert engine.waiting_for(done.state) == (0,)  # the Hammer is with seat 0 now: he has the first turn, too
    assert engine.question_for(done.state, 0).kind == "turn"


def test_nothing_else_is_possible_with_the_thief():
    """BANQ-THIEF-2, BANQ-THIEF-5: no playing from the hand, no pass, no other purple card, no plain purchase."""
    state = window(hand=["golden-donkey", "lumberjack"])
    for text in ("play lumberjack", "play golden-donkey", "pass", "buy author", "take author"):
        assert refused(state, 0, text) == ("thief-first", "BANQ-THIEF-2")
    assert refused(state, 0, "thief buy academy") == ("not-there", "TURN-3")
    mine = [seat(hand=["thief"]), seat()]
    eventful = pass_on(banquet("market", "events", upper=["library"], seats=mine))
    assert refused(eventful, 0, "event sponsor") == ("thief-first", "BANQ-THIEF-2")


def test_no_keeps_it_and_tells_nobody():
    """BANQ-THIEF-1: he is asked again in the next phase; the clock says no."""
    state = window()
    assert str(engine.default_move(state, 0)) == "thief no"
    done = acted(state, 0, "thief no")
    assert (done.entries, done.reveals) == ((), False)
    assert (in_hand(done.state, 0), engine.waiting_for(done.state)) == (["thief"], (1,))
    state = pass_on(done.state)
    assert (state.phase, engine.question_for(state, 0).kind) == ("exchange", "thief")


def test_it_is_no_action_of_a_turn():
    """TURN-6, BANQ-3, BANQ-THIEF-1: in a turn it cannot be played."""
    state = banquet(upper=["library"], seats=[seat(hand=["thief"])])
    assert not [text for text in texts(state, 0) if "thief" in text]
    assert refused(state, 0, "play thief") == ("thief-later", "BANQ-THIEF-1")
    assert refused(state, 0, "thief take library") == ("not-there", "TURN-3")


def test_it_is_not_asked_where_it_can_get_nothing():
    """BANQ-THIEF-4: no ruble and, without the Warehouse, four cards beside it in the hand."""
    poor = {"mine": {"rubles": 0}}
    assert engine.question_for(window(hand=["judge", "judge", "pub"], **poor), 1).kind == "turn"
    assert engine.question_for(window(hand=["judge", "pub"], **poor), 0).kind == "thief"


def test_his_action_does_not_touch_the_count_of_passes():
    """PASS-3, PASS-1: two passes end the part although he has acted in between; he has not had a turn."""
    state = act(window(), 0, "thief take author")
    assert (state.passes, engine.view_for(state, 0).seats[0].passed) == (0, False)
    state = play(state, "1 pass", "0 pass")
    assert state.phase == "exchange"


@pytest.mark.parametrize("goes_on", [False, True])
def test_the_action_part_is_over_when_the_thief_has_taken_the_last_card(goes_on):
    """PHASE-2, PHASE-4: the check is made after his action too."""
    mine = [seat(hand=["thief"]), seat()]
    state = banquet(upper=["library"], seats=mine, piles={"noble": 0}, play_on_empty_tableau=goes_on)
    state = pass_on(state)
    assert (state.phase, engine.question_for(state, 0).kind) == ("noble", "thief")
    state = act(state, 0, "thief take library")
    assert state.phase == ("noble" if goes_on else "exchange")


def test_a_symbol_stolen_is_chosen_before_the_first_turn():
    """BANQ-THIEF-2, DEC-5: the kind of a ? symbol belongs to the window."""
    mine = [seat(hand=["thief"]), seat()]
    state = banquet("market", phase="worker", round=3, upper=["ship-builder-any"], seats=mine, start={"market": 1})
    state = play(pass_on(state), "0 thief buy ship-builder-any")
    assert (engine.waiting_for(state), engine.question_for(state, 0).kind) == ((0,), "kind")
    state = act(state, 0, "kind fish")
    assert (engine.waiting_for(state), engine.question_for(state, 1).kind) == ((1,), "turn")


def test_in_the_first_worker_phase_nobody_can_be_asked():
    """BANQ-THIEF-1, FIRST-2: all hands are empty when the first Workers have been dealt, so the compulsion stands."""
    options = engine.Options(edition=2, players=4, sets=BANQUET)
    for number in range(10):
        state = engine.new_game(options, engine.make_deal(options, bytes([number]) * 32))
        one = engine.waiting_for(state)[0]
        assert engine.question_for(state, one).kind == "first-worker"


# --- who learns of it


def test_he_may_preset_not_to_be_asked():
    """BANQ-THIEF-6, DEC-14: the answer follows at once from the preset; without one he has to be asked."""
    state = window()
    (preset,) = engine.presets_for(state, 0)
    assert (preset.name, preset.values, preset.default, preset.card) == ("thief", ("ask", "no"), "ask", "thief")
    assert engine.presets_for(state, 1) == ()
    assert str(engine.preset_move(state, 0, {"thief": "no"})) == "thief no"
    assert engine.preset_move(state, 0, {"thief": "ask"}) is None
    assert engine.preset_move(state, 0, {}) is None
    assert engine.preset_move(state, 1, {"thief": "no"}) is None


def seen(state, viewer):
    """Everything about this position that leaves the server for this viewer."""
    question = engine.question_for(state, viewer)
    told_ = [engine.view_for(state, viewer).to_json(), question.to_json(), engine.phase_key(state)]
    return json.dumps([*told_, engine.asked_as_seen(state, viewer)])


@pytest.mark.parametrize("viewer", [None, 2])
def test_with_hidden_hands_the_others_do_not_learn_who_holds_it(viewer):
    """BANQ-THIEF-6, INFO-2: seat 0 or seat 1 holds it, the other one a Bank; views, questions, refusals are the same, and
    so is what follows a no."""
    states = []
    for holder in (0, 1):
        hands = [["thief"], ["bank"]] if holder == 0 else [["bank"], ["thief"]]
        seats = [seat(hand=hand) for hand in hands] + [seat()]
        states.append(pass_on(banquet(upper=["library"], seats=seats, start={"noble": 2}, open_hands=False)))
        assert engine.waiting_for(states[-1]) == (holder,)
    view = engine.view_for(states[0], viewer)
    assert (view.asked, view.question.seats, view.question.kind) == ((), (), "thief")
    assert seen(states[0], viewer) == seen(states[1], viewer)
    assert view == engine.view_for(states[1], viewer)
    if viewer is not None:
        for state in states:
            with pytest.raises(engine.NotYourTurn) as error:
                act(state, viewer, "pass")
            assert error.value.sentence == "It is not seat 2's turn."
    after = [acted(state, holder, "thief no") for holder, state in enumerate(states)]
    assert [done.entries for done in after] == [(), ()]
    assert seen(after[0].state, viewer) == seen(after[1].state, viewer)


def test_the_holder_himself_is_told_and_with_open_hands_everybody():
    """BANQ-THIEF-6, INFO-2."""
    hidden = window(players=3, open_hands=False)
    assert engine.view_for(hidden, 0).asked == engine.question_for(hidden, 0).seats == (0,)
    assert engine.asked_as_seen(hidden, 1) == ()
    open_hands = window(players=3)
    for viewer in (None, 0, 1):
        assert engine.view_for(open_hands, viewer).asked == engine.question_for(open_hands, viewer).seats == (0,)


def test_what_the_thief_did_is_public():
    """BANQ-THIEF-3, INFO-1, INFO-5: the card comes from the tableau."""
    state = window(players=3, open_hands=False)
    _, entries = told(state, "0 thief take author")
    for entry in entries:
        assert entry.for_viewer(2, state.rules.options, False) == entry
