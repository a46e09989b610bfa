"""Rounds one after the other: as few as can be, everybody equally often, meetings nearly as even as in the best schedule."""

from __future__ import annotations

import pytest

from arbiter.errors import ImpossibleSchedule
from arbiter.schedules.bounds import check, meeting_spread, seat_spread
from arbiter.schedules.catalogue import schedule
from arbiter.schedules.rounds import fewest, in_rounds, parted

CASES = [
    (7, 4, 4, 1, 7),
    (8, 4, 4, 1, 4),
    (9, 4, 4, 2, 9),
    (12, 4, 4, 1, 4),
    (13, 4, 4, 1, 5),
    (16, 4, 5, 1, 5),
    (11, 5, 5, 1, 6),
    (6, 3, 4, 1, 4),
]


@pytest.mark.parametrize(("players", "table", "games", "legs", "rounds"), CASES)
def test_it_is_over_as_soon_as_can_be(players: int, table: int, games: int, legs: int, rounds: int) -> None:
    found = in_rounds(players, table, games, legs)
    assert len(found) == rounds == fewest(players, table, games * legs)
    for one in found:
        playing = [player for seats in one for player in seats]
        assert len(playing) == len(set(playing)), "nobody twice in a round"
    tables = tuple(seats for one in found for seats in one)
    check(players, games * legs, tables)
    assert seat_spread(players, tables) <= 1
    even = schedule(players, table, games, legs)
    assert meeting_spread(players, tables) <= even.meetings + 2
    if len(parted(even.tables)) == rounds:
        assert sorted(tables) == sorted(even.tables), "the most even schedule where that needs no more rounds"


def test_it_is_the_same_on_every_machine() -> None:
    first, *_more = in_rounds(8, 4, 4)
    assert first == ((5, 4, 8, 1), (6, 7, 2, 3))
    with pytest.raises(ImpossibleSchedule):
        in_rounds(9, 4, 3)
