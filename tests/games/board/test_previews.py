"""What a move is worth is said before it: at the scorings that still come, and at the end of the game."""

from __future__ import annotations

import pytest

import engine
from games.board.panel import Moves, changes
from tests.builders import position, seat
from tests.games.boards import Page


def says(state: engine.State, move: str) -> list[str]:
    return [line.replace("\u202f", " ") for line in changes(move, Moves(state, engine.view_for(state, 0)))]


def test_a_new_noble_says_what_it_adds_at_the_end():
    """END-11: a name that is there already adds nothing."""
    state = position(phase="noble", upper=["secretary", "author"], seats=[seat(display=["author", "administrator"])])
    assert says(state, "buy secretary") == ["Nobles 3 ₽ → 7 ₽", "different Nobles 2 → 3, +3 VP at the end"]
    assert says(state, "buy author") == ["Nobles 3 ₽ → 4 ₽"]


def test_no_income_is_weighed_that_is_never_paid():
    seats = [seat(rubles=25, display=["author", "market"], hand=["library"])]
    state = position(phase="exchange", upper=["judge"], lower=["gold-miner"], seats=seats, ending=True)
    assert says(state, "buy gold-miner lower") == ["Workers: no scoring left"]
    assert says(state, "buy judge") == [
        "Nobles: no scoring left",
        "different Nobles 1 → 2, +2 VP at the end",
        "rubles −2 VP at the end",
    ]
    assert says(state, "play library") == [
        "Buildings: no scoring left",
        "cards in hand +5 VP at the end",
        "rubles −2 VP at the end",
    ]
    before = position(phase="building", upper=["judge"], lower=["gold-miner"], seats=seats, ending=True)
    assert says(before, "buy judge") == ["Nobles 1 ₽ → 6 ₽ 2 VP", "different Nobles 1 → 2, +2 VP at the end"]
    assert says(before, "buy gold-miner lower") == ["Workers: no scoring left"]


@pytest.mark.parametrize("open_hands", [True, False])
def test_a_move_that_ends_the_phase_says_what_it_changes(open_hands: bool):
    """Before the scoring and the new cards that follow from it."""
    state = position(
        phase="building",
        upper=["market"],
        seats=[seat(display=["author"]), seat()],
        passed=[1],
        passes=1,
        open_hands=open_hands,
        play_on_empty_tableau=False,
    )
    assert engine.apply(state, 0, engine.parse_move("buy market", state)).reveals, "the tableau is empty then"
    assert says(state, "buy market") == ["Buildings – → 1 VP".replace("–", "0")]


def test_taking_a_card_in_the_last_round_says_what_it_costs_in_the_hand():
    state = position(phase="building", upper=["market"], seats=[seat()], ending=True)
    assert says(state, "take market") == ["cards in hand −5 VP at the end"]
    assert says(position(phase="building", upper=["market"], seats=[seat()]), "take market") == []


@pytest.mark.django_db
def test_the_lesson_shows_what_the_secretary_is_worth(client):
    page = Page.of(client.get("/learn/end/3/"))
    choice = next(one for one in page.values("card") if one.endswith(".secretary"))
    assert "+3 VP at the end" in Page.of(client.get(f"/learn/end/3/?card={choice}")).words
    taken = Page.of(client.get(f"/learn/end/3/?card={choice}"))
    assert "Take to hand: cards in hand −5 VP at the end" in taken.words
