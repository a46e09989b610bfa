"""Double elimination: losers of the winners' bracket continue in the losers' bracket, losers there are out, and the
winners of both play the grand final. Won by the one who comes from the losers' bracket, it is played once more if so stated.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction

from arbiter.formats.knockout import Match, Slot

OPEN = 0
"""Somebody who is not known yet; players have numbers from 1."""


class Part(IntEnum):
    """The parts of a knockout, as the groups of its tables; 0: the one bracket of a single one."""

    WINNERS = 1
    LOSERS = 2
    FINAL = 3
    AGAIN = 4  # the grand final once more
    THIRD = 5  # the losers of the semifinals


@dataclass(frozen=True, slots=True)
class Bout:
    """A match with its two places, each a player, nobody or still open. `winner` is open until it is decided."""

    part: Part
    one: Slot
    other: Slot
    winner: Slot
    loser: Slot

    @property
    def match(self) -> Match | None:
        """The match that is to be played, or was; None where somebody is lacking."""
        return Match(self.one, self.other) if self.one and self.other else None

    @property
    def is_open(self) -> bool:
        return self.match is not None and self.winner == OPEN


Decide = Callable[[Part, Match], int | None]
Row = tuple[Bout, ...]


@dataclass(frozen=True, slots=True)
class DoubleBracket:
    winners: tuple[Row, ...]
    losers: tuple[Row, ...]
    finals: Row

    @property
    def bouts(self) -> Iterator[Bout]:
        for row in (*self.winners, *self.losers, self.finals):
            yield from row

    @property
    def champion(self) -> Slot:
        return self.finals[-1].winner


def double_bracket(first: Sequence[Match], seeds: Sequence[int], decide: Decide, *, again: bool) -> DoubleBracket:
    """Both brackets as far as they have come, from the first round of the draw. `decide` says who has won a match, None while it
    is open. Losers of the second, fourth, … round enter from the bottom up and of the others half a bracket off, so that who
    has met meets again late."""
    rank = {player: place for place, player in enumerate(seeds)}

    def bout(part: Part, one: Slot, other: Slot) -> Bout:
        if one and other:
            one, other = sorted((one, other), key=rank.__getitem__)
            who = decide(part, Match(one, other))
            return Bout(part, one, other, OPEN, OPEN) if who is None else Bout(part, one, other, who, one + other - who)
        if OPEN in (one, other):
            return Bout(part, one, other, OPEN, OPEN)
        return Bout(part, one, other, one or other, None)

    def paired(part: Part, places: Sequence[Slot]) -> Row:
        return tuple(bout(part, *places[at : at + 2]) for at in range(0, len(places), 2))

    winners = [tuple(bout(Part.WINNERS, match.one, match.other) for match in first)]
    losers: list[Row] = []
    while len(winners[-1]) > 1:
        fallen = [one.loser for one in winners[-1]]
        losers.append(paired(Part.LOSERS, [one.winner for one in losers[-1]] if losers else fallen))
        winners.append(paired(Part.WINNERS, [one.winner for one in winners[-1]]))
        entering = [one.loser for one in winners[-1]]
        half = len(entering) // 2
        entering = entering[::-1] if len(winners) % 2 == 0 else entering[half:] + entering[:half]
        ahead = [one.winner for one in losers[-1]]
        losers.append(tuple(bout(Part.LOSERS, *both) for both in zip(ahead, entering, strict=True)))
    unbeaten = winners[-1][0].winner
    from_below = losers[-1][0].winner if losers else winners[-1][0].loser
    finals = [bout(Part.FINAL, unbeaten, from_below)]
    if again and unbeaten and from_below and finals[0].winner == from_below:
        finals.append(bout(Part.AGAIN, unbeaten, from_below))
    return DoubleBracket(tuple(winners), tuple(losers), tuple(finals))


UNBEATEN = Fraction(1, 2)


def reached(found: DoubleBracket) -> Mapping[int, Fraction]:
    """How far everybody has come: the round of the losers' bracket that they are in or reach if they lose now, one more in the
    grand final, two more for the champion. Half a one more who has not lost."""
    last = Fraction(len(found.losers) + 1)
    come: dict[int, Fraction] = {}

    def put(players: Iterable[Slot], to: Fraction) -> None:
        come.update((player, to) for player in players if player)

    for number, row in enumerate(found.winners, start=1):
        for one in row:
            put((one.one, one.other), min(Fraction(max(1, 2 * number - 2)), last) + UNBEATEN)
            put((one.winner,), min(Fraction(2 * number), last) + UNBEATEN)
    for number, row in enumerate(found.losers, start=1):
        for one in row:
            put((one.one, one.other), Fraction(number))
            put((one.winner,), Fraction(number + 1))
    if not found.losers:
        put((found.winners[0][0].loser,), last)
    if found.finals[0].winner:
        put((found.finals[0].one, found.finals[0].other), last)
    put((found.champion,), last + 1)
    return come


def still_in(found: DoubleBracket) -> frozenset[int]:
    if found.champion:
        return frozenset()
    everybody = {player for one in found.winners[0] for player in (one.one, one.other) if player}
    return frozenset(everybody - {one.loser for row in found.losers for one in row})
