"""`python -m engine`: replay and check records of games, offline (docs/record.md), and survey what bots come to."""

import argparse
import json
import os
import sys
from collections.abc import Sequence

from engine.record import (
    Record,
    RecordError,
    Result,
    last_position,
    parse_record,
    positions,
    result_of,
    verify,
)
from engine.set_up import state_line
from engine.survey import table

REFUSED = 1
UNREADABLE = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and say how it went: 0 well, 1 the record is refused, 2 it cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="Replays and checks game records.")
    commands = parser.add_subparsers(dest="command", required=True)
    replaying = commands.add_parser("replay", help="replay a record and print the scores")
    replaying.add_argument("--states", action="store_true", help="print every position as one line of JSON")
    checking = commands.add_parser("verify", help="verify commitment, deal, moves and result of a record")
    for command in (replaying, checking):
        command.add_argument("record", metavar="RECORD", help="the file of a record, or - for standard input")
    surveying = commands.add_parser(
        "survey", help="statistics of games of the plain bot, for each expansion and number of players"
    )
    surveying.add_argument("--games", type=_some, default=1000, help="games per line; default: 1000")
    surveying.add_argument("--workers", type=_some, default=os.cpu_count() or 1, help="number of processes")
    surveying.add_argument(
        "--only", default="", metavar="WORDS", help="only selections whose name contains these words"
    )
    chosen = parser.parse_args(arguments)
    if chosen.command == "survey":
        for line in table(chosen.games, chosen.workers, chosen.only):
            print(line, flush=True)
        return 0
    try:
        text = _text(chosen.record)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        return _complain(f"{chosen.record} cannot be read: {reason}", UNREADABLE)
    try:
        record = parse_record(text)
        if chosen.command == "verify":
            print(*verify(record), "verified", sep="\n")
        elif chosen.states:
            for step in positions(record):
                print(json.dumps(state_line(record, step), ensure_ascii=False))
            print(_scores(record), file=sys.stderr)
        else:
            print(_scores(record))
    except RecordError as error:
        return _complain(f"{chosen.record}: {error.sentence}", REFUSED)
    except BrokenPipeError:
        # Who reads has seen enough, as `head` does; Python's own last flush must not complain either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _some(text: str) -> int:
    """A number of at least one."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} must be a whole number of at least 1")
    return int(text)


def _text(path: str) -> str:
    if path == "-":
        return sys.stdin.buffer.read().decode()
    with open(path, encoding="utf-8") as file:
        return file.read()


def _scores(record: Record) -> str:
    """The scores of a record, a line a seat, as the moves give them."""
    state = last_position(record)
    if record.result is None:
        standing: Result = result_of(state, "agreement")
        head = f"not finished: round {state.round}, {state.phase} phase"
    else:
        standing = result_of(state, record.result.ended)
        head = record.result.ended
    lines = [head]
    for name, seat in zip(record.seats, standing.seats, strict=True):
        won = ", won" if seat.winner and record.result is not None else ""
        lines.append(f"{seat.rank}. {name} (seat {seat.seat}): {seat.points} points, {seat.rubles} rubles{won}")
    return "\n".join(lines)


def _complain(sentence: str, status: int) -> int:
    print(sentence, file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
