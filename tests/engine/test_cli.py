"""`python -m engine` as a person runs it: real processes, their output and exit status."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.record import parse_record
from tests.engine.recording import FOLDER

ROOT = Path(__file__).parents[2]
GAME = FOLDER / "edition2-4p-hidden.json"


def run(*arguments: str, text: str | bytes | None = None) -> "subprocess.CompletedProcess[str]":
    given = text.encode() if isinstance(text, str) else text
    done = subprocess.run(
        [sys.executable, "-m", "engine", *arguments], input=given or b"", capture_output=True, cwd=ROOT, check=False
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture(scope="module")
def lines() -> list[dict[str, Any]]:
    done = run("replay", "--states", str(GAME))
    assert done.returncode == 0
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_replay_prints_the_final_scores():
    record = parse_record(GAME.read_text("utf-8"))
    done = run("replay", str(GAME))
    assert (done.returncode, done.stderr) == (0, "")
    head, *scores = done.stdout.splitlines()
    assert head == "played out"
    assert record.result
    for name, seat, line in zip(record.seats, record.result.seats, scores, strict=True):
        won = ", won" if seat.winner else ""
        assert line == f"{seat.rank}. {name} (seat {seat.seat}): {seat.points} points, {seat.rubles} rubles{won}"


def test_a_game_ended_by_agreement_says_so():
    assert run("replay", str(FOLDER / "edition1-4p-agreed.json")).stdout.startswith("agreement\n")


def test_a_game_that_was_broken_off_says_so_and_is_verified():
    record = json.loads((FOLDER / "edition1-4p-agreed.json").read_text("utf-8"))
    record["result"]["ended"] = "broken off"
    text = json.dumps(record).encode()
    assert run("replay", "-", text=text).stdout.startswith("broken off\n")
    done = run("verify", "-", text=text)
    assert (done.returncode, done.stderr) == (0, "")
    assert "result: broken off, as the moves give it" in done.stdout.splitlines()


def test_a_record_can_come_from_standard_input():
    assert run("replay", "-", text=GAME.read_bytes()).stdout == run("replay", str(GAME)).stdout


def test_verify_says_what_it_checked():
    done = run("verify", str(GAME))
    assert (done.returncode, done.stderr) == (0, "")
    found = done.stdout.splitlines()
    checked = ["commitment", "seed", "seating", "deal", "rules", "moves", "result", "verified"]
    assert [line.partition(":")[0] for line in found] == checked


def test_states_has_the_opening_and_a_line_for_each_move(lines):
    record = parse_record(GAME.read_text("utf-8"))
    assert [line["number"] for line in lines] == list(range(len(record.moves) + 1))
    assert [(line["seat"], line["text"], line["source"]) for line in lines[1:]] == [
        (move.seat, move.text, move.source) for move in record.moves
    ]
    assert lines[0]["text"] is None


def test_states_agree_with_the_engine_even_where_hands_are_hidden(lines):
    """The record is published at the end, so nothing is hidden in it (END-18)."""
    record = parse_record(GAME.read_text("utf-8"))
    walk = engine.walk(record.options, record.deal, ((move.seat, move.text) for move in record.moves))
    for line, step in zip(lines, walk, strict=True):
        state = step.state
        assert (line["round"], line["phase"], line["over"]) == (state.round, state.phase, state.is_over)
        assert line["asked"] == list(engine.waiting_for(state))
        assert [seat["rubles"] for seat in line["seats"]] == [state.rubles(seat) for seat in range(4)]
        assert [seat["points"] for seat in line["seats"]] == [state.points(seat) for seat in range(4)]
        legal = [(seat, str(move)) for seat in line["asked"] for move in engine.legal_moves(state, seat)]
        assert [(move["seat"], move["text"]) for move in line["moves"]] == legal
        cards = sum(line["piles"].values()) + len(line["discard"]) + (line["drawn"] is not None)
        cards += sum(card is not None for card in line["upper"] + line["lower"])
        cards += sum(len(seat["hand"]) + len(seat["display"]) for seat in line["seats"])
        assert cards == 116


def test_the_prices_of_states_are_what_the_moves_cost(lines):
    """What is paid is what the seat has less afterwards, as long as no scoring comes between."""
    checked = set()
    for before, after in pairwise(lines):
        seat = after["seat"]
        price = next(m["price"] for m in before["moves"] if (m["seat"], m["text"]) == (seat, after["text"]))
        asked = [line["question"]["kind"] if line["question"] else None for line in (before, after)]
        if asked[0] == "pub" or (asked[0] == asked[1] and before["phase"] == after["phase"]):
            assert before["seats"][seat]["rubles"] - after["seats"][seat]["rubles"] == price
            checked.add((after["text"].split()[0], price > 0))
    assert {("buy", True), ("take", False), ("pass", False), ("play", True)} <= checked
    assert ("pub", True) in checked


def test_the_last_line_of_states_has_the_final_scores(lines):
    record = parse_record(GAME.read_text("utf-8"))
    assert lines[-1]["over"]
    assert lines[-1]["moves"] == lines[-1]["asked"] == []
    assert record.result
    assert [score["total"] for score in lines[-1]["scores"]] == [seat.points for seat in record.result.seats]
    assert not any(line["scores"] for line in lines[:-1])


def spoilt(text: str) -> str:
    """The record with its twelfth move replaced."""
    data = json.loads(GAME.read_text("utf-8"))
    data["moves"][11]["text"] = text
    return json.dumps(data)


@pytest.mark.parametrize(
    ("command", "text", "reason"),
    [
        (["replay"], spoilt("buy czarina"), "Move 12, 'buy czarina' of seat"),
        (["replay", "--states"], spoilt("buy czarina"), "Move 12, 'buy czarina' of seat"),
        (["verify"], spoilt("buy czarina"), "Move 12, 'buy czarina' of seat"),
        (["replay"], spoilt("hello"), "Move 12, 'hello' of seat"),
        (["replay"], '{"format": 1}', 'the field "rules_version" is missing'),
        (["replay", "--states"], "not json", "no JSON: Expecting value in line 1, column 1"),
        (["verify"], "", "no JSON: Expecting value"),
        (["verify"], "[" * 50_000, "nested too deeply"),
        (["replay", "--states"], "null", "must be an object, not null"),
    ],
)
def test_a_bad_record_is_refused_in_one_line_with_status_1(command, text, reason):
    done = run(*command, "-", text=text)
    assert done.returncode == 1
    assert done.stderr.startswith("-: ")
    assert reason in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_input_that_cannot_be_read_is_status_2(command, tmp_path):
    missing, latin = tmp_path / "missing.json", tmp_path / "latin.json"
    latin.write_bytes('{"seats": ["Jürgen"]}'.encode("latin-1"))
    for path, reason in [(missing, "No such file"), (tmp_path, "Is a directory"), (latin, "it is not UTF-8")]:
        done = run(command, str(path))
        assert done.returncode == 2
        assert done.stderr.startswith(f"{path} cannot be read: ")
        assert reason in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert run(command, "-", text=b"\xff\xfe").returncode == 2


def test_a_wrong_command_line_is_status_2():
    for arguments in ([], ["replay"], ["undo", str(GAME)], ["verify", "--states", str(GAME)]):
        done = run(*arguments)
        assert done.returncode == 2
        assert "usage: python -m engine" in done.stderr


def test_a_reader_that_has_seen_enough_is_no_error():
    command = f"{sys.executable} -m engine replay --states {GAME} | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, cwd=ROOT, check=False)
    assert done.stderr == b""
    assert json.loads(done.stdout)["number"] == 0
