"""Five players without the Market (section 15)."""

import pytest

import engine
from engine.play import opening
from engine.rulebook import rulebook_for
from tests.builders import act
from tests.engine.examples.stories import asked, deal_of, lying

SELECTIONS = [(1, ("good-company",)), (2, ("module-2", "good-company"))]
TOKENS = {"sack": 0, "worker": 1, "building": 2, "noble": 3, "exchange": 4}


def options(edition: int, sets: tuple[str, ...]) -> engine.Options:
    return engine.Options(edition=edition, players=5, sets=sets)


def passed_to(state: engine.State, phase: str, number: int = 1) -> engine.State:
    """Whatever the clock would play, until this phase of this round is being played."""
    while (state.phase, state.round) != (phase, number):
        state = act(state, asked(state), str(engine.default_move(state, asked(state))))
    return state


@pytest.mark.parametrize(("edition", "sets"), SELECTIONS)
def test_the_sack_brings_rubles_once_and_points_every_round(edition: int, sets: tuple[str, ...]) -> None:
    """EX-16, FIVE-1 to FIVE-6 (FIVE-2, FIVE-3, FIVE-4, FIVE-5), SEQ-4, SETUP-3, SETUP-5, SETUP-7, CON-40: Sack with A: 27
    rubles, the others 25; 2 VP; 10 Workers; 8 cards in the Building phase. After round 1 the Sack is with C, who gets 2 VP."""
    log: list[engine.Entry] = []
    state = opening(rulebook_for(options(edition, sets)), deal_of(options(edition, sets), {}, TOKENS), log)
    assert [state.rubles(one) for one in range(5)] == [27, 25, 25, 25, 25]
    assert [state.points(one) for one in range(5)] == [2, 0, 0, 0, 0]
    assert log[0].to_json() == {
        "kind": "scored", "seat": 0, "rubles_before": 27, "rubles_gain": 0, "points_before": 0, "points_gain": 2,
        "phase": "sack",
    }  # fmt: skip
    assert len(lying(state)) == 10
    view = engine.view_for(state, None)
    assert [one.tokens for one in view.seats] == [("sack",), ("worker",), ("building",), ("noble",), ("exchange",)]
    assert [phase.name for phase in view.phases] == ["worker", "building", "noble", "exchange"]
    assert asked(state) == 1
    building = passed_to(state, "building")
    assert len(lying(building)) == 8
    before = [building.points(one) for one in range(5)]
    second = passed_to(building, "worker", 2)
    holders = {token: one.seat for one in engine.view_for(second, None).seats for token in one.tokens}
    assert holders == {token: (seat + 2) % 5 for token, seat in TOKENS.items()}
    assert [second.points(one) - before[one] for one in range(5)] == [0, 0, 2, 0, 0]
    third = passed_to(second, "worker", 3)
    assert third.points(4) - second.points(4) == 2


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize(("edition", "sets"), SELECTIONS)
def test_fewer_players_have_four_tokens_and_no_sack(edition: int, sets: tuple[str, ...], players: int) -> None:
    """FIVE-1, SETUP-5, ROUND-3."""
    chosen = engine.Options(edition=edition, players=players, sets=sets)
    state = engine.new_game(chosen, engine.make_deal(chosen, bytes(32)))
    assert engine.rulebook_for(chosen).tokens == ("worker", "building", "noble", "exchange")
    assert engine.rulebook_for(chosen).token_shift == 1
    assert {state.rubles(one) for one in range(players)} == {25}
    assert {state.points(one) for one in range(players)} == {0}


def test_with_the_market_its_rules_hold_for_five() -> None:
    """FIVE-7, EX-17, COMBO-10: no more rubles, no points of the Sack, tokens one to the left, filled up to 10."""
    chosen = engine.Options(edition=2, players=5, sets=("market", "module-2", "good-company"))
    state = engine.new_game(chosen, engine.make_deal(chosen, bytes(32)))
    assert [state.rubles(one) for one in range(5)] == [25] * 5
    assert [state.points(one) for one in range(5)] == [0] * 5
    rules = engine.rulebook_for(chosen)
    assert (rules.tokens, rules.token_shift) == (("worker", "market", "building", "noble", "exchange"), 1)
    assert len(lying(state)) == 10
    assert len(lying(passed_to(state, "market"))) == 10


def test_every_seat_holds_one_token_in_every_round() -> None:
    """FIVE-2, FIVE-6, SETUP-6: two places to the left each time, so after five rounds all are back."""
    chosen = options(1, ("good-company",))
    state = start = engine.new_game(chosen, engine.make_deal(chosen, bytes(range(32))))
    for number in range(2, 7):
        state = passed_to(state, "worker", number)
        assert sorted(state.tokens) == [0, 1, 2, 3, 4]
    assert state.tokens == start.tokens
