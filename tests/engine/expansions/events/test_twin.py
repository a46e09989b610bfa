"""The Twin: two cards with one action, with every number of the worked examples."""

from random import Random

import engine
from engine.core import State
from tests.builders import act, acted, discarded, displayed, in_hand, play, seat, texts
from tests.engine.examples.stories import kinds, row
from tests.engine.expansions.events.stories import full, noble, refused


def twin(first: str, second: str, **wishes: object) -> State:
    """Place 1 holds the first card, the current pile has the second on top; seat 0 has used the Twin."""
    phase = str(wishes.get("phase", "noble"))
    last = {"worker": "shepherd", "noble": "author", "exchange": "bank"}[phase]
    return act(noble(upper=[first], piles={phase: [second, last]}, **wishes), 0, "event twin")


def test_two_authors_must_both_be_bought() -> None:
    """EX-72, EVT-TWIN-2, EVT-TWIN-4: hand full, 7 rubles: both must be bought, 4 + 3."""
    state = twin("author", "author", seats=full(7))
    question = engine.question_for(state, 0)
    assert question is not None
    assert (question.kind, question.card) == ("twin", "author")
    assert texts(state, 0) == ["buy author"]
    assert refused(state, "pass") == ("twin-first", "EVT-TWIN-4")
    state = act(state, 0, "buy author")
    assert (state.rubles(0), texts(state, 0)) == (3, ["buy author twin"])
    state = act(state, 0, "buy author twin")
    assert (state.rubles(0), displayed(state, 0)) == (0, ["author", "author"])
    assert "pass" in texts(state, 0)
    assert row(state)[0] is None


def test_what_cannot_both_be_acquired_is_discarded_without_a_question() -> None:
    """EX-72, EVT-TWIN-3, EVT-6, ROUND-6: with 6 rubles no money is paid; the original first, the new card on top."""
    state = twin("author", "author", seats=full(6))
    assert (state.rubles(0), discarded(state)) == (6, ["author", "author"])
    assert "pass" in texts(state, 0)
    before = noble(upper=["judge"], piles={"noble": ["author", "controller"]}, seats=full(4), discard=["bank"])
    done = acted(before, 0, "event twin")
    assert discarded(done.state) == ["bank", "judge", "author"]
    assert kinds(done.entries) == ["event", "dealt", "discarded", "discarded"]
    assert row(done.state)[0] is None


def test_a_step_is_legal_only_if_the_other_card_can_follow() -> None:
    """EVT-TWIN-2, EVT-TWIN-4, DEC-16: one free place, 5 rubles: the Judge (17) goes into the hand, the Author is bought, in
    either order."""
    own = [seat(rubles=5, hand=["library", "library"])]
    state = twin("judge", "author", seats=own)
    assert texts(state, 0) == ["take judge", "buy author twin"]
    assert refused(state, "take author twin") == ("twin-first", "EVT-TWIN-4")
    one = play(state, "0 take judge", "0 buy author twin")
    other = play(state, "0 buy author twin", "0 take judge")
    assert in_hand(one, 0) == in_hand(other, 0) == ["library", "library", "judge"]
    assert (one.rubles(0), displayed(one, 0)) == (1, ["author"])
    assert one == other


def test_both_may_be_taken() -> None:
    """EVT-TWIN-2: with two free places and no money there is nothing else."""
    state = twin("judge", "author", seats=[seat(rubles=0)])
    assert texts(state, 0) == ["take judge", "take author twin"]
    assert in_hand(play(state, "0 take author twin", "0 take judge"), 0) == ["author", "judge"]


def test_the_second_card_is_judged_after_the_first() -> None:
    """EVT-TWIN-2: a Warehouse makes room, a Gold Smelter makes the Noble cheaper, an Author can be replaced."""
    assert texts(twin("warehouse", "judge", seats=full(2)), 0) == ["buy warehouse"]
    own = full(2 + 16, display=["gold-miner"])
    smelter = twin("gold-smelter", "judge", seats=own)
    assert texts(smelter, 0) == ["buy gold-smelter over gold-miner"]  # 6 - 4 = 2, then 17 - 1 = 16
    assert act(act(smelter, 0, "buy gold-smelter over gold-miner"), 0, "buy judge twin").rubles(0) == 0
    senator = twin("author", "senator", seats=full(4 + 8), phase="exchange")
    assert texts(senator, 0) == ["buy author"]
    senator = act(senator, 0, "buy author")
    assert texts(senator, 0) == ["buy senator twin over author"]
    assert displayed(act(senator, 0, "buy senator twin over author"), 0) == ["senator"]


