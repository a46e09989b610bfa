"""Positions set up by hand, and positions as text."""

from random import Random

import pytest

import engine
from engine import Options, PositionError, SeatSetup, set_up, text_board
from tests.engine.walks import random_deal


def test_a_position_set_up_by_hand_can_be_played_to_its_end() -> None:
    options, rng = Options(edition=2, players=3, sets=("market", "banquet")), Random(3)
    state = set_up(
        options,
        phase="worker",
        round=3,
        seats=[SeatSetup(rubles=9, points=4, hand=["judge"], display=["lumberjack", "observatory face down"])],
        start={"worker": 2},
        upper=["gold-miner", None, "fur-trapper"],
        piles={"noble": 12, "building": ["theater", "library"]},
    )
    assert engine.waiting_for(state) == (2,)
    assert (state.rubles(0), state.points(0), state.rubles(1)) == (9, 4, 25)
    assert {phase.name: phase.left for phase in engine.view_for(state, None).phases}["building"] == 2
    while not state.is_over:
        seat = engine.waiting_for(state)[0]
        state = engine.apply(state, seat, rng.choice(engine.legal_moves(state, seat))).state
    assert len(engine.final_scores(state)) == 3


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("position-card", {"upper": ["fishmonger"]}),
        ("position-card", {"seats": [SeatSetup(hand=["market-fish"])]}),
        ("position-copies", {"seats": [SeatSetup(display=["observatory"] * 3)]}),
        ("position-mark", {"seats": [SeatSetup(display=["library face down"])]}),
        ("position-phase", {"phase": "market", "start": {}}),
        ("position-phase", {"phase": "market"}),
        ("position-pile", {"piles": {"noble": 99}}),
        ("position-pile", {"piles": {"noble": ["library"]}}),
        ("position-seats", {"seats": [SeatSetup()] * 3}),
        ("position-seats", {"turn": 2}),
        ("position-seats", {"start": 2}),
    ],
)
def test_what_no_game_can_hold_is_refused(code: str, given: dict[str, object]) -> None:
    with pytest.raises(PositionError) as refused:
        set_up(Options(players=2), **given)  # type: ignore[arg-type]
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")


def test_a_position_as_text_hides_what_its_viewer_may_not_see() -> None:
    state = set_up(
        Options(players=2, open_hands=False),
        upper=["market", None, "library", None],
        discard=["author"],
        seats=[
            SeatSetup(rubles=12, hand=["judge", "judge"], display=["market", "observatory face down", "market"]),
            SeatSetup(points=3, hand=["pub"]),
        ],
        ending=True,
    )
    assert text_board(engine.view_for(state, 0)).splitlines() == [
        "round 2, building phase, last round, seat 0: turn",
        "upper    market, -, library",
        "lower    -",
        "discard  author",
        "piles    worker 31, building 22, noble 24, exchange 30",
        "seat 0 > 12 rubles, 0 points, hand 2 judge, display 2 market, observatory (face down)",
        "seat 1   ? rubles, 3 points, hand 1 ?, display -",
    ]


@pytest.mark.parametrize("players", [1, 3])
def test_every_position_can_be_shown_as_text(players: int) -> None:
    """Whatever is asked, to everybody who looks; the end too."""
    rng = Random(players)
    options = Options(players=players, sets=("market", "banquet", "orders"), open_hands=False)
    state = engine.new_game(options, random_deal(options, rng))
    while not state.is_over:
        for viewer in (None, *range(players)):
            assert len(text_board(engine.view_for(state, viewer)).splitlines()) == 5 + players
        seat = rng.choice(engine.waiting_for(state))
        state = engine.apply(state, seat, rng.choice(engine.legal_moves(state, seat))).state
    assert text_board(engine.view_for(state, None)).startswith("over\n")
