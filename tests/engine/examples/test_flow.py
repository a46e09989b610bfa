"""The first round of the booklet, EX-1 to EX-8: four players, from the first Workers to the tokens of round 2."""

import pytest

import engine
from engine.core import State
from engine.errors import IllegalMove
from tests.builders import displayed, in_hand, price
from tests.engine.examples.stories import asked, deal_of, dealt, lying, row, scored, told

KONRAD, CHIYE, GIULIANO, HOLGER = range(4)
OPTIONS = engine.Options(edition=2, players=4)
DEAL = deal_of(
    OPTIONS,
    {
        "worker": ["lumberjack"] * 2 + ["gold-miner"] * 2 + ["fur-trapper"] * 3 + ["ship-builder"],
        "building": [
            "potemkin-village", "market", "market", "firehouse", "hospital", "library", "theater", "theater"
        ],
        "noble": ["controller", "author", "administrator", "secretary", "judge"],
    },
    {"worker": KONRAD, "noble": CHIYE, "building": GIULIANO, "exchange": HOLGER},
)  # fmt: skip

FIRST_WORKERS = [
    (KONRAD, "lumberjack", 3),
    (CHIYE, "lumberjack", 3),
    (GIULIANO, "gold-miner", 4),
    (HOLGER, "gold-miner", 4),
    (KONRAD, "fur-trapper", 6),
    (CHIYE, "fur-trapper", 6),
    (GIULIANO, "fur-trapper", 6),
    (HOLGER, "ship-builder", 7),
]


def rubles(state: State) -> list[int]:
    return [state.rubles(seat) for seat in range(4)]


def after_workers() -> tuple[State, list[engine.Entry]]:
    return told(engine.new_game(OPTIONS, DEAL), *(f"{seat} buy {card}" for seat, card, _ in FIRST_WORKERS))


def after_buildings() -> tuple[State, list[engine.Entry]]:
    moves = (
        "2 buy market", "3 take potemkin-village", "0 take library", "1 pass", "2 take hospital", "3 pass", "0 pass",
        "1 buy firehouse", "2 pass", "3 pass", "0 pass", "1 pass",
    )  # fmt: skip
    return told(after_workers()[0], *moves)


def after_nobles() -> tuple[State, list[engine.Entry]]:
    moves = (
        "1 pass", "2 buy controller", "3 take author", "0 take administrator", "1 take secretary", "2 take judge",
        "3 pass", "0 pass", "1 pass", "2 pass",
    )  # fmt: skip
    return told(after_buildings()[0], *moves)


def second_round() -> tuple[State, list[engine.Entry]]:
    """Five Exchange cards go into the hands that have room, so that three cards remain as in the booklet."""
    state, entries = after_nobles()[0], []
    while state.phase == "exchange":
        seat = asked(state)
        here = [slot for slot in engine.view_for(state, seat).upper if slot is not None]
        taken = next((slot.take for slot in here if slot.take and slot.card not in ("market", "theater")), "pass")
        state, more = told(state, f"{seat} {taken}")
        entries += more
    return state, entries


def test_the_first_workers_of_the_booklet() -> None:
    """EX-1, FIRST-1, FIRST-3, FIRST-4, SCORE-6: eight Workers, two each, the phase ends by itself, 6 rubles each."""
    state = engine.new_game(OPTIONS, DEAL)
    assert lying(state) == DEAL_UPPER
    for seat, card, cost in FIRST_WORKERS:
        assert state.phase == "worker"
        assert asked(state) == seat
        assert price(state, seat, card) == cost
        before = state.rubles(seat)
        state, entries = told(state, f"{seat} buy {card}")
        if state.phase == "worker":
            assert state.rubles(seat) == before - cost
    assert scored(entries, "worker") == {
        KONRAD: (16, 6, 0, 0),
        CHIYE: (16, 6, 0, 0),
        GIULIANO: (15, 6, 0, 0),
        HOLGER: (14, 6, 0, 0),
    }
    assert rubles(state) == [22, 22, 21, 20]
    assert [len(displayed(state, seat)) for seat in range(4)] == [2, 2, 2, 2]
    assert (state.phase, asked(state)) == ("building", GIULIANO)


DEAL_UPPER = ["lumberjack"] * 2 + ["gold-miner"] * 2 + ["fur-trapper"] * 3 + ["ship-builder"]


