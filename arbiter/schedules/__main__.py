"""`python -m arbiter.schedules [PLAYERS TABLE GAMES [double] | groups]`: one schedule, the list of all of them, or the
measured quality of the groups of leagues."""

import sys
from typing import TextIO

from arbiter.errors import ScheduleError
from arbiter.schedules.bounds import impossible
from arbiter.schedules.catalogue import Proof, Schedule, rows, schedule, sizes_offered

LEGS = {(): 1, ("double",): 2}
"""What may follow the three numbers."""


def main(words: list[str], out: TextIO, errors: TextIO) -> int:
    """0 when done, 2 when the request cannot be met; the reason goes to `errors`."""
    try:
        if not words:
            list_all(out)
            return 0
        if words == ["groups"]:
            print(*rows(), sep="\n", file=out)
            return 0
        players, table, games = map(int, words[:3])
        found = schedule(players, table, games, LEGS[tuple(words[3:])])
    except ScheduleError as error:
        print(f"{error.code}: {error.sentence}", file=errors)
        return 2
    except (ValueError, KeyError):
        print("usage: python -m arbiter.schedules [PLAYERS TABLE GAMES [double] | groups]", file=errors)
        return 2
    for row in found.tables:
        print(*row, file=out)
    print(f"# {verdict(found)}; seats within {found.seats}; {found.reason}", file=out)
    return 0


def list_all(out: TextIO) -> None:
    """A line for each size: the spread found, the bound and what is known, for one leg and for two."""
    print("players table games | single: spread bound proof | double: spread bound proof | why", file=out)
    for players, table, games in sizes_offered():
        if reason := impossible(players, table, games):
            print(f"{players} {table} {games} | {Proof.IMPOSSIBLE.value}, because {reason}", file=out)
        else:
            single, double = (schedule(players, table, games, legs) for legs in LEGS.values())
            print(f"{players} {table} {games} | {verdict(single)} | {verdict(double)} | {double.reason}", file=out)


def verdict(found: Schedule) -> str:
    return f"{found.meetings} {found.bound} {found.proof.value}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdout, sys.stderr))
