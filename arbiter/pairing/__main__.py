"""`python -m arbiter.pairing FILE.trf --round K`: pair a round of a file, check its rounds, explain a pairing."""

import argparse
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from arbiter.errors import NoSuchRound, TournamentError, TrfError
from arbiter.pairing.dutch.rounds import Pairing, explain, pair_round
from arbiter.pairing.trf.document import Reading, read
from arbiter.pairing.trf.tournament import TrfTournament

DONE, DIFFERENT, REFUSED = 0, 1, 2
CODE = "001"
"""Every line begins with three such characters; a zero byte among them says that each has two."""


def main(arguments: Sequence[str], out: TextIO, err: TextIO) -> int:
    options = parser().parse_args(arguments)
    try:
        reading = Reading.LENIENT if options.lenient else Reading.STRICT
        tournament = TrfTournament(read(text_of(options.file), reading))
        if options.check:
            return check_rounds(tournament, options.round, out, explained=options.explain)
        err.write(note(tournament, options.round))
        return print_round(tournament, options.round, out, explained=options.explain)
    except TournamentError as error:
        err.write(f"{options.file}: {error} [{error.code}]\n")
    except OSError as error:
        err.write(f"{options.file}: {error.strerror} [no_file]\n")
    return REFUSED


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m arbiter.pairing",
        description="Pairs a round by the FIDE Dutch system (C.04.3, in force since 1 February 2026).",
    )
    made.add_argument("file", type=Path, help="a tournament report, TRF16 or TRF26")
    made.add_argument("--round", type=int, help="the round to pair from the results before it; default: the next one")
    made.add_argument("--check", action="store_true", help="pair every recorded round again and print the differences")
    made.add_argument("--explain", action="store_true", help="also explain the pairing: score groups, floats, criteria")
    made.add_argument("--lenient", action="store_true", help="skip lines with unknown codes")
    return made


def asked(tournament: TrfTournament, number: int | None) -> int:
    return tournament.paired_rounds + 1 if number is None else number


def note(tournament: TrfTournament, number: int | None) -> str:
    """What to know of a round after all that are recorded in a file that does not say how many there are; else nothing."""
    number = asked(tournament, number)
    if tournament.rounds is not None or number != tournament.paired_rounds + 1:
        return ""
    return (
        f"note: the file has {tournament.paired_rounds} rounds and does not give the total (142, XXR); "
        f"round {number} is paired as if it were not the last.\n"
    )


def text_of(path: Path) -> str:
    """A file's text: UTF-8, UTF-16 as editors of one system save it, or Latin-1 as older programs write it."""
    data = path.read_bytes()
    if b"\0" in data[: 2 * len(CODE)] or data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        unmarked = "utf-16-be" if data.startswith(b"\0") else "utf-16-le"
        try:
            return data.decode("utf-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else unmarked)
        except UnicodeDecodeError as error:
            raise TrfError(1, 0, "The file looks like UTF-16 but cannot be read. Save it as UTF-8.") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def print_round(tournament: TrfTournament, number: int | None, out: TextIO, *, explained: bool) -> int:
    """One pair a line, white first; the bye as `id 0`. Without a number the round that is not paired yet."""
    if tournament.other_system:
        raise NoSuchRound(
            "The file is for a {system}; only Swiss rounds can be paired.", system=tournament.other_system
        )
    pairing = pair_round(tournament.before(asked(tournament, number)))
    for line in pair_lines(pairing):
        out.write(line + "\n")
    if explained:
        out.write("\n")
        for reason in explain(pairing):
            out.write(f"{reason}\n")
    return DONE


def pair_lines(pairing: Pairing) -> list[str]:
    lines = [f"{white} {black}" for white, black in pairing.pairs]
    return lines if pairing.bye is None else [*lines, f"{pairing.bye} 0"]


def check_rounds(tournament: TrfTournament, only: int | None, out: TextIO, *, explained: bool) -> int:
    """Compare recorded rounds with their pairings; without a difference print that, too. Of a file that names another system
    than a Swiss there is nothing to compare: that its lines agree has been seen when it was read."""
    recorded_ones = range(1, tournament.paired_rounds + 1)
    if only is not None and only not in recorded_ones:
        raise NoSuchRound(
            "The file has {rounds} rounds, so round {only} cannot be checked.", rounds=len(recorded_ones), only=only
        )
    rounds = recorded_ones if only is None else [only]
    if tournament.other_system:
        out.write(
            f"{tournament.other_system} is not a Swiss, so it is not paired again; opponents, colours, results and points of "
            f"{len(recorded_ones)} rounds agree, {tournament.open_games} games have no result\n"
        )
        return DONE
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
                f"round {round_number}: recorded {joined(expected - lines)}; expected {joined(lines - expected)}\n"
            )
            out.writelines(f"  {line}\n" for line in (explain(pairing) if explained else ()))
    out.write(f"{len(rounds) - different} of {len(rounds)} rounds match\n")
    return DIFFERENT if different else DONE


def joined(pairs: set[str]) -> str:
    return ", ".join(sorted(pairs, key=lambda pair: [int(word) for word in pair.split()])) or "nothing"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdout, sys.stderr))