@pytest.mark.parametrize("text", ["pass", "take lumberjack", "take ship-builder"])
def test_konrad_can_neither_pass_nor_take(text: str) -> None:
    """EX-2, FIRST-2: only buying is legal; the refusal names the rule."""
    state = engine.new_game(OPTIONS, DEAL)
    with pytest.raises(IllegalMove) as error:
        told(state, f"{KONRAD} {text}")
    assert (error.value.code, error.value.rule) == ("first-workers", "FIRST-2")
    assert [str(move) for move in engine.legal_moves(state, KONRAD)] == [
        "buy lumberjack", "buy gold-miner", "buy fur-trapper", "buy ship-builder"
    ]  # fmt: skip


def test_the_first_building_phase_of_the_booklet() -> None:
    """EX-4, PASS-1, PHASE-1, TURN-9, SCORE-1, SCORE-2: it ends on Chiye's pass; Market 1 and Firehouse 3 points."""
    state, entries = after_workers()
    assert sorted(dealt(entries, "building").cards) == sorted(
        ["potemkin-village", "market", "market", "firehouse", "hospital", "library", "theater", "theater"]
    )
    state, entries = told(state, "2 buy market", "3 take potemkin-village", "0 take library", "1 pass")
    assert state.rubles(GIULIANO) == 21 - 5
    state, entries = told(state, "2 take hospital", "3 pass", "0 pass", "1 buy firehouse")
    assert state.rubles(CHIYE) == 22 - 11
    state, entries = told(state, "2 pass", "3 pass", "0 pass")
    assert (state.phase, asked(state)) == ("building", CHIYE)
    state, entries = told(state, "1 pass")
    assert state.phase == "noble"
    assert scored(entries, "building") == {
        GIULIANO: (16, 0, 0, 1),
        HOLGER: (20, 0, 0, 0),
        KONRAD: (22, 0, 0, 0),
        CHIYE: (11, 0, 0, 3),
    }
    assert rubles(state) == [22, 11, 16, 20]
    assert [state.points(seat) for seat in range(4)] == [0, 3, 1, 0]
    assert [in_hand(state, seat) for seat in range(4)] == [["library"], [], ["hospital"], ["potemkin-village"]]


def test_five_nobles_are_dealt_beside_three_old_cards() -> None:
    """EX-5, REFILL-1, REFILL-7: the new cards from the left in the order drawn, the old ones pushed to the right."""
    state, entries = after_buildings()
    nobles = ["controller", "author", "administrator", "secretary", "judge"]
    assert dealt(entries, "noble").cards == tuple(nobles)
    assert row(state) == [*nobles, "market", "theater", "theater"]


def test_giuliano_buys_a_controller() -> None:
    """EX-6, SCORE-1, UI-11: 16 to 2 rubles; 2 + 4 = 6 rubles and 1 + 1 = 2 points; Workers and Market give nothing."""
    state, entries = told(after_buildings()[0], "1 pass", "2 buy controller")
    assert state.rubles(GIULIANO) == 2
    state, entries = after_nobles()
    assert scored(entries, "noble")[GIULIANO] == (2, 4, 1, 1)
    assert (state.rubles(GIULIANO), state.points(GIULIANO)) == (6, 2)
    assert displayed(state, GIULIANO) == ["gold-miner", "fur-trapper", "market", "controller"]
    assert list(scored(entries, "noble")) == [CHIYE, GIULIANO, HOLGER, KONRAD]


def test_what_is_left_moves_down_and_costs_one_less() -> None:
    """EX-7, ROUND-1, ROUND-2, COST-4, REFILL-1: Market and Theaters now cost 4, 19, 19, and five Workers are dealt.
    Nothing was in the lower row, so nothing is discarded at the end of round 1."""
    state, entries = second_round()
    assert (state.round, state.phase) == (2, "worker")
    assert lying(state, "lower") == ["market", "theater", "theater"]
    assert [price(state, CHIYE, card, "lower") for card in lying(state, "lower")] == [4, 19, 19]
    assert len(dealt(entries, "worker").cards) == 5
    (ended,) = [entry for entry in entries if isinstance(entry, engine.RoundEnded)]
    assert (ended.round, ended.cleared) == (1, ())


def test_each_token_goes_to_the_left_neighbour() -> None:
    """EX-8, ROUND-3, SETUP-7: Konrad Hand, Chiye Hammer, Giuliano Bust, Holger Cathedral."""
    state, _ = second_round()
    assert [one.tokens for one in engine.view_for(state, None).seats] == [
        ("exchange",), ("worker",), ("noble",), ("building",)
    ]  # fmt: skip
    assert asked(state) == CHIYE
