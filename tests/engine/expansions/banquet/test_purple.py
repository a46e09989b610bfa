"""What all purple cards have in common (section 18.1)."""

import pytest

import engine
from tests.builders import act, acted, discarded, in_hand, pass_on, play, seat, texts
from tests.engine.examples.stories import to_the_end
from tests.engine.expansions.banquet.stories import PURPLE, banquet, box, options, refused


@pytest.mark.parametrize("card", PURPLE)
def test_a_purple_card_can_only_be_taken_and_only_into_a_free_place(card):
    """COST-11, BANQ-2, HAND-4: whatever money there is; a purple card in the hand counts against the limit."""
    other = "jester" if card == "thief" else "thief"
    state = banquet("market", upper=[card, "library"], seats=[seat(rubles=99, hand=["judge", other])])
    found = [text for text in texts(state, 0) if card in text.split()[:2] and not text.startswith("play")]
    assert found == [f"take {card}"]
    with pytest.raises(engine.NotationError):
        engine.parse_move(f"buy {card}", state)
    slot = engine.view_for(state, 0).upper[0]
    assert (slot.offers, slot.blocked, slot.take) == ((), "not-for-sale", f"take {card}")
    full = play(state, f"0 take {card}", "1 pass")
    assert refused(full, 0, "take library") == ("hand-full", "TURN-4")


def test_a_purple_card_is_played_as_the_action_of_a_turn_and_then_lies_in_the_box():
    """TURN-5, TURN-6, BANQ-3, BANQ-5, BANQ-DONKEY-1, PASS-1: 5 rubles, the next seat's turn, nothing on the discard pile."""
    state = banquet(upper=["library"], seats=[seat(rubles=4, hand=["golden-donkey"]), seat()], passes=1, passed=[1])
    done = acted(state, 0, "play golden-donkey")
    after = done.state
    assert (after.rubles(0), in_hand(after, 0), discarded(after)) == (9, [], [])
    assert (box(after), engine.waiting_for(after), after.passes) == (["golden-donkey"], (1,), 0)
    (entry,) = done.entries
    assert entry.to_json() == {"kind": "purple", "seat": 0, "card": "golden-donkey", "on": None, "rubles": 5}
    assert engine.wakes(done.entries, 1)
    assert not engine.wakes(done.entries, 0)


def test_what_is_not_in_the_hand_cannot_be_played():
    """BANQ-2: neither from the tableau nor from the hand of another."""
    state = banquet(upper=["golden-donkey"], seats=[seat(), seat(hand=["double-move"])])
    assert refused(state, 0, "play golden-donkey") == ("not-there", "BANQ-2")
    assert refused(state, 0, "play double-move") == ("not-there", "BANQ-2")


def test_purple_cards_in_hand_cost_nothing_at_the_end():
    """EX-80, END-14, HAND-5, BANQ-6: Library, Judge and a Jester: minus 10 VP."""
    mine = seat(points=50, rubles=0, hand=["library", "judge", "jester"])
    state = banquet(phase="exchange", ending=True, upper=["bank"], seats=[mine, seat(rubles=0, hand=["banquet"])])
    over, _ = to_the_end(state)
    first, second = engine.final_scores(over)
    assert (first.hand, first.total) == ((2, -10), 40)
    assert (second.hand, second.total) == ((0, 0), 0)


def test_purple_cards_are_cleared_to_the_discard_pile_and_can_be_taken_from_there():
    """ROUND-7, BANQ-5, BANQ-8: cleared from the lower row it lies on the discard pile; a Black Market can take it."""
    state = banquet(
        phase="exchange",
        upper=["bank"],
        lower=["jester"],
        seats=[seat(hand=["black-market-red"])],
        start={"worker": 0, "exchange": 0},
        piles={"worker": 20},
        players=2,
    )
    state = pass_on(state)
    assert (discarded(state), state.phase) == (["jester"], "worker")
    while engine.waiting_for(state) != (0,):
        state = act(state, 1, "pass")
    state = act(state, 0, "play black-market-red")
    assert texts(state, 0) == ["take jester discard", "put-back jester"]
    assert in_hand(act(state, 0, "take jester discard"), 0) == ["jester"]


def test_a_purple_card_drawn_can_only_be_taken_or_discarded():
    """CARD-OBS-9, COST-11."""
    state = banquet(
        upper=["market"], piles={"noble": ["black-market-red", "author"]}, seats=[seat(display=["observatory"])]
    )
    state = act(state, 0, "draw noble")
    assert texts(state, 0) == ["take black-market-red drawn", "discard black-market-red drawn"]
    full = banquet(
        upper=["market"],
        piles={"noble": ["black-market-red", "author"]},
        seats=[seat(display=["observatory"], hand=["judge", "judge", "thief"])],
    )
    assert texts(act(full, 0, "draw noble"), 0) == ["discard black-market-red drawn"]


def test_purple_cards_count_for_no_name_and_no_colour():
    """BANQ-7: they never enter a display, so no sum of a display knows them; hands do not count anyway."""
    rules = engine.rulebook_for(options(2, "market"))
    for card in engine.cards(options(2, "market")):
        if card.group == "purple":
            assert rules.row_of[card.id] not in {row for targets in rules.targets for row in targets}
            assert not any(
                text.startswith("buy") and f" {card.id}" in text.partition(" over ")[0] for text in rules.moves
            )
    held = banquet(upper=["author"], seats=[seat(hand=["jester", "banquet"], display=["author"])])
    view = engine.view_for(held, 0).seats[0]
    assert view.nobles == (1, 1)
    assert [income.rubles for income in view.income] == [0, 0, 1]


def test_a_view_tells_what_the_own_purple_cards_could_do():
    """BANQ-4, INFO-2: each with its moves, or with the reason why it has none; of other hands nothing."""
    mine = seat(hand=["jester", "away-with-it-red", "thief", "judge"], display=["warehouse", "judge"])
    state = banquet(upper=["library"], seats=[mine, seat(hand=["banquet", "black-market-red"])], open_hands=False)

    def own(viewer):
        return {one["card"]: one for one in engine.view_for(state, viewer).extras["banquet"]["hand"]}

    assert {card: one["moves"] for card, one in own(0).items()} == {
        "jester": ["play jester on judge"],
        "away-with-it-red": ["play away-with-it-red discarding judge"],
        "thief": [],
    }
    assert {card: (one["blocked"], one["rule"]) for card, one in own(0).items()} == {
        "jester": (None, None),
        "away-with-it-red": (None, None),
        "thief": ("thief-later", "BANQ-THIEF-1"),
    }
    assert {card: one["rule"] for card, one in own(1).items()} == {
        "banquet": "BANQ-BANQ-1",
        "black-market-red": "BANQ-BLACK-1",
    }
    assert own(None) == {}
