"""What a schedule is judged by, and the least spread of meetings any schedule can have, with the reason.

Words: v players at tables of t, r games for each, so b = v·r/t tables. Everybody has r·(t-1) meetings with v-1 others;
the mean is L = r·(t-1)/(v-1).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, gcd, isqrt

from arbiter.errors import BrokenSchedule
from arbiter.sentences import Sentence

Table = tuple[int, ...]
"""The players of one game by number, from 1, in the order of their seats."""

Tables = tuple[Table, ...]


def meetings(players: int, tables: Iterable[Table]) -> dict[tuple[int, int], int]:
    """How often each pair of players sits at the same table; a pair is (lower, higher) and every pair is listed."""
    met = dict.fromkeys(combinations(range(1, players + 1), 2), 0)
    for table in tables:
        for pair in combinations(sorted(table), 2):
            met[pair] += 1
    return met


def meeting_spread(players: int, tables: Iterable[Table]) -> int:
    """The most meetings of any pair less the fewest of any pair; 0 when all pairs meet equally often."""
    counts = meetings(players, tables).values()
    return max(counts) - min(counts)


def seat_counts(players: int, tables: Sequence[Table]) -> dict[int, tuple[int, ...]]:
    seats = max(map(len, tables), default=0)
    counts = {player: [0] * seats for player in range(1, players + 1)}
    for table in tables:
        for seat, player in enumerate(table):
            counts[player][seat] += 1
    return {player: tuple(row) for player, row in counts.items()}


def seat_spread(players: int, tables: Sequence[Table]) -> int:
    """The worst player's most frequent seat less the same player's rarest seat, in games."""
    return max((max(row) - min(row) for row in seat_counts(players, tables).values() if row), default=0)


def check(players: int, games: int, tables: Iterable[Table]) -> None:
    """Raise BrokenSchedule unless nobody sits twice at a table and everybody plays `games` games."""
    played: Counter[int] = Counter()
    for table in tables:
        if len(set(table)) != len(table):
            raise BrokenSchedule("A player sits twice at table {table}.", table=table)
        if not all(1 <= player <= players for player in table):
            raise BrokenSchedule("Table {table} seats a player outside 1 to {players}.", table=table, players=players)
        played.update(table)
    for player in range(1, players + 1):
        if played[player] != games:
            raise BrokenSchedule(
                "Player {player} plays {played} games instead of {games}.",
                player=player,
                played=played[player],
                games=games,
            )


@dataclass(frozen=True, slots=True)
class Bound:
    """No schedule has a smaller spread of meetings than `spread`, because of `reason`."""

    spread: int
    reason: Sentence


def impossible(players: int, table: int, games: int) -> Sentence | None:
    """Why no schedule with these numbers exists, or None."""
    if min(players, table, games) < 1:
        return Sentence(
            "{games} games at tables of {table} for {players} players are not possible: each number must be at least 1",
            games=games,
            table=table,
            players=players,
        )
    if players < table:
        return Sentence("{players} players are too few for a table of {table}", players=players, table=table)
    seats = players * games
    if seats % table:
        return Sentence(
            "{players} players × {games} games make {seats} seats, not a multiple of {table}; use a multiple "
            "of {step} games",
            players=players,
            games=games,
            seats=seats,
            table=table,
            step=table // gcd(players, table),
        )
    return None


def bound(players: int, table: int, games: int) -> Bound:
    if players == table:
        return Bound(0, Sentence("all players are at every table"))
    total = games * (table - 1)
    common, over = divmod(total, players - 1)
    if over == 0:
        reason = no_design(players, table, games, common)
        if reason:
            pattern = "the mean of {mean} is a whole number, so the spread is 0 or at least 2, and {reason}"
            return Bound(2, Sentence(pattern, mean=common, reason=reason))
        return Bound(0, Sentence("every pair meets {times} times", times=common))
    for reason in (
        odd_graph(players, over),
        crowded_tables(players, table, games, common, over),
        rank(players, table, games, common, over),
    ):
        if reason:
            return Bound(2, reason)
    return Bound(
        1, Sentence("the mean of {total}/{others} meetings is not a whole number", total=total, others=players - 1)
    )


def bound_of_two_legs(players: int, table: int, games: int) -> Bound:
    """The best lower bound for two legs of `games` games each: that for twice the games, or because each is a leg.

    A leg of one game parts the players into v/t tables. A table of the second leg takes its t players from these, and
    when t > v/t two of them come from the same one and meet again.
    """
    whole = bound(players, table, 2 * games)
    if games == 1 and players // table < table < players and 2 * (table - 1) < players - 1 and whole.spread < 2:
        pattern = "two of the {table} players at a table met before at one of the {tables} tables"
        return Bound(2, Sentence(pattern, table=table, tables=players // table))
    return whole


def no_design(players: int, table: int, games: int, common: int) -> Sentence | None:
    """Why no block design 2-(v, t, L) exists, by Fisher, by Bruck, Ryser and Chowla, or by Hall and Connor; else None."""
    tables = players * games // table
    if tables < players:
        pattern = "a design for {players} players needs at least {players} tables, not {tables} (Fisher)"
        return Sentence(pattern, players=players, tables=tables)
    order = games - common
    if tables == players and players % 2 == 0 and isqrt(order) ** 2 != order:
        pattern = "a symmetric design for {players} players needs a square order, not {order} (Bruck, Ryser, Chowla)"
        return Sentence(pattern, players=players, order=order)
    if common == 2 and games == table + 2:
        larger = comb(games, 2) + 1  # players of the symmetric design of which this one would be the residual
        if larger % 2 == 0 and isqrt(games - 2) ** 2 != games - 2:
            pattern = (
                "a 2-({players}, {table}, 2) design would extend to a symmetric one for {larger} players (Hall, "
                "Connor) of non-square order {order} (Bruck, Ryser, Chowla)"
            )
            return Sentence(pattern, players=players, table=table, larger=larger, order=games - 2)
    return None


def odd_graph(players: int, over: int) -> Sentence | None:
    """Spread 1 makes every player meet `over` others once more than the rest; v·over counts each such pair twice."""
    if players * over % 2:
        pattern = "{players} players with {over} extra repeat opponents each do not make a whole number of pairs"
        return Sentence(pattern, players=players, over=over)
    return None


def crowded_tables(players: int, table: int, games: int, common: int, over: int) -> Sentence | None:
    """Two tables share few players only if pairs meet rarely: count pairs of tables by the pairs they share.

    For one table B the other b-1 tables share t·(r-1) seats with it, hence at least as many pairs of B as when that is
    spread evenly. Summed over all tables this is the number of m·(m-1) over pairs meeting m times, known at spread 1.
    """
    tables = players * games // table
    shared, rest = divmod(table * (games - 1), tables - 1) if tables > 1 else (0, 0)
    least = tables * ((tables - 1 - rest) * comb(shared, 2) + rest * comb(shared + 1, 2))
    pairs = players * (players - 1) // 2
    frequent = players * over // 2
    found = frequent * (common + 1) * common + (pairs - frequent) * common * (common - 1)
    if least > found:
        pattern = (
            "any two of the {tables} tables share pairs: at least {least} in total, but spread 1 allows only {found}"
        )
        return Sentence(pattern, tables=tables, least=least, found=found)
    return None


def rank(players: int, table: int, games: int, common: int, over: int) -> Sentence | None:
    """With fewer tables than players the matrix of meetings is singular, v-b times over.

    At spread 1 it is (r-L)·I + L·J + A, A the graph of pairs meeting once more, regular of degree `over`. So A has the
    eigenvalue L-r at least v-b times; the squares of all its eigenvalues add up to v·over and one of them is `over`.
    """
    tables = players * games // table
    missing = players - tables
    if missing <= 0:
        return None
    if missing * (games - common) ** 2 + over**2 > players * over:
        pattern = (
            "with {tables} tables for {players} players, eigenvalue {eigenvalue} would be needed {missing} "
            "times, more than {over} extra opponents each allow"
        )
        return Sentence(pattern, tables=tables, players=players, eigenvalue=common - games, missing=missing, over=over)
    return None
