"""The least spread of meetings any schedule can have, with the reason: what "proved optimal" is measured against.

Words: v players at tables of t, r games for each, so b = v·r/t tables. Everybody has r·(t-1) meetings with v-1 others;
the mean is L = r·(t-1)/(v-1).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, gcd, isqrt


@dataclass(frozen=True, slots=True)
class Bound:
    """No schedule has a smaller spread of meetings than `spread`, because of `reason`."""

    spread: int
    reason: str


def impossible(players: int, table: int, games: int) -> str | None:
    """Why no schedule with these numbers exists, or None when one does."""
    if min(players, table, games) < 1:
        return f"{games} games at tables of {table} for {players} players are none: each number must be at least 1"
    if players < table:
        return f"{players} players do not fill a table of {table}"
    seats = players * games
    if seats % table:
        step = table // gcd(players, table)
        return f"{players} players × {games} games are {seats} seats, not a multiple of {table}; games must be a multiple of {step}"
    return None


def bound(players: int, table: int, games: int) -> Bound:
    """The best lower bound known here for numbers that are possible."""
    if players == table:
        return Bound(0, "everybody is at every table")
    total = games * (table - 1)
    common, over = divmod(total, players - 1)
    if over == 0:
        reason = no_design(players, table, games, common)
        if reason:
            return Bound(2, f"the mean of {common} is whole, so the spread is 0 or at least 2, and {reason}")
        return Bound(0, f"every pair meets {common} times")
    for reason in (
        odd_graph(players, over),
        crowded_tables(players, table, games, common, over),
        rank(players, table, games, common, over),
    ):
        if reason:
            return Bound(2, reason)
    return Bound(1, f"the mean of {total}/{players - 1} meetings is not whole")


def bound_of_two_legs(players: int, table: int, games: int) -> Bound:
    """The best lower bound for two legs of `games` games each: that for twice the games, or because each is a leg.

    A leg of one game parts the players into v/t tables. A table of the second leg takes its t players from these, and
    when t > v/t two of them come from the same one and meet again.
    """
    whole = bound(players, table, 2 * games)
    if games == 1 and players // table < table < players and 2 * (table - 1) < players - 1 and whole.spread < 2:
        return Bound(2, f"of the {table} players of a table two were at one of the {players // table} tables before")
    return whole


def no_design(players: int, table: int, games: int, common: int) -> str | None:
    """Why no block design 2-(v, t, L) exists, by Fisher, by Bruck, Ryser and Chowla, or by Hall and Connor; else None."""
    tables = players * games // table
    if tables < players:
        return f"a design on {players} players needs at least {players} tables, not {tables} (Fisher)"
    order = games - common
    if tables == players and players % 2 == 0 and isqrt(order) ** 2 != order:
        return f"a symmetric design on {players} players needs a square order, not {order} (Bruck, Ryser, Chowla)"
    if common == 2 and games == table + 2:
        larger = comb(games, 2) + 1  # players of the symmetric design of which this one would be the residual
        if larger % 2 == 0 and isqrt(games - 2) ** 2 != games - 2:
            return (
                f"a 2-({players}, {table}, 2) design would extend to a symmetric one on {larger} players (Hall, Connor), "
                f"whose order {games - 2} is not a square (Bruck, Ryser, Chowla)"
            )
    return None


def odd_graph(players: int, over: int) -> str | None:
    """Spread 1 makes every player meet `over` others once more than the rest; v·over counts each such pair twice."""
    if players * over % 2:
        return f"{players} players with {over} opponents met once more each would be half a pair"
    return None


def crowded_tables(players: int, table: int, games: int, common: int, over: int) -> str | None:
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
        return f"the {tables} tables share at least {least} pairs two by two, spread 1 allows {found}"
    return None


def rank(players: int, table: int, games: int, common: int, over: int) -> str | None:
    """With fewer tables than players the matrix of meetings is singular, v-b times over.

    At spread 1 it is (r-L)·I + L·J + A, A the graph of pairs meeting once more, regular of degree `over`. So A has the
    eigenvalue L-r at least v-b times; the squares of all its eigenvalues add up to v·over and one of them is `over`.
    """
    tables = players * games // table
    missing = players - tables
    if missing <= 0:
        return None
    if missing * (games - common) ** 2 + over**2 > players * over:
        return (
            f"with {tables} tables for {players} players the pairs met once more would need the eigenvalue "
            f"{common - games} {missing} times, more than {over} such opponents each allow"
        )
    return None
