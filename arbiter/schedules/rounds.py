"""Schedules at tables as rounds that follow one another: as few as there can be, nobody twice in one.

The most even schedule often has few tables that can be played side by side, or none: with 12 players at tables of four and
four games each every two of its twelve tables share a player. Where its rounds are more than there need be, tables are laid
out in the fewest rounds first and meetings are made even within them. That is the same on every machine: whole numbers only.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from arbiter.schedules.bounds import Table, Tables
from arbiter.schedules.catalogue import schedule
from arbiter.schedules.designs import seated

TRIES = 32_000
"""Exchanges that are tried to make meetings even: some tenths of a second."""
WORSE = (3, 2, 1, 0, 3, 2, 1, 0, 2, 0)
"""By how much an exchange may make them worse, in each part of the tries."""


def parted(tables: Iterable[Table]) -> list[list[Table]]:
    """Tables in rounds, each in the first where nobody of it plays."""
    rounds: list[list[Table]] = []
    for table in tables:
        fitting = next((one for one in rounds if not any(set(table) & set(other) for other in one)), None)
        if fitting is None:
            rounds.append([table])
        else:
            fitting.append(table)
    return rounds


def fewest(players: int, table: int, games: int) -> int:
    """The number of rounds below which so many players cannot play these games each: all tables that fit are in each round."""
    return -(-(players * games // table) // (players // table))


@lru_cache(maxsize=256)
def in_rounds(players: int, table: int, games: int, legs: int = 1) -> tuple[Tables, ...]:
    """Every round with its tables of players by number from 1, in the order of their seats; as many rounds as `fewest` says.

    It is `schedule` where that needs no more, else meetings are as even as the search makes them (docs/schedules.md).
    Seats differ by at most one game for everybody. Raises as `schedule` does, and for the same sizes.
    """
    even = parted(schedule(players, table, games, legs).tables)
    if len(even) == fewest(players, table, games * legs):
        return tuple(map(tuple, even))
    laid = _Laid(players, table, games * legs)
    laid.even_out()
    tables = iter(seated([[player + 1 for player in one] for one in laid.tables()]))
    return tuple(tuple(next(tables) for _ in one) for one in laid.rounds)


class _Laid:
    """Tables laid out in rounds: everybody in turn, so that all play equally often and as many as can be in each round."""

    def __init__(self, players: int, table: int, games: int) -> None:
        self.players, self.chance = players, players
        turns = [turn % players for turn in range(players * games)]
        cut = [turns[at : at + table] for at in range(0, len(turns), table)]
        side_by_side = players // table
        self.rounds = [cut[at : at + side_by_side] for at in range(0, len(cut), side_by_side)]
        self.playing = [{player for one in tables for player in one} for tables in self.rounds]
        self.met = [[0] * players for _ in range(players)]
        for one in self.tables():
            for player in one:
                for other in one:
                    self.met[player][other] += player != other

    def tables(self) -> Iterator[list[int]]:
        """Of all rounds, with players by number from 0."""
        for tables in self.rounds:
            yield from tables

    def even_out(self) -> None:
        """Exchange players, of one round or of two, as long as that brings meetings nearer to each other."""
        total, best = 0, (0, self._spread())
        kept = self._copy()
        for number in range(TRIES):
            change = self._exchange(WORSE[number * len(WORSE) // TRIES])
            if change is None:
                continue
            total += change
            if total <= best[0] and (now := (total, self._spread())) < best:
                best, kept = now, self._copy()
        self.rounds = kept

    def _spread(self) -> int:
        counts = [count for player, row in enumerate(self.met) for count in row[:player]]
        return max(counts) - min(counts)

    def _copy(self) -> list[list[list[int]]]:
        return [[list(one) for one in tables] for tables in self.rounds]

    def _exchange(self, worse: int) -> int | None:
        """Try to exchange two players; the change of the sum of squares of meetings, None where nothing was done."""
        of, other_of = self._below(len(self.rounds)), self._below(len(self.rounds))
        if self.players % len(self.rounds[of][0]) == 0 or other_of == len(self.rounds) - 1:
            other_of = of
        here, there = self._one_of(self.rounds[of]), self._one_of(self.rounds[other_of])
        if here is there:
            return None
        at, other_at = self._below(len(here)), self._below(len(there))
        one, other = here[at], there[other_at]
        if one == other or (of != other_of and (one in self.playing[other_of] or other in self.playing[of])):
            return None
        left = [player for player in here if player != one and player not in there]
        joined = [player for player in there if player != other and player not in here]
        own, others = self.met[one], self.met[other]
        change = 2 * len(left) + 2 * len(joined)
        change += 2 * sum(others[player] - own[player] for player in left)
        change += 2 * sum(own[player] - others[player] for player in joined)
        if change > worse:
            return None
        for players, step in ((left, 1), (joined, -1)):
            for player in players:
                self._count(one, player, -step)
                self._count(other, player, step)
        here[at], there[other_at] = other, one
        if of != other_of:
            self.playing[of] ^= {one, other}
            self.playing[other_of] ^= {one, other}
        return change

    def _count(self, one: int, other: int, step: int) -> None:
        self.met[one][other] += step
        self.met[other][one] += step

    def _one_of(self, tables: Sequence[list[int]]) -> list[int]:
        return tables[self._below(len(tables))]

    def _below(self, end: int) -> int:
        """The next number of a chain that is the same everywhere, from 0 to below `end`."""
        self.chance = (self.chance * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.chance >> 33) % end
