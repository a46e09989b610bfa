"""Points out of the ordinary and numbering by rank: what files say beyond the usual is read and honoured."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from arbiter.errors import RecordError
from arbiter.pairing.dutch.field import Float, entrants_of
from arbiter.pairing.dutch.rounds import pair_round
from arbiter.pairing.trf.columns import (
    AbnormalRecord,
    InitialColourRecord,
    PlayerAccelerationRecord,
    PlayerRecord,
    PointsRecord,
)
from arbiter.pairing.trf.document import Document, ReportLine, read
from arbiter.pairing.trf.points import PointSystem, point_system
from arbiter.pairing.trf.tournament import TrfTournament
from arbiter.standings.c07.tournament import tournament_of

DUTCH = Path(__file__).resolve().parent.parent / "data" / "dutch"


def file(*players: tuple[int, str, str], more: str = "") -> TrfTournament:
    """A file of players given as number, points and the text of the rounds."""
    lines = [f"001 {number:>4}{'':72}{points:>4} {number:>4}  {rounds}" for number, points, rounds in players]
    return TrfTournament(read("\n".join(lines) + "\n" + more))


def scores(tournament: TrfTournament, round_number: int) -> dict[int, int]:
    return {entrant.number: entrant.score for entrant in entrants_of(tournament.before(round_number))}


def system(*lines: str) -> PointSystem:
    records = read("\n".join(lines)).records
    return point_system(record for record in records if isinstance(record, PointsRecord))


def test_the_examples_of_the_manual_of_xxs() -> None:
    """A later code overrides an earlier one; the bye is one point unless it is named."""
    assert (
        system("XXS WW=1 WD=.5 WL=0 BW=1 BD=0.5 BL=0", "XXS FL=0 FW=1", "XXS PAB=1 FPB=1 HPB=.5 ZPB=0") == PointSystem()
    )
    three_one = system("XXS W=3", "XXS D=1")
    assert (three_one.wins, three_one.white_draw, three_one.half_bye, three_one.bye) == ((30, 30), 10, 10, 10)
    last = system("XXS W=3 D=2 WL=1 BL=1", "XXS PAB=3", "XXS FPB=0 HPB=0 ZPB=0")
    assert (last.full_bye, last.half_bye, last.losses) == (0, 0, (10, 10))
    first = system("XXS PAB=3", "XXS FPB=0 HPB=0 ZPB=0", "XXS W=3 D=2 WL=1 BL=1")
    assert (first.full_bye, first.half_bye) == (30, 20)


@pytest.mark.parametrize("lines", [("BBW  3.0", "BBU  1.5"), ("BBU  1.5", "BBW  3.0"), ("162  P 1.5", "162  W 3.0")])
def test_a_bye_that_is_named_keeps_its_worth(lines: tuple[str, str]) -> None:
    assert system(*lines).bye == 15


COLOURFUL = [(1, "1.0", "   4 w 1"), (2, "1.5", "   5 b 1"), (3, "0.4", "   6 w ="), (4, "0.0", "   1 b 0"),
             (5, "0.1", "   2 w 0"), (6, "0.6", "   3 b =")]  # fmt: skip


def test_the_colours_may_have_points_of_their_own() -> None:
    """Who won with black stands before who won with white."""
    tournament = file(*COLOURFUL, more="XXS BW=1.5 WD=0.4 BD=0.6 WL=0.1\n142 5\n")
    assert scores(tournament, 2) == {1: 10, 2: 15, 3: 4, 4: 0, 5: 1, 6: 6}
    field = tournament.before(2)
    assert (field.win, field.points_like_a_win, field.loss) == (15, 10, 1)
    assert pair_round(field).pairs[0] in ((1, 2), (2, 1))
    with pytest.raises(RecordError, match="by colour"):
        tournament_of(tournament)


def test_a_bye_is_barred_by_as_many_points_as_any_win_gives() -> None:
    """C2, where a win with black gives more than one with white: a full-point bye is worth a white win."""
    players = [(1, "1.0", "0000 - F"), (2, "1.0", "   3 w 1"), (3, "0.0", "   2 b 0")]
    field = file(*players, more="XXS BW=2.0\n").before(2)
    assert {entrant.number: entrant.may_have_bye for entrant in entrants_of(field)} == {1: False, 2: True, 3: True}


PLAIN = [(1, "1.0", "   3 w 1"), (2, "1.0", "   4 b 1"), (3, "0.0", "   1 b 0"), (4, "0.0", "   2 w 0")]


def with_points(*points: str) -> list[tuple[int, str, str]]:
    return [(number, one, rounds) for (number, _, rounds), one in zip(PLAIN, points, strict=True)]


def test_a_penalty_counts_from_its_round_on_and_changes_no_result() -> None:
    """299 with a blank kind: player 1 won, but stands with who lost; nobody floats for it afterwards."""
    more = "299          -1.0  001    1\n"
    tournament = file(*with_points("0.0", "1.0", "0.0", "0.0"), more=more)
    assert scores(tournament, 1) == {1: 0, 2: 0, 3: 0, 4: 0}
    assert scores(tournament, 2) == {1: 0, 2: 10, 3: 0, 4: 0}
    assert tournament.before(2).players[0].past[0].points == 10
    two = file(
        (1, "0.0", "   3 w 1     4 b 0"),
        (2, "2.0", "   4 b 1     3 w 1"),
        (3, "0.0", "   1 b 0     2 b 0"),
        (4, "1.0", "   2 w 0     1 w 1"),
        more=more,
    )
    floats = {entrant.number: entrant.floats[0] for entrant in entrants_of(two.before(3))}
    assert floats == {1: Float.NONE, 2: Float.DOWN, 3: Float.UP, 4: Float.NONE}
    with pytest.raises(RecordError, match="299"):
        tournament_of(two)


def test_a_round_of_0_means_every_round_and_no_players_mean_everybody() -> None:
    tournament = file(*with_points("1.5", "1.5", "0.0", "0.0"), more="299 W         1.5  000\n")
    assert scores(tournament, 2) == {1: 15, 2: 15, 3: 0, 4: 0}


@pytest.mark.parametrize(
    ("kind", "rounds", "points"),
    [
        ("W", ("   2 w 1", "   1 b 0"), ("0.7", "0.0")),
        ("W", ("   2 w W", "   1 b L"), ("0.7", "0.0")),
        ("D", ("   2 w D", "   1 b D"), ("0.7", "0.5")),
        ("L", ("   2 w 0", "   1 b 1"), ("0.7", "1.0")),
        ("+", ("   2 w +", "   1 b -"), ("0.7", "0.0")),
        ("-", ("   2 w -", "   1 b +"), ("0.7", "1.0")),
        ("F", ("0000 - F", "0000 - F"), ("0.7", "1.0")),
        ("H", ("0000 - H", "0000 - H"), ("0.7", "0.5")),
        ("Z", ("0000 - Z", "0000 - Z"), ("0.7", "0.0")),
        ("Z", ("", "0000 - U"), ("0.7", "1.0")),
    ],
)
def test_a_result_of_that_kind_gives_the_points_named(
    kind: str, rounds: tuple[str, str], points: tuple[str, str]
) -> None:
    """For player 1 only, and only for that kind; the file is refused unless its sums say the same."""
    others = [(3, "0.5", "   4 w ="), (4, "0.5", "   3 b =")]
    players = [(n, points[n - 1], rounds[n - 1]) for n in (1, 2)] + others
    tournament = file(*players, more=f"299 {kind}         0.7  001    1\n")
    assert tournament.before(2).players[0].points() == 7


def test_of_two_lines_about_one_result_the_later_counts_and_bonuses_add_up() -> None:
    more = "299 W         2.0  001    1\n299 W         3.0  001    1    2\n" + "299           0.5  001    1\n" * 2
    assert scores(file(*with_points("4.0", "3.0", "0.0", "0.0"), more=more), 2)[1] == 40


def test_an_absence_paid_like_a_win_bars_from_the_bye_and_floats_down() -> None:
    """C2 and 1.4.3 ask for the points of the round, whatever line gives them; a bonus is no such points."""
    players = [(1, "1.0", "0000 - Z"), (2, "1.0", "   3 w 1"), (3, "0.0", "   2 b 0")]
    paid = entrants_of(file(*players, more="299 Z         1.0  001    1\n").before(2))
    bonus = entrants_of(file(*players, more="299           1.0  001    1\n").before(2))
    seen = [next((e.may_have_bye, e.floats[0]) for e in entrants if e.number == 1) for entrants in (paid, bonus)]
    assert seen == [(False, Float.DOWN), (True, Float.NONE)]


@pytest.mark.parametrize("name", ["swiss_021_1301.trf", "swiss_060_1505.trf"])
def test_a_bonus_pairs_like_fictitious_points_from_the_next_round_on(name: str) -> None:
    """The score groups are the same, so all rounds but the last (topscorers count real points) are paired alike."""
    document = read((DUTCH / name).read_text())
    plain = TrfTournament(document)
    rounds = 7
    lucky = {player.number for player in plain.players[::4]}
    bonus = AbnormalRecord("", 10, 2, tuple(sorted(lucky)))
    paid = [
        replace(one, points=one.points + 10) if isinstance(one, PlayerRecord) and one.number in lucky else one
        for one in document.records
    ]
    fictitious = [PlayerAccelerationRecord(number, (0, 0, *[10] * 7)) for number in sorted(lucky)]
    one, other = (
        TrfTournament(Document.of([*paid, bonus])),
        TrfTournament(Document.of([*document.records, *fictitious])),
    )
    for number in range(1, rounds + 1):
        assert pair_round(one.before(number)).pairs == pair_round(other.before(number)).pairs
    assert pair_round(one.before(rounds)).pairs != pair_round(plain.before(rounds)).pairs


def renumbered(document: Document, seed: int) -> tuple[Document, dict[int, int]]:
    """The same lines in the same order with other numbers, numbered by rank; and the new number of each old one."""
    numbers = [player.number for _, player in document.players()]
    new = dict(zip(numbers, Random(seed).sample(range(1, 9999), len(numbers)), strict=True))
    new[0] = 0
    lines = [
        ReportLine(
            replace(
                line.record,
                number=new[line.record.number],
                cells=tuple(replace(cell, opponent=new[cell.opponent]) for cell in line.record.cells),
            )
        )
        for line in document.lines
        if isinstance(line.record, PlayerRecord)
    ]
    return Document((*lines, ReportLine(InitialColourRecord(None, "XXC", by_rank=True)))), new


@pytest.mark.parametrize(
    "name", ["swiss_009_1101.trf", "swiss_020_1203.trf", "swiss_021_1302.trf", "swiss_060_1505.trf"]
)
def test_with_xxc_rank_the_order_of_the_lines_takes_the_place_of_the_numbers(name: str) -> None:
    """Any numbers give the same pairs and colours; without XXC rank they would not."""
    document = read((DUTCH / name).read_text())
    plain = TrfTournament(document)
    mixed, new = renumbered(document, seed=7)
    by_rank, by_number = TrfTournament(mixed), TrfTournament(Document(mixed.lines[:-1]))
    different = 0
    for number in range(1, plain.paired_rounds + 1):
        expected = pair_round(plain.before(number))
        pairs = tuple((new[white], new[black]) for white, black in expected.pairs)
        found = pair_round(by_rank.before(number))
        assert (found.pairs, found.bye) == (pairs, expected.bye and new[expected.bye])
        different += pair_round(by_number.before(number)).pairs != pairs
    assert different > plain.paired_rounds // 2
    assert by_rank.initial_colour is plain.initial_colour
