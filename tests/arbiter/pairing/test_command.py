"""The command line, run as a user runs it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
DATA = Path(__file__).resolve().parent.parent / "data"
CASE = DATA / "trf-cases" / "dutch_2025_C5.input"


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "arbiter.pairing", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def test_a_round_is_printed_one_pair_a_line_and_the_bye_as_id_0() -> None:
    done = run(CASE, "--round", "3")
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 5\n3 2\n6 0\n", "")


def test_without_a_round_the_next_one_is_paired() -> None:
    assert run(CASE).stdout == run(CASE, "--round", "3").stdout


def test_checking_says_how_many_rounds_are_equal() -> None:
    done = run(DATA / "dutch" / "swiss_021_1301.trf", "--check")
    assert (done.returncode, done.stdout, done.stderr) == (0, "9 of 9 rounds match\n", "")


def test_checking_prints_the_differences(tmp_path: Path) -> None:
    """Two first boards exchanged: 1 against 13, 2 against 12."""
    text = (DATA / "dutch" / "swiss_020_1201.trf").read_text()
    lines = [line for line in text.splitlines() if line.startswith("001")]
    cells = {int(line[4:8]): line[91:99] for line in lines}
    wrong = {1: 12, 12: 1, 2: 11, 11: 2}
    made = [f"{line[:80]} {points(cell):>3}{line[84:91]}{cell}" for line, cell in changed(lines, cells, wrong)]
    path = tmp_path / "wrong.trf"
    path.write_text("\n".join(made) + "\n")
    done = run(path, "--check")
    assert done.returncode == 1
    difference, summary = done.stdout.splitlines()
    assert difference == "round 1: recorded 1 12, 11 2; expected 1 11, 12 2"
    assert summary == "0 of 1 rounds match"
    explained = run(path, "--check", "--explain").stdout.splitlines()
    assert (explained[0], explained[-1]) == (difference, summary)
    assert explained[1].startswith("  Score group 0.0: 1-, 2-, 3-")


@pytest.mark.parametrize("round_number", ["0", "-1", "4"])
def test_a_round_the_file_does_not_reach_is_refused(round_number: str) -> None:
    """The case has two rounds: the third can be paired, but not checked."""
    for extra in ([], ["--check"]):
        done = run(CASE, "--round", round_number, *extra)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.endswith("[no_such_round]\n")
    assert run(CASE, "--round", "3", "--check").returncode == 2


def changed(lines: list[str], cells: dict[int, str], wrong: dict[int, int]) -> list[tuple[str, str]]:
    """The first round with other opponents; everybody keeps colour and result, so colours and results must agree."""
    rows = []
    for line in lines:
        number = int(line[4:8])
        cell = cells[number]
        if number in wrong:
            cell = f"{wrong[number]:>4} {'w' if number in (1, 11) else 'b'} ="
        rows.append((line, cell))
    return rows


def points(cell: str) -> str:
    return {"1": "1.0", "=": "0.5", "H": "0.5", "U": "1.0", "+": "1.0"}.get(cell[7], "0.0")


def test_explaining_tells_score_groups_floats_and_criteria() -> None:
    lines = run(CASE, "--round", "3", "--explain").stdout.splitlines()
    assert lines[:3] == ["1 5", "3 2", "6 0"]
    assert "Score group 2.0: 1w, 3wv" in lines
    assert "  downfloaters: 1, 3" in lines
    assert "  moved-down players: 1 (2.0), 3 (2.0)" in lines
    assert "  C12, colour preferences not granted: 1" in lines
    assert lines[-1].startswith("Bye: 6 (C2, C5")


def test_no_legal_pairing_is_one_sentence_and_exit_2() -> None:
    done = run(DATA / "trf-cases" / "parse_no_legal_pairings.trf")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "No legal pairing" in done.stderr
    assert done.stderr.endswith("[no_legal_pairing]\n")


def test_a_bad_file_is_one_sentence_with_line_and_column_and_exit_2() -> None:
    done = run(DATA / "trf-cases" / "parse_incompatible_color.trf", "--check")
    assert (done.returncode, done.stdout) == (2, "")
    assert "line 2, column 137: Player 2, round 5" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_code_that_is_not_of_the_format_is_passed_over_when_asked() -> None:
    path = DATA / "trf-cases" / "parse_invalid_code.trf"
    assert run(path, "--round", "1").returncode == 2
    assert run(path, "--round", "1", "--lenient").stdout == "4 1\n2 5\n6 3\n"


def test_a_file_that_is_not_there_is_said_plainly() -> None:
    done = run("nowhere.trf")
    assert (done.returncode, done.stderr) == (2, "nowhere.trf: No such file or directory [no_file]\n")


def test_names_in_latin_1_are_read(tmp_path: Path) -> None:
    path = tmp_path / "latin.trf"
    path.write_bytes("".join(f"001 {n:>4}      {'Jürgen':<66}0.0 {n:>4}\n" for n in (1, 2)).encode("latin-1"))
    assert run(path).stdout == "1 2\n"


def test_a_round_beyond_the_declared_number_is_refused(tmp_path: Path) -> None:
    """Nine rounds are recorded and declared; without a number the command says that all are paired."""
    text = (DATA / "dutch" / "swiss_020_1201.trf").read_text()
    paired = len(next(line for line in text.splitlines() if line.startswith("001"))[91:].split()) // 3
    path = tmp_path / "declared.trf"
    path.write_text(f"XXR {paired}\n{text}")
    for extra in ([], ["--round", str(paired + 1)]):
        done = run(path, *extra)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            f"{path}: The tournament has {paired} rounds, so round {paired + 1} cannot be paired. [no_such_round]\n"
        )


def test_a_round_beyond_those_recorded_is_paired_with_a_word_where_none_are_declared() -> None:
    done = run(DATA / "dutch" / "swiss_020_1201.trf", "--round", "10")
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 10)
    assert done.stderr == (
        "note: the file has 9 rounds and does not give the total (142, XXR); "
        "round 10 is paired as if it were not the last.\n"
    )


def lines_of(*cells: str) -> str:
    return "".join(
        f"001 {n:>4}      {'Anna':<66}{0.5 if '=' in cell else 0.0} {n:>4}   {cell}\n"
        for n, cell in enumerate(cells, 1)
    )


def test_a_column_in_which_nobody_is_present_is_a_round_like_any_other(tmp_path: Path) -> None:
    """When everybody was absent in the first round, the second can be paired."""
    path = tmp_path / "empty.trf"
    path.write_text(lines_of(*["0000 - Z"] * 4))
    done = run(path, "--round", "2")
    assert (done.returncode, done.stdout) == (0, "1 3\n4 2\n")
    path.write_text(lines_of("0000 - Z", "0000 - Z", ""))
    done = run(path, "--round", "2")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Round 1 lists only absent players and is not paired yet." in done.stderr
    assert done.stderr.endswith("[no_such_round]\n")


@pytest.mark.parametrize("line", ["XXR " + "9" * 5000, "XXZ " + "9" * 5000, "XXR 10000", "XXZ 1 " + "1" * 5000])
def test_numbers_of_any_length_are_refused_in_a_sentence(tmp_path: Path, line: str) -> None:
    path = tmp_path / "long.trf"
    path.write_text(f"{line}\n" + lines_of("", ""))
    done = run(path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "must be a whole number from 1 to 9999, not '" in done.stderr
    assert done.stderr.endswith("[trf_error]\n")
    assert len(done.stderr) < 300


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_a_file_saved_as_utf_16_is_read(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "wide.trf"
    path.write_bytes(CASE.read_text().encode(encoding))
    done = run(path, "--round", "3")
    assert (done.returncode, done.stdout) == (0, "1 5\n3 2\n6 0\n")


def test_utf_16_that_breaks_off_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "broken.trf"
    path.write_bytes(CASE.read_text().encode("utf-16")[:-1])
    done = run(path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("looks like UTF-16 but cannot be read. Save it as UTF-8. [trf_error]\n")