def test_a_kind_is_chosen_between_the_two_cards() -> None:
    """EVT-TWIN-2, DEC-5, DEC-16, MKT-15: the ? symbol is settled before the second card is asked for."""
    state = twin("author", "ship-builder-any", phase="worker", seats=full(7 + 4))
    assert texts(state, 0) == ["buy author", "buy ship-builder-any twin"]
    state = act(state, 0, "buy ship-builder-any twin")
    question = engine.question_for(state, 0)
    assert question is not None
    assert question.kind == "kind"
    assert engine.view_for(engine.guess(engine.view_for(state, 1), Random(1)), 1) == engine.view_for(state, 1)
    state = act(state, 0, "kind fish")
    assert texts(state, 0) == ["buy author"]
    assert act(state, 0, "buy author").rubles(0) == 0


def test_the_twins_price_has_no_reduction_of_the_lower_row() -> None:
    """EVT-TWIN-5, COST-4: 17 for the Judge and 4 for the Author, whatever lies below; the page gets both offers."""
    state = twin("judge", "author", lower=["author", "judge"], seats=[seat(rubles=21)])
    view = engine.view_for(state, 0)
    assert [(slot.card, slot.offers[0].move, slot.offers[0].price, slot.take) for slot in view.spread] == [
        ("author", "buy author twin", 4, "take author twin")
    ]
    assert view.upper[0] is not None
    assert (view.upper[0].offers[0].move, view.upper[0].offers[0].price, view.upper[0].offers[0].legal) == (
        "buy judge", 17, True
    )  # fmt: skip
    for viewer in (None, 1):
        seen = engine.view_for(state, viewer)
        assert seen.extras["events"]["twin"] == "author"
        assert seen.question is not None
        assert (seen.question.kind, seen.question.card) == ("twin", "author")
    assert act(act(state, 0, "buy judge"), 0, "buy author twin").rubles(0) == 0


def test_a_guess_at_hidden_money_leaves_a_way_to_answer() -> None:
    """EVT-TWIN-3, INFO-2: who is asked can acquire both, so with a full hand he has 17 + 4 rubles at least."""
    state = twin("judge", "author", seats=full(60), open_hands=False)
    view = engine.view_for(state, 1)
    found = [engine.guess(view, Random(number)) for number in range(40)]
    assert all(engine.legal_moves(guessed, 0) for guessed in found)
    assert 21 <= min(guessed.rubles(0) for guessed in found) < max(guessed.rubles(0) for guessed in found)
    assert {texts(guessed, 0)[0] for guessed in found} == {"buy judge"}


def test_all_see_which_cards_are_taken_from_place_1() -> None:
    """INFO-5, EVT-TWIN-1: both lie open, so with hidden hands too everybody learns which of them went into the hand."""
    state = twin("judge", "author", seats=[seat(rubles=0)], open_hands=False)
    for text, card in (("take author twin", "author"), ("take judge", "judge")):
        done = acted(state, 0, text)
        (took,) = (entry for entry in done.entries if entry.kind == "took")
        for viewer in (None, 0, 1):
            assert took.for_viewer(viewer, state.rules.options, over=False).to_json()["card"] == card  # type: ignore[union-attr]


def test_the_clock_plays_the_first_way_of_a_twin() -> None:
    """DEC-16: whatever comes first, until both are acquired."""
    state = twin("judge", "author", seats=[seat(rubles=5)])
    while engine.question_for(state, 0).kind == "twin":  # type: ignore[union-attr]
        assert str(engine.default_move(state, 0)) == texts(state, 0)[0]
        state = act(state, 0, str(engine.default_move(state, 0)))
    assert {"judge", "author"} == {*in_hand(state, 0), *displayed(state, 0)}


def test_a_twin_may_empty_the_tableau_and_the_action_still_follows() -> None:
    """EVT-3, PHASE-2: the tableau is looked at after the completed turn."""
    state = twin("judge", "author", seats=[seat(rubles=25, hand=["library"])])
    state = play(state, "0 take judge", "0 take author twin")
    assert not any(row(state))
    assert texts(state, 0) == ["play library", "play judge", "play author", "pass"]
    assert act(state, 0, "play author").phase == "exchange"
