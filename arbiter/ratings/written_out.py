"""A game in one pool, written out for tables of two to five: the formula of `elo` where a rebuild spends its time.

Loops take twice as long. The tests hold every size to the loop over pairs in `elo.surpluses`, to the last bit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp

from arbiter.ratings.elo import SCALE


@dataclass(slots=True)
class Pool:
    """One pool while games are being replayed: figures and numbers of games by the players' slots."""

    values: list[float]
    games: list[int]


Play = Callable[[Pool, Sequence[int], Sequence[float], Sequence[float]], None]
"""Rate a table in a pool, given its slots, what each scored, and what a surplus of one moves (`Formula.steps`)."""


def play_two(pool: Pool, slots: Sequence[int], scored: Sequence[float], steps: Sequence[float]) -> None:
    """A duel."""
    values, games, settled = pool.values, pool.games, len(steps) - 1
    i, j = slots
    own_i, own_j = values[i], values[j]
    a, b = exp(own_i * SCALE), exp(own_j * SCALE)
    ab = a / (a + b)
    games[i] = (n := games[i]) + 1
    values[i] = own_i + steps[n if n < settled else settled] * (scored[0] - ab)
    games[j] = (n := games[j]) + 1
    values[j] = own_j + steps[n if n < settled else settled] * (scored[1] - (1.0 - ab))


def play_three(pool: Pool, slots: Sequence[int], scored: Sequence[float], steps: Sequence[float]) -> None:
    """A table of three."""
    values, games, settled = pool.values, pool.games, len(steps) - 1
    i, j, k = slots
    own_i, own_j, own_k = values[i], values[j], values[k]
    a, b, c = exp(own_i * SCALE), exp(own_j * SCALE), exp(own_k * SCALE)
    ab, ac, bc = a / (a + b), a / (a + c), b / (b + c)
    games[i] = (n := games[i]) + 1
    values[i] = own_i + steps[n if n < settled else settled] * (scored[0] - ab - ac)
    games[j] = (n := games[j]) + 1
    values[j] = own_j + steps[n if n < settled else settled] * (scored[1] - (1.0 - ab) - bc)
    games[k] = (n := games[k]) + 1
    values[k] = own_k + steps[n if n < settled else settled] * (scored[2] - (1.0 - ac) - (1.0 - bc))


def play_four(pool: Pool, slots: Sequence[int], scored: Sequence[float], steps: Sequence[float]) -> None:
    """A table of four."""
    values, games, settled = pool.values, pool.games, len(steps) - 1
    i, j, k, m = slots
    own_i, own_j, own_k, own_m = values[i], values[j], values[k], values[m]
    a, b, c, d = exp(own_i * SCALE), exp(own_j * SCALE), exp(own_k * SCALE), exp(own_m * SCALE)
    ab, ac, ad = a / (a + b), a / (a + c), a / (a + d)
    bc, bd, cd = b / (b + c), b / (b + d), c / (c + d)
    games[i] = (n := games[i]) + 1
    values[i] = own_i + steps[n if n < settled else settled] * (scored[0] - ab - ac - ad)
    games[j] = (n := games[j]) + 1
    values[j] = own_j + steps[n if n < settled else settled] * (scored[1] - (1.0 - ab) - bc - bd)
    games[k] = (n := games[k]) + 1
    values[k] = own_k + steps[n if n < settled else settled] * (scored[2] - (1.0 - ac) - (1.0 - bc) - cd)
    games[m] = (n := games[m]) + 1
    values[m] = own_m + steps[n if n < settled else settled] * (scored[3] - (1.0 - ad) - (1.0 - bd) - (1.0 - cd))


def play_five(pool: Pool, slots: Sequence[int], scored: Sequence[float], steps: Sequence[float]) -> None:
    """A table of five."""
    values, games, settled = pool.values, pool.games, len(steps) - 1
    i, j, k, m, o = slots
    own_i, own_j, own_k, own_m, own_o = values[i], values[j], values[k], values[m], values[o]
    a, b, c, d = exp(own_i * SCALE), exp(own_j * SCALE), exp(own_k * SCALE), exp(own_m * SCALE)
    e = exp(own_o * SCALE)
    ab, ac, ad, ae = a / (a + b), a / (a + c), a / (a + d), a / (a + e)
    bc, bd, be = b / (b + c), b / (b + d), b / (b + e)
    cd, ce, de = c / (c + d), c / (c + e), d / (d + e)
    games[i] = (n := games[i]) + 1
    values[i] = own_i + steps[n if n < settled else settled] * (scored[0] - ab - ac - ad - ae)
    games[j] = (n := games[j]) + 1
    values[j] = own_j + steps[n if n < settled else settled] * (scored[1] - (1.0 - ab) - bc - bd - be)
    games[k] = (n := games[k]) + 1
    values[k] = own_k + steps[n if n < settled else settled] * (scored[2] - (1.0 - ac) - (1.0 - bc) - cd - ce)
    games[m] = (n := games[m]) + 1
    values[m] = own_m + steps[n if n < settled else settled] * (scored[3] - (1.0 - ad) - (1.0 - bd) - (1.0 - cd) - de)
    games[o] = (n := games[o]) + 1
    values[o] = own_o + steps[n if n < settled else settled] * (
        scored[4] - (1.0 - ae) - (1.0 - be) - (1.0 - ce) - (1.0 - de)
    )


PLAYS: dict[int, Play] = {2: play_two, 3: play_three, 4: play_four, 5: play_five}
"""By the number of players."""
