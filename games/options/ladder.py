"""The ladder of bots: whom somebody plays next, by how the last games against bots ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from games.options.strengths import STRENGTHS


@dataclass(frozen=True, slots=True)
class PracticeResult:
    """A finished game against bots of one strength."""

    bot: str
    won: bool


class Rung(Enum):
    """Where the next bot stands, as seen from the last one."""

    HARDER = 1
    SAME = 0
    EASIER = -1


def next_rungs(results: Sequence[PracticeResult]) -> tuple[tuple[Rung, str], ...]:
    """The bots to play next, the likeliest first; `results` are those of one person, the latest first.

    After a second win in a row, against bots at least as hard, the next harder one comes first; after one win it comes second.
    After a defeat the same bot comes first, then an easier one. A bot that is no longer offered has no neighbours.
    """
    last = results[0]
    ladder = [*STRENGTHS]
    if last.bot not in ladder:
        return ()
    place = ladder.index(last.bot)
    near = Rung.HARDER if last.won else Rung.EASIER
    found = [(Rung.SAME, last.bot)]
    if 0 <= place + near.value < len(ladder):
        found.append((near, ladder[place + near.value]))
    if has_won_twice(results):
        found.reverse()
    return tuple(found)


def has_won_twice(results: Sequence[PracticeResult]) -> bool:
    """The last two games were won, the earlier one against bots at least as hard."""
    ladder = [*STRENGTHS]
    last_two = results[:2]
    if len(last_two) < 2 or not all(one.won and one.bot in ladder for one in last_two):
        return False
    last, before = (ladder.index(one.bot) for one in last_two)
    return before >= last
