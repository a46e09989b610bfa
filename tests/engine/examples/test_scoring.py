"""What a display pays at the end of a phase."""

import pytest

import engine
from tests.builders import position, seat
from tests.engine.examples.stories import all_pass, gains, kinds, scored, told

RED = ["author", "author", "judge", "senator", "controller"]


def test_a_mistress_of_ceremonies() -> None:
    """EX-41, SCORE-3: 6 rubles and 3 points in the Noble scoring of both editions."""
    assert gains(["mistress-of-ceremonies"], "noble") == (6, 3)
    assert gains(["mistress-of-ceremonies"], "noble", edition=1) == (6, 3)


def test_four_nobles_pay_together() -> None:
    """EX-42, SCORE-2, SCORE-3: 1 + 3 + 4 + 4 = 12 rubles, 1 point."""
    display = ["author", "warehouse-manager", "secretary", "controller"]
    assert gains(display, "noble") == (12, 1)
    assert gains(display, "noble", edition=1) == (12, 1)


def test_the_mariinski_theater_counts_red_cards() -> None:
    """EX-43, CARD-MAR-1: five, two of them Authors: 5 rubles in edition 1, 5 points in edition 2; Exchange cards
    count, cards of other colours do not."""
    display = ["mariinski-theater", *RED, "market", "lumberjack"]
    assert gains(display, "building", edition=1) == (5, 0 + 1)
    assert gains(display, "building", edition=2) == (0, 5 + 1)
    assert gains(["mariinski-theater"], "building", edition=1) == (0, 0)
    assert gains(["mariinski-theater"], "building", edition=2) == (0, 0)


@pytest.mark.parametrize("edition", [1, 2])
def test_the_tax_man_counts_green_cards(edition: int) -> None:
    """EX-44, CARD-TAX-1: four Workers and two Fur Shops: 6 rubles in the Noble scoring, no points."""
    display = ["lumberjack", "shepherd", "shepherd", "ship-builder", "fur-shop", "fur-shop", "tax-man", "market"]
    assert gains(display, "noble", edition) == (6, 0)


def test_each_scoring_pays_its_colour_only() -> None:
    """SCORE-1: green, blue, red; and nothing after the Exchange phase."""
    mine = seat(display=["lumberjack", "fur-shop", "market", "bank", "author", "senator"])
    expected = {"worker": (6, 2), "building": (5, 2), "noble": (3, 2)}
    for phase, (rubles, points) in expected.items():
        _, entries = all_pass(position(phase=phase, upper=["academy"], seats=[mine, seat()]))
        assert scored(entries)[0] == (25, rubles, 0, points)
    state, entries = all_pass(position(phase="exchange", upper=["academy"], seats=[mine, seat()]))
    assert "scored" not in kinds(entries)
    assert (state.rubles(0), state.points(0)) == (25, 0)


def test_cards_in_the_hand_never_score() -> None:
    """SCORE-2: neither their income nor their number counts."""
    mine = seat(hand=["judge", "author", "library"], display=["mariinski-theater"])
    for phase in ("building", "noble"):
        state = position(phase=phase, upper=["academy"], seats=[mine, seat()])
        assert scored(all_pass(state)[1])[0] == (25, 0, 0, 0)


def test_old_cards_score_like_new_ones() -> None:
    """SCORE-2: whenever they were acquired, bought in this phase or rounds ago."""
    state = position(upper=["market", "academy"], seats=[seat(display=["market"]), seat()])
    state, _ = told(state, "0 buy market")
    assert scored(all_pass(state)[1])[0] == (21, 0, 0, 2)


def test_seats_are_paid_in_turn_order_from_the_start_player() -> None:
    """SCORE-4: with the token at seat 2 of four: 2, 3, 0, 1; in every scoring."""
    for phase in ("worker", "building", "noble"):
        state = position(phase=phase, players=4, upper=["academy"], start={phase: 2})
        assert list(scored(all_pass(state)[1])) == [2, 3, 0, 1]


