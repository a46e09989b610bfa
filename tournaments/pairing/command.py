"""The command line: what is asked, what is printed, and the exit codes 0 (done, equal), 1 (different), 2 (refused)."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from tournaments.errors import NoSuchRound, TournamentError
from tournaments.pairing.dutch.explain import explain
from tournaments.pairing.dutch.rounds import Pairing, pair_round
from tournaments.pairing.trf.document import Reading, read
from tournaments.pairing.trf.tournament import Tournament

DONE, DIFFERENT, REFUSED = 0, 1, 2


def main(arguments: Sequence[str], out: TextIO, err: TextIO) -> int:
    """Run the command; errors of the file or the pairing are one sentence on `err`."""
    options = parser().parse_args(arguments)
    try:
        reading = Reading.LENIENT if options.lenient else Reading.STRICT
        tournament = Tournament(read(text_of(options.file), reading))
        if options.check:
            return check_rounds(tournament, options.round, out, explained=options.explain)
        return print_round(tournament, options.round, out, explained=options.explain)
    except TournamentError as error:
        err.write(f"{options.file}: {error} [{error.code}]\n")
    except OSError as error:
        err.write(f"{options.file}: {error.strerror} [no_file]\n")
    return REFUSED


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(
        prog="python -m tournaments.pairing",
        description="Pair a round by the FIDE Dutch system (C.04.3, in force since 1 February 2026).",
    )
    made.add_argument("file", type=Path, help="a tournament report, TRF16 or TRF26")
    made.add_argument("--round", type=int, help="the round to pair from the results before it; by default the next")
    made.add_argument("--check", action="store_true", help="pair every recorded round anew and print the differences")
    made.add_argument("--explain", action="store_true", help="tell why as well: score groups, floats, criteria")
    made.add_argument("--lenient", action="store_true", help="pass over lines with codes that are not of the format")
    return made


def text_of(path: Path) -> str:
    """A file's text: UTF-8, or Latin-1 as older programs write it."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def print_round(tournament: Tournament, number: int | None, out: TextIO, *, explained: bool) -> int:
    """One pair a line, white first; the bye as `id 0`. Without a number the round that is not paired yet."""
    pairing = pair_round(tournament.before(tournament.paired_rounds + 1 if number is None else number))
    for line in pair_lines(pairing):
        out.write(line + "\n")
    if explained:
        out.write("\n")
        for line in explain(pairing):
            out.write(line + "\n")
    return DONE


def pair_lines(pairing: Pairing) -> list[str]:
    """The pairs as they are printed."""
    lines = [f"{white} {black}" for white, black in pairing.pairs]
    return lines if pairing.bye is None else [*lines, f"{pairing.bye} 0"]


def check_rounds(tournament: Tournament, only: int | None, out: TextIO, *, explained: bool) -> int:
    """Compare recorded rounds with their pairings; without a difference print that, too."""
    recorded_ones = range(1, tournament.paired_rounds + 1)
    if only is not None and only not in recorded_ones:
        raise NoSuchRound(f"The file records {len(recorded_ones)} rounds; there is no round {only} to check.")
    rounds = recorded_ones if only is None else [only]
    different = 0
    for round_number in rounds:
        try:
            pairing = pair_round(tournament.before(round_number))
        except TournamentError as error:
            different += 1
            out.write(f"round {round_number}: {error} [{error.code}]\n")
            continue
        lines, recorded = set(pair_lines(pairing)), tournament.recorded(round_number)
        expected = {f"{white} {black}" for white, black in recorded.pairs}
        expected |= set() if recorded.bye is None else {f"{recorded.bye} 0"}
        if lines != expected:
            different += 1
            out.write(
                f"round {round_number}: recorded {joined(expected - lines)}; by the rules {joined(lines - expected)}\n"
            )
            out.writelines(f"  {line}\n" for line in (explain(pairing) if explained else ()))
    out.write(f"{len(rounds) - different} of {len(rounds)} rounds equal\n")
    return DIFFERENT if different else DONE


def joined(pairs: set[str]) -> str:
    """Pairs in one line, or a word for none."""
    return ", ".join(sorted(pairs, key=lambda pair: [int(word) for word in pair.split()])) or "nothing"
