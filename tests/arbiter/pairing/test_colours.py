"""Colour preferences (1.6, 1.7) and the colours of a pair (article 5)."""

from __future__ import annotations

import pytest

from arbiter.pairing.dutch.criteria import colour_of_higher
from arbiter.pairing.dutch.field import Strength, colour_preference
from arbiter.pairing.violations import Colour
from tests.arbiter.pairing.players import entrant

WHITE, BLACK = Colour.WHITE, Colour.BLACK
LETTERS = {"w": WHITE, "b": BLACK}


@pytest.mark.parametrize(
    ("colours", "preference", "strength"),
    [
        ("", None, Strength.NONE),
        ("w", BLACK, Strength.STRONG),
        ("b", WHITE, Strength.STRONG),
        ("wb", WHITE, Strength.MILD),
        ("bw", BLACK, Strength.MILD),
        ("ww", BLACK, Strength.ABSOLUTE),
        ("wbb", WHITE, Strength.ABSOLUTE),
        ("wbwbw", BLACK, Strength.STRONG),
        ("bwbb", WHITE, Strength.ABSOLUTE),
        ("wwbw", BLACK, Strength.ABSOLUTE),
        ("wwwbb", WHITE, Strength.ABSOLUTE),
    ],
)
def test_a_preference_follows_from_the_games_played(
    colours: str, preference: Colour | None, strength: Strength
) -> None:
    """1.7.1 to 1.7.4: two more of one colour or the same colour twice in a row is absolute, one more is strong."""
    assert colour_preference(tuple(LETTERS[colour] for colour in colours)) == (preference, strength)


@pytest.mark.parametrize(
    ("higher", "lower", "expected"),
    [
        ("w", "b", BLACK),  # 5.2.1: both get what they are due
        ("", "w", WHITE),  # 5.2.1: who has no preference takes what is left
        ("wb", "", WHITE),  # 5.2.1
        ("wb", "b", BLACK),  # 5.2.2: strong beats mild
        ("b", "wb", WHITE),  # 5.2.2
        ("w", "ww", WHITE),  # 5.2.2: absolute beats strong
        ("ww", "wwbw", BLACK),  # 5.2.3 after equal differences: the last game was white for both, the one before not
        ("www", "ww", BLACK),  # 5.2.2: two absolute ones, the wider difference is granted
        ("wbbw", "wbw", WHITE),  # 5.2.2: the lower one is due black strongly
        ("wbwb", "bwwb", WHITE),  # 5.2.3: from the end b-b, w-w, then b against w: he had black, so white
        ("bwwb", "wbwb", BLACK),  # 5.2.3 seen from the other side
        ("wb", "wb", WHITE),  # 5.2.4: nothing differs, the higher player's preference
        ("bw", "bw", BLACK),  # 5.2.4
    ],
)
def test_the_first_rule_that_decides_gives_the_colour(higher: str, lower: str, expected: Colour) -> None:
    assert colour_of_higher(entrant(1, 20, higher), entrant(2, 10, lower), BLACK) is expected


@pytest.mark.parametrize(("number", "expected"), [(1, BLACK), (2, WHITE), (7, BLACK)])
def test_without_any_game_an_odd_number_gets_the_initial_colour(number: int, expected: Colour) -> None:
    """5.2.5."""
    assert colour_of_higher(entrant(number), entrant(9), BLACK) is expected
