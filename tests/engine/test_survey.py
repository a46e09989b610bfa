"""The survey of what bots come to: honest figures, every selection in it, the same numbers every time."""

from statistics import fmean

import pytest

import engine
from engine.__main__ import main
from engine.rulebook import SETS
from engine.survey import Outcome, Summary, played, selections


def test_every_edition_every_set_and_all_together_are_surveyed() -> None:
    """COMBO-2, COMBO-3: each line is a legal selection, and no set is left out."""
    named = {name: options(2) for name, options in selections()}
    assert {"edition 1", "edition 2"} <= set(named)
    assert {name for options in named.values() for name in options.sets} == set(SETS)


def test_a_game_is_played_to_its_end_and_the_same_again() -> None:
    """SEQ-6, END-5: seven to ten rounds is typical; the figures are those of the state the moves lead to."""
    options = engine.Options(edition=2, players=3)
    first = played(options, 5)
    assert first == played(options, 5) != played(options, 6)
    assert 6 <= first.rounds <= 11
    assert len(first.points) == len(first.rubles) == 3
    assert all(0 <= rubles <= 9 for rubles in first.rubles)


def test_the_summary_counts_seats_and_games() -> None:
    summary = Summary.of([Outcome(7, 200, (100, 80), (3, 5)), Outcome(9, 300, (60, 70), (1, 2))])
    assert summary == Summary(2, (8, 7, 9), 250, (fmean((100, 80, 60, 70)), 60, 100), 85, 2.75)


def test_the_command_prints_a_line_for_each_number_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["survey", "--games", "1", "--workers", "1", "--only", "sp-plus"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split()[0] == "selection"
    assert [line.removeprefix("edition 1, sp-plus").split()[:2] for line in lines] == [
        ["2", "1"],
        ["3", "1"],
        ["4", "1"],
    ]


@pytest.mark.parametrize("number", ["0", "-1", "many"])
def test_a_number_of_games_must_be_a_number(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["survey", "--games", number])
    assert "must be a whole number of at least 1" in capsys.readouterr().err
