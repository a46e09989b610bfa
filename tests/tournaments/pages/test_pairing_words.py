"""What led to a round, and what is wrong with one made by hand, as people say it."""

from __future__ import annotations

import pytest
from django.utils import translation

from arbiter.sentences import Sentence
from stpete_site.locale import of_python
from tests.arbiter.test_pure import PURE, files
from tournaments.pages.pairing_words import ABOUT_PEOPLE, PLAIN, numbers_in, phrase, told_of_round

PEOPLE = {1: "Anna", 2: "Boris", 7: "Clara"}
MET = "Players {players} have met before ({times}×)."
SEAT = "Player {player} would have sat {times}× in seat {seat} and only {least}× in another one."
BYE = "Bye: {players} (who had fewest byes, and of those the lowest in points)"
REPEATS = "Repeated meetings: {repeats}; fewer than {least} are impossible."
FEWEST = "Repeated meetings: {repeats}; fewer are impossible."
SPREAD = "Squared differences of points at the tables: {spread} together; less than {least} is impossible."
UNEVEN = "Players whose seats are more than one game apart: {players}"
NOBODY = "Nobody meets anybody again."
EVEN = "Everybody has sat in each seat as often as in any other, or once more."


def test_words_are_there_for_what_the_arithmetic_says() -> None:
    said = {
        one.text
        for room in PURE
        for path in files(room)
        for one in of_python(path.read_text(encoding="utf-8"), "", is_arithmetic=True)
    }
    assert {*PLAIN, *ABOUT_PEOPLE} <= said


@pytest.mark.parametrize(
    ("pattern", "values", "english", "german"),
    [
        (
            MET,
            {"players": (1, 2), "times": 1},
            "Anna and Boris have met before (once).",
            "sind sich schon begegnet (einmal).",
        ),
        (
            SEAT,
            {"player": 7, "seat": 2, "times": 3, "least": 0},
            "in seat 2 3 times, in another seat never.",
            "3-mal auf",
        ),
        (BYE, {"players": (7,)}, "Clara has the bye: fewest byes", "Clara hat spielfrei:"),
        (BYE, {"players": (1, 7)}, "Anna and Clara have the bye:", "Anna und Clara haben spielfrei:"),
        (
            FEWEST,
            {"repeats": 1},
            "1 pair meets again; fewer was not possible.",
            "1 Paar trifft erneut aufeinander; weniger",
        ),
        (REPEATS, {"repeats": 2, "least": 1}, "2 pairs meet again; at least 1 were unavoidable.", "2 Paare treffen"),
        (
            REPEATS,
            {"repeats": 5, "least": 4},
            "Repeated meetings: 5, counting a third meeting as three;",
            "dreifach",
        ),
        (SPREAD, {"spread": "0", "least": "0"}, "All players at each table have the same points.", "An jedem Tisch"),
        (
            SPREAD,
            {"spread": "43/6", "least": "43/6"},
            "Points at each table are as close as possible.",
            "so nah beieinander, wie es geht.",
        ),
        (
            SPREAD,
            {"spread": "43/6", "least": "13/2"},
            "total 7.17, against a possible minimum of 6.5.",
            "7,17; bestenfalls",
        ),
        (
            UNEVEN,
            {"players": 1},
            "1 player has had one seat at least two more times",
            "1 Spieler saß auf einem Platz",
        ),
        (
            "The top {number} of each table advance.",
            {"number": 1},
            "The winner of each table advances.",
            "Der erste Platz jedes",
        ),
    ],
)
def test_one_and_several_are_told_with_names(
    pattern: str, values: dict[str, object], english: str, german: str
) -> None:
    sentence = Sentence(pattern, **values)  # type: ignore[arg-type]
    assert english in phrase(sentence, PEOPLE)
    with translation.override("de"):
        assert german in phrase(sentence, PEOPLE)


def test_only_those_are_looked_up_who_are_called_by_name() -> None:
    kept = [Sentence(BYE, players=(7,)), Sentence(UNEVEN, players=3), Sentence(MET, players=(1, 2), times=1)]
    assert numbers_in(kept) == {1, 2, 7}


def test_a_first_round_is_told_as_drawn_by_lot_and_a_later_one_by_its_measures() -> None:
    kept = [Sentence(NOBODY), Sentence(SPREAD, spread="0", least="0"), Sentence(EVEN), Sentence(BYE, players=(1,))]
    first = told_of_round(kept, PEOPLE, is_first=True)
    assert first[0] == "Nobody had points or earlier opponents yet, so seating was drawn by lot."
    assert len(first) == 2
    assert len(told_of_round(kept, PEOPLE, is_first=False)) == 4
