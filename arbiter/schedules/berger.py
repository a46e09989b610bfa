"""Round-robins for two by the Berger tables (FIDE Handbook C.05, annex 1)."""

from __future__ import annotations

from arbiter.errors import ScheduleSizeError

Pair = tuple[int, int]
"""Two players by number from 1, white first: on this site the earlier seat."""

Round = tuple[Pair, ...]


def berger(players: int) -> tuple[Round, ...]:
    """All rounds in which everybody meets everybody once, boards as published.

    With an odd field the player who would meet number `players + 1` has a bye; that number is in the tables. Round r
    begins with the pair of the highest number n: (r+1)/2 against n for odd r, n against n/2 + r/2 for even r; then a+i
    against a-i for i = 1, 2, …, counted round from n-1 to 1, where a is the opponent of n. Raises ScheduleSizeError
    for fewer than two players.
    """
    if players < 2:
        raise ScheduleSizeError("A round-robin needs at least 2 players, not {players}.", players=players)
    last = players + players % 2
    return tuple(_round(last, number) for number in range(1, last))


def _round(last: int, number: int) -> Round:
    anchor = (number + 1) // 2 if number % 2 else last // 2 + number // 2
    first = (anchor, last) if number % 2 else (last, anchor)
    return (
        first,
        *(((anchor + i - 1) % (last - 1) + 1, (anchor - i - 1) % (last - 1) + 1) for i in range(1, last // 2)),
    )


def double_berger(players: int) -> tuple[Round, ...]:
    """Everybody meets everybody twice, the second time with colours reversed.

    The last two rounds of the first cycle are exchanged, as FIDE recommends (C.05, annex 1), so that nobody has the
    same colour three times running.
    """
    first = list(berger(players))
    back = [tuple((black, white) for white, black in pairs) for pairs in first]
    if len(first) > 1:
        first[-2], first[-1] = first[-1], first[-2]
    return (*first, *back)


def bye_number(players: int) -> int | None:
    """The number in the tables that stands for a bye, or None in an even field."""
    return players + 1 if players % 2 else None
