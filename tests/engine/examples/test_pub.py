"""The Pub: points for rubles, right after the Building scoring."""

import pytest

import engine
from engine.errors import IllegalMove
from tests.builders import position, seat, texts
from tests.engine.examples.stories import all_pass, asked, kinds, scored, to_the_end, told

A, B, C, D = range(4)


def answers(rubles: int, display: list[str], edition: int = 2) -> list[str]:
    """What a seat with this money after the scoring may answer."""
    state, _ = all_pass(
        position(edition=edition, upper=["academy"], seats=[seat(rubles=rubles, display=display), seat()])
    )
    assert engine.question_for(state, 0).kind == "pub"
    assert engine.question_for(state, 0).maximum == len(texts(state, 0)) - 1
    return texts(state, 0)


@pytest.mark.parametrize(
    ("rubles", "pubs", "most"), [(7, 1, 3), (11, 1, 5), (20, 2, 10), (19, 2, 9), (2, 1, 1), (100, 1, 5), (100, 2, 10)]
)
def test_a_pub_sells_up_to_five_points_at_two_rubles(rubles: int, pubs: int, most: int) -> None:
    """EX-45, CARD-PUB-1: 7 rubles: 3 points for 6; 11: 5 for 10; two Pubs and 20 rubles: 10 for 20."""
    display = ["pub"] * pubs
    for edition in (1, 2):
        assert answers(rubles, display, edition) == [f"pub {number}" for number in range(most + 1)]
    state, _ = all_pass(position(upper=["academy"], seats=[seat(rubles=rubles, display=display), seat()]))
    state, entries = told(state, f"0 pub {most}")
    assert (state.points(0), state.rubles(0)) == (most, rubles - 2 * most)
    assert entries[0] == engine.PubAnswered(0, most, 2 * most)


def test_owners_decide_one_after_the_other_from_the_cathedral() -> None:
    """EX-46, CARD-PUB-3, SCORE-7: Cathedral with C, Pubs with A and D: D, then A."""
    pub = seat(display=["pub"])
    state = position(upper=["academy"], seats=[pub, seat(), seat(), pub], start={"building": C})
    state, _ = all_pass(state)
    assert asked(state) == D
    state, _ = told(state, "3 pub 2")
    assert (asked(state), engine.question_for(state, A).kind) == (A, "pub")
    state, _ = told(state, "0 pub 5")
    assert state.phase == "noble"
    assert [(state.points(who), state.rubles(who)) for who in (A, D)] == [(5, 15), (2, 21)]


def test_the_income_of_the_same_scoring_may_be_spent() -> None:
    """CARD-PUB-2: a Bank pays 5 rubles first; points are never turned into rubles."""
    assert answers(0, ["pub", "bank"]) == ["pub 0", "pub 1", "pub 2"]
    state, _ = all_pass(position(upper=["academy"], seats=[seat(rubles=0, points=9, display=["pub", "bank"]), seat()]))
    with pytest.raises(IllegalMove):
        told(state, "0 pub 3")
    state, _ = told(state, "0 pub 2")
    assert (state.rubles(0), state.points(0)) == (1, 9 + 1 + 2)


def test_who_can_afford_nothing_is_not_asked() -> None:
    """CARD-PUB-1, DEC-18: with 1 ruble there is nothing to decide; without a Pub neither."""
    state, entries = all_pass(position(upper=["academy"], seats=[seat(rubles=1, display=["pub"]), seat(rubles=50)]))
    assert state.phase == "noble"
    assert "pub" not in kinds(entries)


def test_each_owner_is_asked_once_after_every_building_scoring() -> None:
    """CARD-PUB-1, CARD-PUB-5: one decision for both Pubs, in this round and in the next."""
    state = position(upper=["academy"], seats=[seat(rubles=90, display=["pub", "pub"]), seat()], piles={"worker": 20})
    for number, points in ((10, 10), (7, 17)):
        state, entries = all_pass(state)
        assert "scored" in kinds(entries)
        assert texts(state, 0) == [f"pub {number}" for number in range(11)]
        state, _ = told(state, f"0 pub {number}")
        assert (state.phase, state.points(0)) == ("noble", points)
        while state.phase != "building":
            state, _ = all_pass(state)


def test_a_pub_in_the_hand_or_replaced_sells_nothing() -> None:
    """CARD-PUB-1, EXCH-8: only the one in the display."""
    state, _ = all_pass(position(upper=["academy"], seats=[seat(hand=["pub"]), seat()]))
    assert state.phase == "noble"
    mine = seat(rubles=60, display=["pub"])
    state, _ = told(position(upper=["academy", "bank"], seats=[mine, seat()]), "0 buy bank over pub")
    assert all_pass(state)[0].phase == "noble"


def test_the_end_of_the_game_sells_nothing() -> None:
    """END-15, CARD-PUB-1: the last chance is the Building scoring of the last round."""
    mine = seat(rubles=19, display=["pub", "market"])
    state = position(phase="noble", upper=["academy"], seats=[mine, seat()], ending=True)
    state, entries = to_the_end(state)
    assert "pub" not in kinds(entries)
    assert scored(entries, "building") == {}
    assert (state.points(0), state.rubles(0)) == (1, 9)
