"""What closed hurdles take of the points to come, as bots value it (HURD-8)."""

import pytest

from engine.bots.course import periods, stopped


def test_a_closed_hurdle_stops_more_the_more_it_lacks_and_the_sooner_it_is_met() -> None:
    rounds = periods(4.0, 1.5)
    lost = [stopped(rounds, 10.0, 100.0, ((19, lacks),)) for lacks in (1, 2, 3)]
    assert 0 < lost[0] < lost[1] < lost[2] < 91
    assert stopped(rounds, 10.0, 100.0, ()) == 0
    assert stopped(rounds, 10.0, 8.0, ((19, 3),)) == 0, "the score does not come so far"
    assert stopped(rounds, 19.0, 100.0, ((19, 2),)) > lost[1]


def test_at_the_end_of_the_game_all_beyond_a_closed_hurdle_is_lost() -> None:
    assert stopped(periods(0.0, 1.5), 10.0, 40.0, ((19, 1),)) == pytest.approx(31)
    assert stopped(periods(0.0, 1.5), 10.0, 40.0, ((19, 1), (34, 2))) == pytest.approx(31)
