"""What to expect of a Swiss before it opens, beside rounds that are really paired."""

from __future__ import annotations

import time

import pytest

from arbiter.errors import FieldError, SeedError, TableSizeError
from arbiter.kept import from_json, to_json
from arbiter.pairing.rows import Forecast, forecast_pairs, forecast_tables
from arbiter.pairing.tables.field import Sizes
from arbiter.pairing.tables.rounds import pair_tables, quick_tables
from tests.arbiter.tables.tournaments import SimulatedTournament


def is_crowded(found: Forecast) -> bool:
    """Whether in some round somebody met somebody again in every tournament played."""
    return any(one.repeats[0] for one in found.rounds)


def test_a_forecast_of_tables_says_byes_sizes_and_repeats() -> None:
    found = forecast_tables(13, 6)
    assert [one.tables for one in found.rounds] == [(4, 3, 3, 3)] * 6
    assert (found.byes, found.other_sizes) == (0, 18)
    assert found.rounds[0].repeats == (0, 0)
    assert found.first_repeat is not None
    assert found.first_repeat > 2
    assert is_crowded(found)  # after five rounds everybody has met nearly all the others
    with_byes = forecast_tables(13, 3, Sizes(4, frozenset({4})))
    assert [one.byes for one in with_byes.rounds] == [1, 1, 1]
    assert with_byes.other_sizes == 0


def test_seven_players_meet_again_in_the_second_round_whatever_is_done() -> None:
    """Four of one table of the first round cannot be parted over two tables of the second."""
    found = forecast_tables(7, 3)
    assert found.first_repeat == 2
    assert is_crowded(found)


def test_a_hundred_players_meet_nobody_again_in_five_rounds() -> None:
    for found in (forecast_tables(100, 5), forecast_pairs(100, 5)):
        assert (found.first_repeat, found.byes) == (None, 0)
    assert forecast_pairs(5, 4).byes == 4


@pytest.mark.parametrize(("players", "rounds"), [(4, 4), (6, 6), (8, 9)])
def test_pairs_meet_again_where_there_are_more_rounds_than_opponents(players: int, rounds: int) -> None:
    found = forecast_pairs(players, rounds)
    assert is_crowded(found)
    assert found.first_repeat is not None
    assert found.first_repeat <= players
    assert forecast_pairs(players, 2).first_repeat is None


def test_a_forecast_of_pairs_says_for_which_round_the_rules_have_no_pairing() -> None:
    found = forecast_pairs(8, 7)
    assert found.first_unruly is not None
    assert 1 < found.first_unruly <= 7
    assert forecast_pairs(16, 4).first_unruly is None
    assert forecast_tables(8, 3).first_unruly is None


def test_fewer_tournaments_are_played_where_that_is_asked_for() -> None:
    assert [forecast_pairs(8, 3, most_samples=2).samples, forecast_tables(8, 3, most_samples=1).samples] == [2, 1]


def test_a_forecast_is_drawn_from_its_seed_and_can_be_kept() -> None:
    found = forecast_tables(20, 6, seed=3)
    assert found == forecast_tables(20, 6, seed=3)
    assert found.samples == 8
    assert from_json(Forecast, to_json(found)) == found


@pytest.mark.parametrize("make", [forecast_tables, forecast_pairs])
def test_a_hundred_players_and_five_rounds_take_less_than_two_seconds(make: object) -> None:
    assert callable(make)
    start = time.process_time()
    make(100, 5)
    assert time.process_time() - start < 2.0


@pytest.mark.parametrize("size", [13, 20, 31])
def test_a_quick_round_has_the_byes_and_sizes_of_the_real_one(size: int) -> None:
    tournament = SimulatedTournament(size, seed=2)
    for _ in range(3):
        real, quick = pair_tables(tournament.field()), quick_tables(tournament.field())
        assert quick[1] == real.byes
        assert sorted(map(len, quick[0])) == sorted(map(len, real.tables))
        assert sorted(number for table in quick[0] for number in table) == sorted(
            number for table in real.tables for number in table
        )
        tournament.play(real)


def test_what_is_no_tournament_is_refused() -> None:
    with pytest.raises(FieldError, match="needs at least two players, not 1"):
        forecast_pairs(1, 3)
    with pytest.raises(FieldError, match="at least one round, not 0"):
        forecast_tables(9, 0)
    with pytest.raises(SeedError, match="not -1"):
        forecast_pairs(9, 2, seed=-1)
    with pytest.raises(TableSizeError, match="too few"):
        forecast_tables(2, 2)
