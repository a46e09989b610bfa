"""How searched schedules are stored: a line each, `players games : first leg / second leg`, a letter for each player.

`8 1 : abcd efgh / acef bdgh` are 8 players with 1 game each in one leg and 2 in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from arbiter.errors import BrokenSchedule
from arbiter.schedules.measures import Table, Tables

LETTERS = "abcdefghijklmnop"


@dataclass(frozen=True, slots=True)
class Entry:
    """The tables of both legs; `games` is what each player plays in one leg."""

    players: int
    games: int
    first: Tables
    second: Tables


def read_entries(path: Path) -> Iterator[Entry]:
    """The entries of a file. Raises BrokenSchedule with the line that cannot be read."""
    for number, line in enumerate(path.read_text(encoding="ascii").splitlines(), start=1):
        if line and not line.startswith("#"):
            try:
                yield _entry(line)
            except (ValueError, KeyError) as error:
                raise BrokenSchedule(
                    "{file}, line {number}: expected `players games : tables / tables`.", file=path.name, number=number
                ) from error


def _entry(line: str) -> Entry:
    sizes, tables = line.split(" : ")
    players, games = map(int, sizes.split())
    first, second = tables.split(" / ")
    return Entry(players, games, _tables(first), _tables(second))


def _tables(words: str) -> Tables:
    return tuple(_table(word) for word in words.split())


def _table(word: str) -> Table:
    return tuple(LETTERS.index(letter) + 1 for letter in word)


def write_entries(path: Path, table: int, entries: Iterable[Entry]) -> None:
    """Write a file of tables of one size."""
    lines = [
        f"# Tables of {table}: players, games each in one leg : first leg / second leg.",
        "# Found by `python -m tools.schedules`; the tests check every line from scratch.",
    ]
    lines += [f"{e.players} {e.games} : {_words(e.first)} / {_words(e.second)}" for e in entries]
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def _words(tables: Tables) -> str:
    return " ".join("".join(LETTERS[player - 1] for player in table) for table in tables)
