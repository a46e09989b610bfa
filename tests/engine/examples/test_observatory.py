"""The Observatory: a look at the top card of a pile, and what becomes of that card."""

import pytest

import engine
from engine.errors import IllegalMove
from tests.builders import discarded, displayed, in_hand, position, price, seat, texts
from tests.engine.examples.stories import all_pass, asked, scored, to_the_end, told

DRAWS = ["draw worker", "draw building", "draw noble", "draw exchange"]
TOP = {"building": ["library", "market", "theater"]}


def draws(state: engine.State, who: int = 0) -> list[str]:
    return [text for text in texts(state, who) if text.startswith("draw ")]


def test_a_card_too_dear_for_a_full_hand_can_only_be_discarded() -> None:
    """EX-49, CARD-OBS-1, CARD-OBS-4, CARD-OBS-5, CARD-OBS-6, SEQ-3: Library, 10 rubles, 3 hand cards; no point in
    this scoring, one in the next round if unused."""
    mine = seat(rubles=10, display=["observatory"], hand=["author", "judge", "secretary"])
    state = position(upper=["academy"], seats=[mine, seat()], piles=TOP)
    state, _ = told(state, "0 draw building")
    assert texts(state, 0) == ["discard library drawn"]
    assert displayed(state, 0) == ["observatory face down"]
    state, _ = told(state, "0 discard library drawn")
    assert discarded(state) == ["library"]
    state, entries = all_pass(state)
    assert scored(entries, "building")[0] == (10, 0, 0, 0)
    while state.round == 2:
        state, _ = all_pass(state)
    assert (state.phase, displayed(state, 0)) == ("worker", ["observatory"])
    state, _ = all_pass(state)
    state, entries = all_pass(state)
    assert scored(entries, "building")[0][3] == 1


def test_the_very_last_card_of_a_pile_is_not_drawn() -> None:
    """EX-50, CARD-OBS-3, END-3: a pile of 1 cannot be used, one of 2 can; so a draw never triggers the end."""
    mine = seat(display=["observatory", "observatory"])
    state = position(upper=["academy"], seats=[mine, seat()], piles={"noble": 1})
    assert draws(state) == ["draw worker", "draw building", "draw exchange"]
    with pytest.raises(IllegalMove):
        told(state, "0 draw noble")
    state = position(upper=["academy"], seats=[mine, seat()], piles={"noble": 2})
    assert draws(state) == DRAWS
    state, entries = told(state, "0 draw noble")
    assert not any(isinstance(entry, engine.EndTriggered) for entry in entries)
    state, _ = told(state, f"0 {texts(state, 0)[-1]}", "1 pass")
    assert (state.ending, draws(state)) == (False, ["draw worker", "draw building", "draw exchange"])


@pytest.mark.parametrize("edition", [1, 2])
def test_a_face_up_observatory_gives_a_point(edition: int) -> None:
    """CARD-OBS-1: in every Building scoring; two give two."""
    state = position(edition=edition, upper=["academy"], seats=[seat(display=["observatory"] * 2), seat()])
    assert scored(all_pass(state)[1])[0] == (25, 0, 0, 2)


def test_it_is_used_in_the_building_phase_on_any_one_pile() -> None:
    """CARD-OBS-2: only by its owner, only then, and only from the display."""
    seats = [seat(display=["observatory"]), seat(hand=["observatory"])]
    for phase in ("worker", "noble", "exchange"):
        assert draws(position(phase=phase, upper=["academy"], seats=seats)) == []
    state = position(upper=["academy"], seats=seats)
    assert draws(state) == DRAWS
    state, _ = told(state, "0 pass")
    assert draws(state, 1) == []
    for text in DRAWS:
        pile = text.removeprefix("draw ")
        drawn, _ = told(position(upper=["academy"], seats=seats), f"0 {text}")
        view = engine.view_for(drawn, 0)
        assert engine.card(drawn.rules, view.drawn.card).pile == pile
        assert (view.question.kind, view.question.pile) == ("drawn", pile)


