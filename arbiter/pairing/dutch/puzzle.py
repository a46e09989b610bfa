"""A bracket as a matching problem that narrows while decisions are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from arbiter.matching import WEIGHT_BITS, Edge, cheapest
from arbiter.pairing.dutch.bracket import Bracket
from arbiter.pairing.dutch.costs import Costs
from arbiter.pairing.dutch.legal import places_of

PairTerm = Callable[[int, int], int]
FloatTerm = Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Solution:
    """Who is paired with whom, by BSN from 0; -1 for a downfloater."""

    partner: list[int]
    left_over: int  # players who must not stay unpaired and do; 0 when this is a solution at all

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs, the higher player first."""
        return [(one, other) for one, other in enumerate(self.partner) if one < other]

    @property
    def downfloaters(self) -> list[int]:
        """Who floats down."""
        return [one for one, other in enumerate(self.partner) if other < 0]


class Puzzle:
    """The edges that are still open. Vertices below `size` are the bracket by BSN, the others the players below it.

    Without the outlook the players below are left away: everybody may float who `may_float`. With it, they are there
    one by one, and everybody must find a partner among all (C4, C5, C8).
    """

    def __init__(self, bracket: Bracket, costs: Costs) -> None:
        self.bracket, self.costs, self.outlook = bracket, costs, costs.outlook
        self.size = len(bracket.players)
        self.must = costs.ladder.worth["left over"]
        self.room = max(1, WEIGHT_BITS - 2 - costs.ladder.range.bit_length())  # bits left for wishes below the criteria
        self.pairs: list[Edge] = list(self._open_pairs())
        self.floats: list[Edge] = []
        self.beyond: list[Edge] = []
        self.alone = [self.must] * self.size
        if self.outlook:
            self._look_below()
        else:
            may_float = bracket.byes if bracket.holds_the_bye and self.size % 2 else ~0
            for bsn, place in enumerate(bracket.players):
                if may_float >> place & 1:
                    self.alone[bsn] = costs.downfloat(place)

    def _open_pairs(self) -> Iterable[Edge]:
        bracket, cost = self.bracket, self.costs.pair
        first_resident = len(bracket.moved_down)
        for bsn, place in enumerate(bracket.players):
            partners = bracket.legal.partners[place]
            for other_bsn in range(max(bsn + 1, first_resident), self.size):
                other = bracket.players[other_bsn]
                if partners >> other & 1:
                    yield bsn, other_bsn, cost(place, other)

    def _look_below(self) -> None:
        """Put in the players below, with what the next bracket may do for the downfloaters (C8)."""
        bracket, costs, legal = self.bracket, self.costs, self.bracket.legal
        below = bracket.following + bracket.lower
        vertex = {place: self.size + index for index, place in enumerate(below)}
        next_ones = frozenset(bracket.following)
        down = [costs.downfloat(place) for place in bracket.players]
        again = {
            place: costs.ladder.pack(costs.outlook_counts(bracket.entrant(place)))
            for place in bracket.players + bracket.following
        }
        bye = self.size + len(below)
        for bsn, place in enumerate(bracket.players):
            for other in below:
                if legal.may_meet(place, other):
                    self.floats.append((bsn, vertex[other], down[bsn] + (0 if other in next_ones else again[place])))
            if bracket.byes >> place & 1:
                self.floats.append((bsn, bye, down[bsn] + again[place]))
        for bsn, place in enumerate(bracket.moved_down):
            for other_bsn in range(bsn + 1, len(bracket.moved_down)):
                other = bracket.moved_down[other_bsn]
                if legal.may_meet(place, other):
                    cost = down[bsn] + down[other_bsn] + again[place] + again[other]
                    self.floats.append((bsn, other_bsn, cost))
        for place in below:
            for other in places_of(legal.partners[place] >> (place + 1) << (place + 1)):
                if other in vertex:
                    both = place in next_ones and other in next_ones
                    cost = 0 if both else again.get(place, 0) + again.get(other, 0)
                    self.beyond.append((vertex[place], vertex[other], cost))
            if bracket.byes >> place & 1:
                self.beyond.append((vertex[place], bye, again.get(place, 0)))
        self.alone += [self.must] * (len(below) + bool(bracket.byes))

    def solve(self, pair_term: PairTerm | None = None, float_term: FloatTerm | None = None, span: int = 1) -> Solution:
        """The best pairing of what is open; the terms, which sum up to less than `span`, decide between equals."""
        more: PairTerm = pair_term or (lambda _one, _other: 0)
        off: FloatTerm = float_term or (lambda _bsn: 0)
        size, moved = self.size, len(self.bracket.moved_down)
        alone = [cost * span + (off(v) if v < size and cost < self.must else 0) for v, cost in enumerate(self.alone)]
        edges = [(one, other, cost * span + more(one, other)) for one, other, cost in self.pairs]
        edges += [
            (one, other, cost * span + off(one) + (off(other) if other < moved else 0))
            for one, other, cost in self.floats
        ]
        edges += [(one, other, cost * span) for one, other, cost in self.beyond]
        found = cheapest(alone, edges)
        open_pairs = {(one, other) for one, other, _ in self.pairs}
        partner = [
            other if other < size and (min(one, other), max(one, other)) in open_pairs else -1
            for one, other in enumerate(found[:size])
        ]
        left = sum(1 for v, other in enumerate(found) if other < 0 and self.alone[v] >= self.must)
        return Solution(partner, left)

    def settle_pair(self, one: int, other: int) -> None:
        """Decide a pair."""
        both = (one, other)
        self.pairs = [e for e in self.pairs if e[:2] == both or (e[0] not in both and e[1] not in both)]
        self.floats = [edge for edge in self.floats if edge[0] not in both and edge[1] not in both]
        self.alone[one] = self.alone[other] = self.must

    def settle_downfloat(self, bsn: int) -> None:
        """Decide that a player floats down."""
        self.pairs = [edge for edge in self.pairs if bsn not in edge[:2]]

    def keep_pairs(self, keep: Callable[[int, int], bool]) -> None:
        """Close all pairs but these."""
        self.pairs = [edge for edge in self.pairs if keep(edge[0], edge[1])]

    def forbid_downfloat(self, players: Iterable[int]) -> None:
        """Decide that these are paired in the bracket."""
        paired = frozenset(players)
        self.floats = [edge for edge in self.floats if edge[0] not in paired and edge[1] not in paired]
        for bsn in paired:
            self.alone[bsn] = self.must
