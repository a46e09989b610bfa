"""Files whose lines contradict each other, and what pairing reads of those that do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.errors import NoLegalPairing, NoSuchRound, TrfError
from arbiter.pairing.dutch.rounds import pair_round
from arbiter.pairing.trf.document import read
from arbiter.pairing.trf.tournament import TrfTournament
from arbiter.pairing.violations import Colour

CASES = Path(__file__).resolve().parent.parent / "data" / "trf-cases"


def case(name: str) -> TrfTournament:
    return TrfTournament(read((CASES / name).read_bytes().decode("utf-8")))


def file(*players: tuple[int, str, str], more: str = "") -> TrfTournament:
    """A file of players given as number, points and the text of the rounds."""
    lines = [f"001 {number:>4}{'':72}{points:>4} {number:>4}  {rounds}" for number, points, rounds in players]
    return TrfTournament(read("\n".join(lines) + "\n" + more))


@pytest.mark.parametrize(
    ("name", "line", "column", "words"),
    [
        ("parse_incorrect_points.trf", 2, 81, ["Player 2", "4.0", "3.0", "round 5"]),
        ("parse_missing_result.trf", 3, 132, ["Player 3", "round 5", "player 2"]),
        ("parse_incompatible_color.trf", 2, 137, ["Player 2", "round 5", "colour b"]),
    ],
)
def test_contradictions_name_player_and_round(name: str, line: int, column: int, words: list[str]) -> None:
    with pytest.raises(TrfError) as caught:
        case(name)
    assert (caught.value.line, caught.value.column) == (line, column)
    for word in words:
        assert word in caught.value.reason


@pytest.mark.parametrize(
    ("players", "more", "line", "column", "reason"),
    [
        ([(1, "1.0", "   2 w 1"), (1, "0.0", "   1 b 0")], "", 2, 5, "is already listed in line 1"),
        ([(1, "1.0", "   1 w 1")], "", 1, 92, "a player cannot play themselves"),
        ([(1, "1.0", "   9 w 1")], "", 1, 92, "player 9 does not exist"),
        ([(1, "1.0", "   2 w 1"), (2, "1.0", "   1 b 1")], "", 1, 99, "does not match '1'"),
        ([(1, "1.0", "   2 w +"), (2, "0.0", "   1 b 0")], "", 1, 99, "does not match '0'"),
        ([(1, "1.0", "   2 w 1"), (2, "1.0", "0000 - U")], "", 1, 92, "opponent 2 has no game"),
        ([(1, "1.0", "0000 - U"), (2, "1.0", "0000 - U")], "", 2, 99, "player 1 already has the bye"),
        ([(1, "0.0", ""), (2, "0.0", "")], "XXZ 3\n", 3, 5, "Player 3 does not exist."),
        ([(1, "0.0", ""), (2, "0.0", "")], "260   1   2    1    7\n", 3, 5, "Player 7 does not exist."),
        ([(1, "1.0", "   2 w 1     2 w 0"), (2, "1.0", "   1 b 0     1 b 1")], "142 1\n", 3, 5, "2 are recorded"),
        ([(1, "0.0", "")], "299 H         0.5  000    7\n", 2, 5, "Player 7 does not exist."),
        ([(1, "1.0", "0000 - U")], "299          -0.5  001    1\n", 1, 81, "give 0.5 (0.5 in round 1)"),
        ([], "012 Cup\n", 3, 0, "no player"),
    ],
)
def test_what_cannot_be_is_refused(
    players: list[tuple[int, str, str]], more: str, line: int, column: int, reason: str
) -> None:
    with pytest.raises(TrfError) as caught:
        file(*players, more=more)
    assert reason in caught.value.reason
    assert caught.value.column == column
    assert caught.value.line == line or not players


@pytest.mark.parametrize("name", ["parse_no_legal_pairings.trf", "parse_no_legal_pairings_odd.trf"])
def test_no_legal_pairing_is_an_error_and_never_a_rematch(name: str) -> None:
    tournament = case(name)
    with pytest.raises(NoLegalPairing) as caught:
        pair_round(tournament.before(tournament.paired_rounds + 1))
    assert caught.value.code == "no_legal_pairing"
    assert "No legal pairing" in caught.value.sentence


def test_comments_team_lines_and_words_of_older_programs_are_read() -> None:
    assert case("parse_comments.trf").initial_colour is Colour.BLACK
    tournament = case("parse_javafo_example.trf")
    assert (tournament.rounds, tournament.paired_rounds) == (9, 4)
    assert tournament.before(5).absent == {22, 28, 43}
    pairing = pair_round(tournament.before(5))
    assert not {22, 28, 43} & {number for pair in pairing.pairs for number in pair}


def test_points_of_a_point_system_are_checked_and_used() -> None:
    players = [(1, "3.0", "   2 w 1"), (2, "0.0", "   1 b 0"), (3, "1.5", "0000 - U")]
    for more in ("162  W 3.0    D 1.0    P 1.5\n", "XXS WW=3.0 BW=3.0 PAB=1.5\n", "BBW  3.0\nBBU  1.5\n"):
        assert file(*players, more=more).before(2).win == 30
    assert file(players[0], players[1], (3, "3.0", "0000 - U"), more="162  W 3.0\n").scoring.system.bye == 30


def test_absent_is_who_has_neither_opponent_nor_bye_in_the_column() -> None:
    tournament = file(
        (1, "1.0", "   2 w 1     3 w  "),
        (2, "0.0", "   1 b 0  0000 - Z"),
        (3, "1.0", "0000 - U     1 b  "),
        (4, "0.0", "0000 - Z"),
        (5, "0.5", "0000 - H  0000 -  "),
    )
    assert tournament.before(1).absent == {4, 5}
    assert tournament.before(2).absent == {2, 4, 5}


def test_a_column_that_holds_only_absences_is_the_round_to_pair() -> None:
    """In it an empty field means nothing; H, F and Z do, and so do 240 and XXZ."""
    players = [(1, "1.0", "   2 w 1  0000 - Z"), (2, "0.0", "   1 b 0"), (3, "1.0", "0000 - U"), (4, "0.0", "0000 - Z")]
    tournament = file(*players, more="240 H   2    4\n")
    assert tournament.paired_rounds == 1
    assert tournament.before(2).absent == {1, 4}
    assert file(*players, more="XXZ 3\n").before(2).absent == {1, 3}


def test_nothing_else_of_the_round_is_read() -> None:
    """Other opponents, colours and results of the round and after it give the same field before it."""
    one = file((1, "2.0", "   2 w 1     3 w 1"), (2, "0.0", "   1 b 0     4 w 0"), (3, "0.5", "   4 w =     1 b 0"),
               (4, "1.5", "   3 b =     2 b 1"))  # fmt: skip
    two = file((1, "1.0", "   2 w 1     4 b 0"), (2, "0.5", "   1 b 0     3 w ="), (3, "1.0", "   4 w =     2 b ="),
               (4, "1.5", "   3 b =     1 w 1"))  # fmt: skip
    assert one.before(2) == two.before(2)


@pytest.mark.parametrize(
    ("rounds", "more", "expected"),
    [
        (["   2 w 1", "   1 b 0"], "", Colour.WHITE),
        (["   2 b 1", "   1 w 0"], "", Colour.BLACK),
        (["   2 b 1", "   1 w 0"], "152 W\n", Colour.WHITE),
        (["", ""], "", Colour.WHITE),
        (["", ""], "XXC black1\n", Colour.BLACK),
    ],
)
def test_the_initial_colour_is_as_said_or_as_the_first_round_shows(
    rounds: list[str], more: str, expected: Colour
) -> None:
    """C.04.3, 5.1."""
    players = [(n, "1.0" if text.endswith("1") else "0.0", text) for n, text in enumerate(rounds, start=1)]
    assert file(*players, more=more).initial_colour is expected


def test_the_initial_colour_is_read_past_a_bye_and_past_who_was_not_there() -> None:
    """The second of those who have entered got the other colour (5.2.5)."""
    players = [(1, "0.0", "0000 - Z"), (2, "1.0", "0000 - U"), (3, "1.0", "   4 b 1"), (4, "0.0", "   3 w 0")]
    assert file(*players).initial_colour is Colour.WHITE


@pytest.mark.parametrize(("more", "last"), [("", 2), ("142 3\n", 3), ("XXR 9\n", 9)])
def test_the_last_round_is_as_said_or_the_last_one_paired(more: str, last: int) -> None:
    """Only it has topscorers (1.8)."""
    players = [(1, "2.0", "   2 w 1     2 b +"), (2, "0.0", "   1 b 0     1 w -")]
    tournament = file(*players, more=more)
    for number in (1, 2, 3):
        field = tournament.before(number)
        assert (field.done + 1 == field.rounds) is (number == last)


@pytest.mark.parametrize("round_number", [-1, 0, 3, 99])
def test_only_rounds_that_the_file_reaches_can_be_paired(round_number: int) -> None:
    tournament = file((1, "1.0", "   2 w 1"), (2, "0.0", "   1 b 0"))
    with pytest.raises(NoSuchRound, match="You can pair rounds 1 to 2, not"):
        tournament.before(round_number)


def test_a_round_after_an_open_result_cannot_be_paired() -> None:
    tournament = file((1, "0.0", "   2 w  "), (2, "0.0", "   1 b  "))
    assert tournament.before(1).done == 0
    with pytest.raises(NoSuchRound, match="player 1 has no result in round 1"):
        tournament.before(2)


def test_forbidden_pairs_are_not_paired() -> None:
    """260 in its rounds, XXP always."""
    players = [(number, "0.0", "") for number in range(1, 5)]
    assert pair_round(file(*players).before(1)).pairs == ((1, 3), (4, 2))
    for more in ("260   1   1    1    3\n", "XXP 1 3\n"):
        assert pair_round(file(*players, more=more).before(1)).pairs == ((1, 4), (3, 2))
    assert pair_round(file(*players, more="260   2   9    1    3\n").before(1)).pairs == ((1, 3), (4, 2))


def test_acceleration_makes_score_groups_of_its_own() -> None:
    """250: the upper half of eight plays among itself in round 1."""
    players = [(number, "0.0", "") for number in range(1, 9)]
    accelerated = file(*players, more="250       1.0   1   2    1    4\n")
    assert pair_round(accelerated.before(1)).pairs == ((1, 3), (4, 2), (5, 7), (8, 6))
    by_player = "".join(f"XXA {number:>4}  1.0  1.0\n" for number in range(1, 5))
    assert pair_round(file(*players, more=by_player).before(1)).pairs == ((1, 3), (4, 2), (5, 7), (8, 6))
