"""Every recorded round of the reference tournaments is what the Dutch system pairs (C.04.3 of 2026)."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.pairing.dutch.rounds import pair_round
from arbiter.pairing.trf.document import Document, read
from arbiter.pairing.trf.tournament import Recorded, TrfTournament

DATA = Path(__file__).resolve().parent.parent / "data"
TOURNAMENTS = sorted((DATA / "dutch").glob("*.trf"))
FOUND = sorted((DATA / "found").glob("*.trf"))


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def paired(tournament: TrfTournament, round_number: int) -> Recorded:
    pairing = pair_round(tournament.before(round_number))
    return Recorded(frozenset(pairing.pairs), pairing.bye)


def test_all_reference_tournaments_are_here() -> None:
    assert len(TOURNAMENTS) == 108


@pytest.mark.parametrize("path", TOURNAMENTS + FOUND, ids=lambda path: path.stem)
def test_every_recorded_round_is_paired_the_same(path: Path) -> None:
    tournament = TrfTournament(read(text_of(path)))
    assert tournament.paired_rounds >= 5
    for round_number in range(1, tournament.paired_rounds + 1):
        assert paired(tournament, round_number) == tournament.recorded(round_number), f"round {round_number}"


@pytest.mark.parametrize("case", ["dutch_2025_C5", "dutch_2025_C9", "issue_7"])
def test_the_cases_of_another_project_are_paired_as_it_expects(case: str) -> None:
    tournament = TrfTournament(read(text_of(DATA / "trf-cases" / f"{case}.input")))
    pairing = pair_round(tournament.before(tournament.paired_rounds + 1))
    lines = [f"{white} {black}" for white, black in pairing.pairs]
    lines += [f"{pairing.bye} 0"] if pairing.bye else []
    expected = text_of(DATA / "trf-cases" / f"{case}.output.expected").split("\n")
    assert lines == expected[1 : int(expected[0]) + 1]


def test_a_result_that_was_different_changes_the_next_round() -> None:
    """So the comparison above can fail: the same file with one game of round 4 turned around."""
    text = text_of(DATA / "dutch" / "swiss_020_1201.trf")
    before = TrfTournament(read(text))
    white, black = min(pair for pair in before.recorded(4).pairs if before.players[pair[0] - 1].cell(4).result == "1")
    lines = text.split("\n")
    for number, old, new in ((white, "1", "0"), (black, "0", "1")):
        index = next(i for i, line in enumerate(lines) if line[:8] == f"001 {number:>4}")
        line = lines[index]
        assert line[128] == old
        points = float(line[80:84]) + int(new) - int(old)
        lines[index] = f"{line[:80]}{points:>4}{line[84:128]}{new}{line[129:]}"
    after = TrfTournament(read("\n".join(lines)))
    assert paired(after, 4) == after.recorded(4)
    assert paired(after, 5) != after.recorded(5)


def test_the_order_of_the_lines_does_not_matter() -> None:
    document = read(text_of(DATA / "dutch" / "swiss_033_1401.trf"))
    turned = Document(tuple(reversed(document.lines)))
    for round_number in (1, 4, 7):
        assert paired(TrfTournament(turned), round_number) == paired(TrfTournament(document), round_number)
