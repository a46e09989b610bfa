"""Passing, and how an action part ends."""

import pytest

import engine
from tests.builders import discarded, displayed, in_hand, position, seat, texts
from tests.engine.examples.stories import all_pass, asked, lying, scored, to_the_end, told

A, B, C, D = range(4)


def test_the_noble_phase_of_the_booklet() -> None:
    """EX-9, PASS-1, PHASE-1, TURN-1, TURN-2: consecutive passes 0,1,0,0,0,0,0,1,2,3,4; it ends on C's pass."""
    state = position(
        edition=1,
        phase="noble",
        upper=["administrator", "administrator", "secretary", "ship-builder", "st-isaacs-cathedral", "market", "pub"],
        seats=[seat(), seat(), seat(hand=["warehouse-manager"]), seat()],
        start={"noble": A},
    )
    moves = [
        (A, "buy administrator"), (B, "pass"), (C, "buy administrator"), (D, "take secretary"), (A, "take ship-builder"),
        (B, "take st-isaacs-cathedral"), (C, "play warehouse-manager"), (D, "pass"), (A, "pass"), (B, "pass"),
    ]  # fmt: skip
    counts = []
    for who, move in moves:
        assert asked(state) == who
        state, _ = told(state, f"{who} {move}")
        counts.append(engine.view_for(state, None).passes)
    assert counts == [0, 1, 0, 0, 0, 0, 0, 1, 2, 3]
    assert (state.phase, asked(state)) == ("noble", C)
    state, entries = told(state, f"{C} pass")
    assert state.phase == "exchange"
    assert scored(entries, "noble") == {A: (18, 2, 0, 0), B: (25, 0, 0, 0), C: (8, 5, 0, 0), D: (25, 0, 0, 0)}
    assert engine.view_for(state, None).passes == 0


@pytest.mark.parametrize("edition", [1, 2])
def test_the_last_card_of_the_tableau(edition: int) -> None:
    """EX-13, PHASE-2, PHASE-3, PHASE-4: off (edition 2) B cannot play any more; on (edition 1) he may, and the part
    ends after two consecutive passes."""
    state = position(edition=edition, upper=["library"], seats=[seat(), seat(hand=["market"])])
    state, _ = told(state, "0 take library")
    if edition == 2:
        assert state.phase == "noble"
        assert in_hand(state, 1) == ["market"]
        return
    assert (state.phase, asked(state)) == ("building", 1)
    assert texts(state, 1) == ["play market", "pass"]
    state, _ = told(state, "1 play market")
    assert displayed(state, 1) == ["market"]
    state, _ = told(state, "0 pass")
    assert state.phase == "building"
    state, _ = told(state, "1 pass")
    assert state.phase == "noble"


@pytest.mark.parametrize("edition", [1, 2])
def test_the_option_may_be_chosen_in_both_editions(edition: int) -> None:
    """PHASE-4: on, buy and take are not available on an empty tableau, everything else is; off, the part is over."""
    seats = [seat(hand=["market"], display=["observatory"]), seat()]
    for play_on in (True, False):
        state = position(edition=edition, upper=["library"], seats=seats, play_on_empty_tableau=play_on)
        state, _ = told(state, "0 take library")
        assert state.phase == ("building" if play_on else "noble")
        if play_on:
            state, _ = told(state, "1 pass")
            assert texts(state, 0) == [
                "play market", "play library", "draw worker", "draw building", "draw noble", "draw exchange", "pass"
            ]  # fmt: skip


def test_the_last_card_of_the_lower_row_counts_too() -> None:
    """PHASE-2: the tableau is both rows; while a card lies in the lower one, play goes on."""
    state = position(upper=["library"], lower=["market"])
    state, _ = told(state, "0 take library")
    assert (state.phase, asked(state)) == ("building", 1)
    state, _ = told(state, "1 take market lower")
    assert state.phase == "noble"


def test_the_check_for_an_empty_tableau_waits_for_the_whole_turn() -> None:
    """PHASE-2: a turn whose Observatory still asks is not completed; the card drawn is not part of the tableau."""
    state = position(
        upper=["library"], seats=[seat(display=["observatory"]), seat()], piles={"noble": ["author", "judge"]}
    )
    state, _ = told(state, "0 draw noble")
    assert (state.phase, asked(state)) == ("building", 0)
    state, _ = told(state, "0 buy author drawn")
    assert (state.phase, asked(state)) == ("building", 1)
    state, _ = told(state, "1 take library")
    assert state.phase == "noble"


def test_a_pass_does_not_bind_and_is_always_legal() -> None:
    """TURN-8, TURN-9: after a pass anything may be done; with nothing else to do a pass is left."""
    state = position(upper=["library", "academy"], seats=[seat(rubles=0, hand=["judge", "judge", "market"]), seat()])
    assert texts(state, 0) == ["pass"]
    state, _ = told(state, "0 pass", "1 take library", "0 pass", "1 take academy")
    state = position(upper=["library", "academy"], seats=[seat(), seat(), seat()])
    state, _ = told(state, "0 pass", "1 pass", "2 take academy", "0 buy library")
    assert displayed(state, 0) == ["library"]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_as_many_passes_as_players_end_the_part(players: int) -> None:
    """PASS-1, PHASE-1: not one fewer; passes of the phase before do not count."""
    state = position(players=players, upper=["library", "academy"])
    for _ in ("building", "noble", "exchange"):
        phase = state.phase
        for number in range(players):
            assert (state.phase, engine.view_for(state, None).passes) == (phase, number)
            state, _ = told(state, f"{asked(state)} pass")
        assert state.phase != phase


def test_every_other_action_sets_the_count_to_nought() -> None:
    """PASS-1: buy, take, play and the use of an Observatory alike."""
    seats = [seat(rubles=50, hand=["judge"], display=["observatory"]), seat(), seat()]
    for move in ("buy market", "take market", "play judge", "draw noble"):
        state = position(upper=["market", "library"], seats=seats, passes=2, passed=[1, 2])
        assert engine.view_for(told(state, f"0 {move}")[0], None).passes == 0


def test_a_game_in_which_nobody_takes_anything_ends() -> None:
    """PHASE-6: it is legal; no card stays longer than two rounds, so the piles shrink every two rounds, and it ends."""
    options = engine.Options(players=2)
    state = engine.new_game(options, engine.make_deal(options, b"6" * 32))
    state, _ = told(state, *(f"{seat} {engine.default_move(state, seat)}" for seat in (asked(state),)))
    while state.phase == "worker":
        state, _ = told(state, f"{asked(state)} {engine.default_move(state, asked(state))}")
    left = {state.round: sum(state.left)}
    while not state.is_over:
        upper, lower, last = lying(state), lying(state, "lower"), state.round
        state, _ = all_pass(state)
        if state.round > last:
            assert lying(state, "lower") == upper
            assert discarded(state)[len(discarded(state)) - len(lower) :] == lower
            left[state.round] = sum(state.left)
    assert all(left[number + 2] < left[number] for number in left if number + 2 in left)
    assert len(left) > 4


def test_the_clock_s_game_ends_as_well() -> None:
    """PHASE-6 for edition 1, where only passes end an action part."""
    options = engine.Options(edition=1, players=3)
    state, entries = to_the_end(engine.new_game(options, engine.make_deal(options, b"7" * 32)))
    assert state.is_over
    assert isinstance(entries[-1], engine.Over)
