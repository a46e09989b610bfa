"""What one card is worth by itself, where a rule asks for "the rubles" or "the VP" of a card (M2-2)."""

import pytest

from engine.scoring import is_split, split, without_points, worth
from tests.builders import position, seat


@pytest.mark.parametrize(
    ("edition", "card", "value"),
    [
        (2, "judge", (5, 2)),
        (2, "mariinski-theater", (0, 3)),
        (1, "mariinski-theater", (3, 0)),
        (2, "tax-man", (2, 0)),
        (2, "observatory", (0, 1)),
        (2, "observatory face down", (0, 0)),
        (2, "pub", (0, 0)),
        (2, "warehouse", (0, 0)),
        (2, "potemkin-village", (0, 0)),
        (2, "lumberjack", (3, 0)),
    ],
)
def test_a_card_is_worth_what_it_would_pay_its_owner_now(edition: int, card: str, value: tuple[int, int]) -> None:
    """M2-2: counting cards count the owner's cards (3 red, 2 green); face down it has no points; Pub, Warehouse and
    Potemkin Village have nothing."""
    display = ["author", "author", "fur-shop", "lumberjack"]
    red = {"judge": ["author"], "tax-man": []}.get(card, ["author"])
    state = position(edition=edition, seats=[seat(display=[*display, *red, card]), seat(display=["author"])])
    owner = state.players[0]
    assert worth(state.rules, owner.facts, owner.display[-1]) == value
    assert not is_split(state.rules, owner.display[-1])


def test_an_amount_that_is_split_stands_whole_in_both_currencies() -> None:
    """GUILD-1, M2-2: 3 rubles and 1 point could be 1 ruble more, or 3 points more."""
    assert dict(split("blue", 3, 1)) == {
        "rubles blue": 3,
        "points blue": 1,
        "or rubles blue": 1,
        "or points blue": 3,
    }
    assert dict(split("blue", 0, 4)) == {"points blue": 4, "or rubles blue": 4}


def test_a_card_without_points_keeps_all_else() -> None:
    """BANQ-MONEY-3, BANQ-MONEY-6: printed, counted and sold points go; rubles, names and reductions stay; what is split
    is paid in rubles."""
    effects = (("named inn", 1), ("rubles blue", 2), ("points blue", 3), ("points blue per red", 1))
    assert without_points((*effects, ("points for sale", 5))) == (("named inn", 1), ("rubles blue", 2))
    for rubles in range(5):
        assert sum(amount for _, amount in without_points(split("blue", rubles, 4 - rubles))) == 4
        assert {fact for fact, _ in without_points(split("blue", rubles, 4 - rubles))} == {"rubles blue"}