def test_the_points_of_a_scoring_are_one_gain_after_the_rubles() -> None:
    """SCORE-3, SCORE-5: one entry a seat, with the sum of its rubles and the sum of its points."""
    display = ["controller", "judge", "mistress-of-ceremonies"]
    state = position(phase="noble", upper=["academy"], seats=[seat(display=display, points=7), seat()])
    _, entries = all_pass(state)
    mine = [entry for entry in entries if isinstance(entry, engine.Scored) and entry.seat == 0]
    assert mine == [engine.Scored(0, 25, 4 + 5 + 6, 7, 1 + 2 + 3, "noble")]
    assert list(mine[0].to_json()).index("rubles_gain") < list(mine[0].to_json()).index("points_gain")


@pytest.mark.parametrize("edition", [1, 2])
def test_workers_pay_three_rubles(edition: int) -> None:
    """SCORE-6: every kind of Worker; Exchange cards pay what they say."""
    workers = ["lumberjack", "gold-miner", "shepherd", "fur-trapper", "ship-builder", "czar-and-carpenter"]
    for card in workers:
        assert gains([card], "worker", edition) == (3, 0)
    green = {"carpenter-workshop": (3, 0), "gold-smelter": (3, 0), "weaving-mill": (6, 0), "fur-shop": (3, 2)}
    for card, paid in (green | {"wharf": (6, 1)}).items():
        assert gains([card], "worker", edition) == paid


def test_all_buildings_are_paid_before_any_pub_is_asked() -> None:
    """SCORE-7: first everybody's income, then the questions from the holder of the Cathedral on."""
    pub = seat(display=["pub", "market"])
    state = position(upper=["academy"], seats=[pub, seat(), pub], start={"building": 1})
    state, entries = all_pass(state)
    assert kinds(entries) == ["passed"] * 3 + ["scored"] * 3
    assert list(scored(entries)) == [1, 2, 0]
    assert engine.waiting_for(state) == (2,)
    assert state.points(0) == 1
    state, entries = told(state, "2 pub 1", "0 pub 2")
    assert kinds(entries)[:3] == ["pub", "pub", "phase-started"]


def test_the_noble_scoring_is_one_step_for_each_seat() -> None:
    """SCORE-8: each player's red cards in turn, and nobody is asked anything before the next phase begins."""
    mine = seat(display=["pub", "judge"])
    state = position(phase="noble", upper=["academy"], seats=[mine, mine], start={"noble": 1})
    state, entries = all_pass(state)
    assert kinds(entries) == ["passed", "passed", "scored", "scored", "phase-started", "dealt"]
    assert scored(entries) == {1: (25, 5, 0, 2), 0: (25, 5, 0, 2)}


def test_what_lies_face_down_pays_nothing_but_is_counted_as_blue() -> None:
    """SCORE-2, CARD-OBS-5: no point for the Observatory, everything else pays."""
    assert gains(["observatory face down", "market"], "building") == (0, 1)
    assert gains(["observatory", "market"], "building") == (0, 2)


PRINTED = {
    "market": (0, 1), "customs-house": (0, 2), "firehouse": (0, 3), "hospital": (0, 4), "library": (0, 5),
    "theater": (0, 6), "academy": (0, 7), "author": (1, 0), "administrator": (2, 0), "warehouse-manager": (3, 0),
    "secretary": (4, 0), "controller": (4, 1), "judge": (5, 2), "mistress-of-ceremonies": (6, 3),
}  # fmt: skip


@pytest.mark.parametrize("edition", [1, 2])
def test_printed_incomes(edition: int) -> None:
    """SCORE-3: the figures of section 13, each card alone."""
    for card, income in PRINTED.items():
        pile = engine.card(engine.Options(edition=edition), card).pile
        state = position(edition=edition, phase=pile, upper=["pub"], seats=[seat(display=[card]), seat()])
        before = scored(all_pass(state)[1])[0]
        assert (before[1], before[3]) == income
