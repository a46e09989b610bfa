"""Refills: how many cards, from which pile, where they lie, and the last card of a pile."""

from random import Random

import pytest

import engine
from tests.builders import position, seat
from tests.engine.examples.stories import all_pass, dealt, kinds, lying, row, scored, told
from tests.engine.walks import random_game, random_options

FOUR = ["lumberjack", "gold-miner", "shepherd", "fur-trapper"]


def triggers(entries: list[engine.Entry]) -> list[str]:
    return [entry.pile for entry in entries if isinstance(entry, engine.EndTriggered)]


def test_a_pile_too_small_gives_what_it_has_and_triggers_the_end() -> None:
    """EX-10, REFILL-5, END-1, END-5: 4 are needed, 3 are dealt, 7 cards lie there; the round is finished, then the
    final scoring follows."""
    state = position(phase="worker", round=4, upper=FOUR, piles={"building": ["market", "library", "theater"]})
    state, entries = all_pass(state)
    assert lying(state) == ["market", "library", "theater", *FOUR]
    assert dealt(entries, "building").left == 0
    assert triggers(entries) == ["building"]
    assert (state.ending, state.is_over, state.phase) == (True, False, "building")
    state, entries = all_pass(state)
    assert (state.phase, state.is_over, state.round) == ("noble", False, 4)
    state, entries = all_pass(state)
    assert (state.phase, state.is_over, state.round) == ("exchange", False, 4)
    state, entries = all_pass(state)
    assert (state.is_over, state.round) == (True, 4)
    assert kinds(entries)[-7:] == ["final"] * 6 + ["over"]


def test_exactly_enough_cards_trigger_the_end_too() -> None:
    """EX-11, END-2: 4 are needed and 4 are there: 8 cards lie there and the end is triggered."""
    state = position(phase="worker", upper=FOUR, piles={"building": 4})
    state, entries = all_pass(state)
    assert len(lying(state)) == 8
    assert triggers(entries) == ["building"]
    assert state.ending


def test_one_card_more_and_the_game_goes_on() -> None:
    """END-1, END-2: the last card itself is the trigger, not a full tableau."""
    state, entries = all_pass(position(phase="worker", upper=FOUR, piles={"building": 5}))
    assert (len(lying(state)), triggers(entries), state.ending) == (8, [], False)


@pytest.mark.parametrize(("phase", "following"), [("worker", "building"), ("building", "noble"), ("noble", "exchange")])
def test_a_trigger_in_any_phase_makes_this_round_the_last(phase: str, following: str) -> None:
    """END-5: whichever refill it was, the game ends with this round."""
    state, entries = all_pass(position(phase=phase, round=5, upper=FOUR, piles={following: 4}))
    assert triggers(entries) == [following]
    while not state.is_over:
        state, _ = all_pass(state)
    assert state.round == 5


def test_a_trigger_in_the_first_refill_of_a_round_makes_that_round_the_last() -> None:
    """END-5: the Worker refill belongs to the round that begins."""
    state = position(phase="exchange", round=5, upper=FOUR, piles={"worker": 4})
    state, entries = all_pass(state)
    assert (state.round, state.phase, triggers(entries)) == (6, "worker", ["worker"])
    while not state.is_over:
        state, _ = all_pass(state)
    assert state.round == 6


def test_further_piles_running_out_change_nothing() -> None:
    """END-6: the trigger is told once and shown to everybody, a visitor included."""
    state = position(phase="worker", round=5, upper=FOUR[:2], piles={"building": 3, "noble": 1})
    state, entries = all_pass(state)
    assert (triggers(entries), engine.view_for(state, None).ending) == (["building"], True)
    state, entries = all_pass(state)
    assert dealt(entries, "noble").left == 0
    assert (triggers(entries), state.ending, state.is_over) == ([], True, False)


def test_nothing_is_dealt_to_a_full_tableau() -> None:
    """EX-12, REFILL-4: nobody takes a card; the Building scoring takes place, the Noble phase deals none."""
    upper = ["market", "library", "theater", "firehouse", "hospital", "academy", "customs-house", "pub"]
    state = position(phase="building", upper=upper, seats=[seat(display=["market"]), seat()])
    before = engine.view_for(state, None).phases[2].left
    state, entries = all_pass(state)
    assert scored(entries, "building") == {0: (25, 0, 0, 1), 1: (25, 0, 0, 0)}
    assert dealt(entries, "noble").cards == ()
    assert (state.phase, row(state)) == ("noble", upper)
    assert engine.view_for(state, None).phases[2].left == before


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_both_rows_together_are_filled_up_to_eight(players: int) -> None:
    """REFILL-1, REFILL-2, REFILL-3: 8 whatever the number of players, and new cards only in the upper row."""
    state = position(phase="worker", players=players, upper=["author", None, "judge"], lower=["market", None, "pub"])
    state, entries = all_pass(state)
    assert len(dealt(entries, "building").cards) == 4
    assert all(engine.card(state.rules, card).pile == "building" for card in dealt(entries, "building").cards)
    assert lying(state, "lower") == ["market", "pub"]
    assert len(lying(state)) == 6
    assert row(state)[-2:] == ["author", "judge"]


def test_old_cards_are_pushed_to_the_right_and_new_ones_come_from_the_left() -> None:
    """REFILL-7: in their order; a place emptied during a phase stays empty until then."""
    state = position(
        phase="worker",
        upper=["shepherd", "author", "judge", "lumberjack"],
        lower=["market", "library"],
        piles={"building": ["pub", "theater", "firehouse", "hospital"]},
    )
    state, _ = told(state, "0 take author")
    assert row(state)[:4] == ["shepherd", None, "judge", "lumberjack"]
    state, _ = all_pass(state)
    assert row(state) == ["pub", "theater", "firehouse", None, None, "shepherd", "judge", "lumberjack"]


def test_the_refill_belongs_to_the_start_of_its_phase() -> None:
    """REFILL-6, SEQ-2: after the scoring of the phase before, before the first turn."""
    _, entries = all_pass(position(phase="worker", upper=FOUR))
    assert kinds(entries) == ["passed", "passed", "scored", "scored", "phase-started", "dealt"]
    _, entries = all_pass(position(phase="exchange", upper=FOUR))
    assert kinds(entries) == ["passed", "passed", "round-ended", "phase-started", "dealt"]


def test_what_was_dealt_and_what_is_left_is_public() -> None:
    """REFILL-8: the entry has no secret from anybody, and a visitor sees every pile's size."""
    state, entries = all_pass(position(phase="worker", upper=FOUR, piles={"building": 9}, open_hands=False))
    told_to_all = dealt(entries, "building").for_viewer(None, state.rules.options, False)
    assert told_to_all == dealt(entries, "building")
    assert (len(told_to_all.cards), told_to_all.left) == (4, 5)
    assert [phase.left for phase in engine.view_for(state, None).phases] == [
        len(pile) if name != "building" else 5 for name, pile in zip(state.rules.piles, state.piles, strict=True)
    ]


@pytest.mark.parametrize("seed", range(12))
def test_no_action_part_begins_with_an_empty_tableau(seed: int) -> None:
    """PHASE-5: an empty pile has triggered the end in an earlier round."""
    rng = Random(f"phase 5 {seed}")
    parts = 0
    for ply in random_game(random_options(rng), rng):
        if any(isinstance(entry, engine.Dealt) for entry in ply.entries) and not ply.after.is_over:
            assert lying(ply.after) or lying(ply.after, "lower")
            parts += 1
    assert parts > 12
