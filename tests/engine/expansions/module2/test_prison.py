"""The Debtors' Prison and the search of the discard pile (M2-DEBT)."""

from collections.abc import Sequence

import engine
from engine.core import State
from tests.builders import act, acted, discarded, displayed, in_hand, pass_on, play, position, price, seat, texts
from tests.engine.examples.stories import all_pass, scored
from tests.engine.expansions.module2.stories import M2, gained, refused


def prison(discard: Sequence[str] = ("market", "theater", "author"), **mine: object) -> State:
    own = seat(**({"rubles": 20, "display": ["debtors-prison"]} | mine))  # type: ignore[arg-type]
    return position(sets=M2, upper=["academy"], discard=discard, seats=[own, seat()])


def test_a_prison_finds_a_card_of_the_discard_pile() -> None:
    """EX-107, M2-DEBT-2, M2-DEBT-3, M2-DEBT-4: from the top Author, Theater, Market. The Market is bought for 5; Author,
    Theater are left; the card is face down and gives 0 VP. Put back, the Market lies on top."""
    state = act(prison(), 0, "search")
    assert displayed(state, 0) == ["debtors-prison face down"]
    assert engine.waiting_for(state) == (0,)
    assert price(state, 0, "market", "discard") == 5
    bought = acted(state, 0, "buy market discard")
    assert discarded(bought.state)[::-1] == ["author", "theater"]
    assert displayed(bought.state, 0) == ["debtors-prison face down", "market"]
    assert bought.entries[0].to_json() == {
        "kind": "bought", "seat": 0, "card": "market", "row": "discard", "price": 5, "over": None,
    }  # fmt: skip
    _, entries = all_pass(bought.state)
    assert scored(entries, "building")[0] == (15, 0, 0, 1)  # the Market alone
    back = acted(state, 0, "put-back market")
    assert discarded(back.state)[::-1] == ["market", "author", "theater"]
    assert back.entries[0].to_json() == {"kind": "put-back", "seat": 0, "card": "market"}
    _, entries = all_pass(back.state)
    assert scored(entries, "building")[0] == (20, 0, 0, 0)


def test_a_prison_that_is_not_used_gives_a_point() -> None:
    """M2-DEBT-1."""
    assert gained(["debtors-prison"], "building") == (0, 1)


def test_a_found_card_may_be_taken_while_the_hand_has_room() -> None:
    """M2-DEBT-3, HAND-1, INFO-1: nothing is paid; everybody saw it; with three cards in the hand it cannot be taken."""
    state = act(prison(rubles=0), 0, "search")
    assert texts(state, 0) == [
        "take author discard",
        "take theater discard",
        "take market discard",
        "put-back author",
        "put-back theater",
        "put-back market",
    ]
    done = acted(state, 0, "take theater discard")
    assert (in_hand(done.state, 0), discarded(done.state)) == (["theater"], ["market", "author"])
    hidden = engine.Options(edition=2, sets=M2, open_hands=False)
    assert done.entries[0].for_viewer(1, hidden, over=False) == done.entries[0]
    full = act(prison(rubles=3, hand=["judge", "author", "market"]), 0, "search")
    assert not [text for text in texts(full, 0) if text.startswith(("take", "buy"))]
    assert refused(full, 0, "take theater discard") == ("hand-full", "TURN-4")
    assert refused(full, 0, "buy author discard") == ("too-expensive", "TURN-3")
    assert refused(full, 0, "buy judge discard") == ("not-there", "TURN-3")


def test_an_exchange_card_of_the_discard_pile_needs_a_card_to_replace() -> None:
    """M2-DEBT-3, M2-DEBT-4, EXCH-6: not the prison itself, which lies face down; the replaced card goes on top."""
    state = act(prison(discard=["author", "bank", "market"], display=["debtors-prison", "pub"]), 0, "search")
    assert [text for text in texts(state, 0) if "bank" in text] == [
        "buy bank discard over pub",
        "take bank discard",
        "put-back bank",
    ]
    assert discarded(act(state, 0, "buy bank discard over pub")) == ["author", "market", "pub"]


