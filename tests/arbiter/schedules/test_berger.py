"""Round-robins for two against the published Berger tables (FIDE Handbook C.05, annex 1)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from arbiter.errors import ScheduleSizeError
from arbiter.schedules.designs import berger, bye_number, double_berger

PUBLISHED = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | 3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | "
    "4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6 | 10-6 7-5 8-4 9-3 1-2 | 2-10 3-1 4-9 5-8 6-7 | 10-7 8-6 9-5 1-4 2-3 | "
    "3-10 4-2 5-1 6-9 7-8 | 10-8 9-7 1-6 2-5 3-4 | 4-10 5-3 6-2 7-1 8-9 | 10-9 1-8 2-7 3-6 4-5 | 5-10 6-4 7-3 8-2 9-1",
    12: "1-12 2-11 3-10 4-9 5-8 6-7 | 12-7 8-6 9-5 10-4 11-3 1-2 | 2-12 3-1 4-11 5-10 6-9 7-8 | "
    "12-8 9-7 10-6 11-5 1-4 2-3 | 3-12 4-2 5-1 6-11 7-10 8-9 | 12-9 10-8 11-7 1-6 2-5 3-4 | 4-12 5-3 6-2 7-1 8-11 9-10 | "
    "12-10 11-9 1-8 2-7 3-6 4-5 | 5-12 6-4 7-3 8-2 9-1 10-11 | 12-11 1-10 2-9 3-8 4-7 5-6 | "
    "6-12 7-5 8-4 9-3 10-2 11-1",
}


def text(players: int) -> str:
    """The tables as they are printed."""
    return " | ".join(" ".join(f"{white}-{black}" for white, black in pairs) for pairs in berger(players))


@pytest.mark.parametrize("players", PUBLISHED)
def test_the_tables_are_those_published(players: int) -> None:
    assert text(players) == PUBLISHED[players]
    assert text(players - 1) == PUBLISHED[players]  # an odd field meets the next even one's last number as a bye
    assert bye_number(players - 1) == players
    assert bye_number(players) is None


@pytest.mark.parametrize("players", range(2, 41))
def test_everybody_meets_everybody_once_and_plays_once_a_round(players: int) -> None:
    rounds = berger(players)
    size = players + players % 2
    assert len(rounds) == size - 1
    assert all(sorted(number for pair in pairs for number in pair) == list(range(1, size + 1)) for pairs in rounds)
    met = Counter(tuple(sorted(pair)) for pairs in rounds for pair in pairs)
    assert met == Counter(combinations(range(1, size + 1), 2))
    whites = Counter(white for pairs in rounds for white, _ in pairs)
    assert all(abs(2 * whites[number] - (size - 1)) == 1 for number in range(1, size + 1))


@pytest.mark.parametrize("players", range(4, 31, 2))
def test_a_double_round_robin_balances_colours_without_three_in_a_row(players: int) -> None:
    rounds = double_berger(players)
    assert Counter(pair for pairs in rounds for pair in pairs) == Counter(
        pair for one, other in combinations(range(1, players + 1), 2) for pair in ((one, other), (other, one))
    )
    for number in range(1, players + 1):
        colours = "".join(
            "w" if number == white else "b" for pairs in rounds for white, black in pairs if number in (white, black)
        )
        assert "www" not in colours
        assert "bbb" not in colours


def test_one_player_is_no_round_robin() -> None:
    with pytest.raises(ScheduleSizeError, match="at least 2 players"):
        berger(1)
