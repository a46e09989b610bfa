"""Explanations are data: sentences with their patterns, which can be kept and said in any language."""

from __future__ import annotations

from pathlib import Path

from arbiter.kept import from_json, to_json
from arbiter.pairing.__main__ import text_of
from arbiter.pairing.dutch.rounds import ReasonLine, explain, pair_round
from arbiter.pairing.tables.field import Sizes
from arbiter.pairing.tables.rounds import explain as explain_tables
from arbiter.pairing.tables.rounds import pair_tables
from arbiter.pairing.trf.document import read
from arbiter.pairing.trf.tournament import TrfTournament
from tests.arbiter.tables.tournaments import after

CASE = Path(__file__).resolve().parent.parent / "data" / "trf-cases" / "dutch_2025_C5.input"


def test_every_line_of_a_pairing_has_its_pattern_and_can_be_kept() -> None:
    lines = list(explain(pair_round(TrfTournament(read(text_of(CASE))).before(3))))
    said = [(line.said.pattern, line.said.values) for line in lines]
    assert ("downfloaters: {players}", {"players": (1, 3)}) in said
    assert ("moved-down players: {players}", {"players": "1 (2.0), 3 (2.0)"}) in said
    assert ("C12, colour preferences not granted: {count}", {"count": 1}) in said
    assert said[-1] == (
        "Bye: {player} (C2, C5: the lowest score that still allows all others to be paired)",
        {"player": 6},
    )
    for line in lines:
        again = from_json(ReasonLine, to_json(line))
        assert (str(again), again.said.pattern, again.said.values) == (str(line), line.said.pattern, line.said.values)
    assert str(lines[1]).startswith("  ")


def test_a_round_at_tables_says_what_was_weighed() -> None:
    field = after(13, 0, seed=1, sizes=Sizes(4, frozenset({4}))).field()
    found = pair_tables(field)
    assert [one.pattern for one in explain_tables(found)] == [
        "Bye: {players} (who had fewest byes, and of those the lowest in points)",
        "Nobody meets anybody again.",
        "Squared differences of points at the tables: {spread} together; less than {least} is impossible.",
        "Everybody has sat in each seat as often as in any other, or once more.",
    ]
    assert next(explain_tables(found)).values == {"players": found.byes}


def test_what_could_not_be_had_is_said_with_what_is_proved() -> None:
    """Seven players have met nearly everybody after three rounds at tables of four and three."""
    found = pair_tables(after(7, 3, seed=1).field())
    said = {one.pattern: one.values for one in explain_tables(found)}
    assert said["Tables of another size than the preferred one: {tables}"] == {"tables": 1}
    repeats = next(values for pattern, values in said.items() if pattern.startswith("Repeated meetings"))
    assert repeats["repeats"] == found.report.repeats > 0
    unfair = next(values for pattern, values in said.items() if pattern.startswith("Players at tables of another"))
    assert unfair == {"times": found.report.unfairness, "least": found.report.unfairness_bound}