def test_the_drawn_card_is_bought_taken_or_discarded_at_once() -> None:
    """CARD-OBS-4, COST-4: for its full price; it is the top card; it is never put back, and passing is no answer."""
    mine = seat(rubles=20, display=["observatory"])
    state, _ = told(position(upper=["academy"], seats=[mine, seat()], piles=TOP), "0 draw building")
    assert texts(state, 0) == ["buy library drawn", "take library drawn", "discard library drawn"]
    assert price(state, 0, "library", "drawn") == 17
    with pytest.raises(IllegalMove):
        told(state, "0 pass")
    bought, _ = told(state, "0 buy library drawn")
    assert (bought.rubles(0), displayed(bought, 0)) == (3, ["observatory face down", "library"])
    taken, _ = told(state, "0 take library drawn")
    assert (taken.rubles(0), in_hand(taken, 0)) == (20, ["library"])
    thrown, _ = told(state, "0 discard library drawn")
    assert (thrown.rubles(0), discarded(thrown)) == (20, ["library"])
    for after in (bought, taken, thrown):
        assert engine.view_for(after, 0).phases[1].left == 2
        assert asked(after) == 1


def test_a_drawn_exchange_card_replaces_a_legal_card() -> None:
    """CARD-OBS-4, CARD-OBS-5: a Building, but never the Observatory that has just been used."""
    mine = seat(rubles=20, display=["observatory", "market"])
    state = position(upper=["academy"], seats=[mine, seat()], piles={"exchange": ["bank", "wharf"]})
    state, _ = told(state, "0 draw exchange")
    assert texts(state, 0) == ["buy bank drawn over market", "take bank drawn", "discard bank drawn"]
    state, _ = told(state, "0 buy bank drawn over market")
    assert (state.rubles(0), displayed(state, 0)) == (12, ["observatory face down", "bank"])
    assert discarded(state) == ["market"]
    alone = position(
        upper=["academy"], seats=[seat(display=["observatory"]), seat()], piles={"exchange": ["bank", "wharf"]}
    )
    assert texts(told(alone, "0 draw exchange")[0], 0) == ["take bank drawn", "discard bank drawn"]


@pytest.mark.parametrize("edition", [1, 2])
def test_it_is_turned_up_when_the_next_round_begins(edition: int) -> None:
    """CARD-OBS-6, SEQ-3: of every player, and not before."""
    down = seat(display=["observatory face down"])
    state = position(edition=edition, phase="noble", upper=["academy"], seats=[down, down])
    state, _ = all_pass(state)
    assert (state.phase, displayed(state, 0)) == ("exchange", ["observatory face down"])
    state, _ = all_pass(state)
    assert (state.round, state.phase) == (3, "worker")
    assert [displayed(state, who) for who in (0, 1)] == [["observatory"], ["observatory"]]


def test_each_observatory_is_used_once_a_round() -> None:
    """CARD-OBS-7, TURN-1: two need two turns; one just bought may be used on the next turn of the same phase."""
    mine = seat(rubles=40, display=["observatory"])
    state = position(
        upper=["academy", "observatory"], seats=[mine, seat()], piles={"noble": ["author", "judge", "judge"]}
    )
    state, _ = told(state, "0 draw noble", "0 discard author drawn", "1 pass")
    assert draws(state) == []
    state, _ = told(state, "0 buy observatory")
    assert asked(state) == 1
    state, _ = told(state, "1 pass")
    assert draws(state) == DRAWS
    state, _ = told(state, "0 draw noble", "0 take judge drawn", "1 pass")
    assert draws(state) == []
    assert displayed(state, 0) == ["observatory face down"] * 2


def test_a_use_is_no_pass_and_cannot_be_taken_back() -> None:
    """CARD-OBS-8, PASS-1: the count starts again, and the move says that it uncovered something."""
    state = position(upper=["academy"], seats=[seat(display=["observatory"]), seat()], turn=1)
    state, _ = told(state, "1 pass")
    assert engine.view_for(state, 0).passes == 1
    move = engine.parse_move("draw noble", state)
    assert engine.apply(state, 0, move).reveals
    done = engine.apply(state, 0, move)
    assert done.reveals
    assert engine.view_for(done.state, 0).passes == 0
    state, _ = told(done.state, f"0 {texts(done.state, 0)[-1]}", "1 pass")
    assert (state.phase, asked(state)) == ("building", 0)


def test_the_clock_discards() -> None:
    """CARD-OBS-4: discarding is always possible, so the clock can always answer."""
    state, _ = told(
        position(upper=["academy"], seats=[seat(display=["observatory"]), seat()], piles=TOP), "0 draw building"
    )
    assert str(engine.default_move(state, 0)) == "discard library drawn"
    assert to_the_end(state)[0].is_over
