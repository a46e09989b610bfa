"""Whole tournaments against the values and places that FIDE's own tie-break server gives them (see data/README.md)."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from arbiter.errors import RecordError
from arbiter.pairing.trf.columns import PlayerRecord, RoundCell
from arbiter.pairing.trf.document import Document, read
from arbiter.pairing.trf.tournament import TrfTournament
from arbiter.pairing.violations import Colour
from arbiter.standings.c07.catalogue import standings_of, tie_break
from arbiter.standings.c07.tournament import ScoredTournament, System, tournament_of

HERE = Path(__file__).resolve().parent / "data"
SWISS = HERE.parent.parent / "data" / "dutch"
FILES = sorted(HERE.glob("*.tsv"))


def tournament(path: Path) -> ScoredTournament:
    """The tournament that a file of values belongs to."""
    is_swiss = path.stem.startswith("swiss")
    text = ((SWISS if is_swiss else HERE) / f"{path.stem}.trf").read_bytes().decode("utf-8")
    return tournament_of(TrfTournament(read(text)), System.SWISS if is_swiss else System.ROUND_ROBIN)


def table(path: Path) -> dict[str, dict[int, str]]:
    """The columns by heading, each by entrant."""
    heading, *rows = (line.split("\t") for line in path.read_text("utf-8").splitlines())
    return {name: {int(row[0]): row[index] for row in rows} for index, name in enumerate(heading) if index}


def test_there_are_tournaments_of_both_kinds() -> None:
    assert len(FILES) == 8
    assert sum(len(table(path)["PTS"]) for path in FILES) > 130


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_value_is_the_servers(path: Path) -> None:
    of = tournament(path)
    for code, column in table(path).items():
        if ">" in code:
            continue
        values = tie_break(code, of).values(sorted(of.by_number))
        assert {n: value.amount for n, value in values.items()} == {
            n: Fraction(text) if text else None for n, text in column.items()
        }, code


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_place_is_the_servers(path: Path) -> None:
    """Shared places too."""
    of = tournament(path)
    for codes, column in table(path).items():
        if ">" in codes:
            rows = standings_of(of, codes.split(">")).rows
            assert {row.entrant: row.place for row in rows} == {n: int(text) for n, text in column.items()}, codes


def test_standings_after_an_earlier_round_see_no_later_one() -> None:
    """After round 2 of 4 everybody has two rounds, and Fore Buchholz is still Buchholz (8.3)."""
    path = SWISS / "swiss_008_1003.trf"
    trf = TrfTournament(read(path.read_bytes().decode("utf-8")))
    early = tournament_of(trf, after=2)
    assert (early.done, early.is_complete) == (2, False)
    everybody = sorted(early.by_number)
    assert tie_break("FB", early).values(everybody) == tie_break("BH", early).values(everybody)
    assert early.scores != tournament_of(trf).scores


def test_unfinished_and_missing_rounds_are_refused() -> None:
    game = (PlayerRecord(1, cells=(RoundCell(2, Colour.WHITE),)), PlayerRecord(2, cells=(RoundCell(1, Colour.BLACK),)))
    unfinished = TrfTournament(Document.of(game))
    for after in (1, 2, -1):
        with pytest.raises(RecordError):
            tournament_of(unfinished, after=after)
    assert tournament_of(unfinished, after=0).done == 0