def test_of_equal_cards_in_the_discard_pile_the_topmost_is_meant() -> None:
    """M2-DEBT-3, TURN-13 by analogy: each kind is offered once."""
    state = act(prison(discard=["author", "market", "author", "theater"]), 0, "search")
    assert [text for text in texts(state, 0) if text.startswith("put-back")] == [
        "put-back theater",
        "put-back author",
        "put-back market",
    ]
    assert discarded(act(state, 0, "take author discard")) == ["author", "market", "theater"]
    assert discarded(act(state, 0, "put-back author")) == ["author", "market", "theater", "author"]


def test_a_search_takes_the_place_of_an_action_once_a_round() -> None:
    """TURN-7, M2-DEBT-2, PASS-1: the next seat has his turn; the card cannot be used again before it is turned up."""
    state = play(prison(), "0 search", "0 put-back theater")
    assert engine.waiting_for(state) == (1,)
    assert state.passes == 0
    state = act(state, 1, "pass")
    assert refused(state, 0, "search") == ("no-search", "M2-DEBT-2")
    assert refused(state, 0, "put-back theater") == ("not-now", "TURN-1")


def test_a_search_is_for_the_building_phase_and_needs_a_discard_pile() -> None:
    """M2-DEBT-2: refused in the Noble phase, with an empty discard pile, and without a prison."""
    noble = position(
        sets=M2, phase="noble", upper=["academy"], discard=["author"], seats=[seat(display=["debtors-prison"]), seat()]
    )
    assert refused(noble, 0, "search") == ("not-now", "M2-DEBT-2")
    assert refused(prison(discard=()), 0, "search") == ("discard-empty", "M2-DEBT-2")
    assert refused(prison(display=[]), 0, "search") == ("no-search", "M2-DEBT-2")


def test_a_search_must_be_finished_first_and_the_clock_changes_nothing() -> None:
    """M2-DEBT-3, DEC-7: no pass; the clock puts the top card back."""
    state = act(prison(), 0, "search")
    assert engine.question_for(state, 0).kind == "search"
    assert refused(state, 0, "pass") == ("search-first", "M2-DEBT-3")
    assert refused(state, 0, "buy academy") == ("search-first", "M2-DEBT-3")
    assert str(engine.default_move(state, 0)) == "put-back author"
    assert discarded(act(state, 0, "put-back author")) == discarded(state)


def test_the_view_spreads_the_discard_pile_out_for_the_one_who_searches() -> None:
    """M2-DEBT-3, UI-22: every card once, the topmost first, with price and what is in the way; others see no offers."""
    state = act(prison(rubles=6), 0, "search")
    spread = engine.view_for(state, 0).spread
    assert [(slot.card, slot.row, slot.place) for slot in spread] == [
        ("author", "discard", 1),
        ("theater", "discard", 2),
        ("market", "discard", 3),
    ]
    assert [slot.offers[0].price for slot in spread] == [4, 20, 5]
    assert [slot.blocked for slot in spread] == [None, "too-expensive", None]
    assert [slot.take for slot in spread] == ["take author discard", "take theater discard", "take market discard"]
    assert engine.view_for(state, 1).spread == ()
    assert engine.view_for(state, None).spread == ()


def test_a_prison_wakes_those_who_pass_until_something_happens() -> None:
    """UI-2: a card action."""
    entries = acted(prison(), 0, "search").entries
    assert entries[0].to_json() == {"kind": "searched", "seat": 0}
    assert engine.wakes(entries, 1)
    assert not engine.wakes(entries, 0)


def test_a_prison_is_turned_up_at_the_start_of_the_next_round() -> None:
    """SEQ-3, M2-DEBT-4: face down it cannot be replaced, in the next round it can."""
    state = play(prison(display=["debtors-prison", "observatory"]), "0 search", "0 put-back author")
    state = play(state, "1 pass")
    assert displayed(state, 0) == ["debtors-prison face down", "observatory"]
    state = act(state, 0, "draw noble")
    assert displayed(state, 0)[0] == "debtors-prison face down"  # an Observatory turns itself down, no other card
    assert displayed(state, 0)[1] == "observatory face down"
    state = act(state, 0, str(engine.default_move(state, 0)))
    while state.round == 2:
        state = pass_on(state)
    assert displayed(state, 0) == ["debtors-prison", "observatory"]
    bank = position(sets=M2, upper=["bank"], seats=[seat(display=["debtors-prison face down"]), seat()])
    assert texts(bank, 0) == ["take bank", "pass"]
