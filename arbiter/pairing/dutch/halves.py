"""The halves S1 and S2 that meet each other, and the exchanges between them (3.6, 4.3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from arbiter.pairing.dutch.puzzle import Puzzle, Solution
from arbiter.pairing.dutch.wishes import chunks, worth_of


class Halves:
    """S1 and S2 of a homogeneous bracket or a remainder, with the first exchange that serves (3.6, 4.3).

    In a pairing with as many pairs as S1 has players, every pair inside S2 needs one of its two in S1, and everybody
    in S1 who is the lower of a pair inside S1, or floats, goes to S2 for it.
    """

    def __init__(self, puzzle: Puzzle, solution: Solution) -> None:
        self.puzzle, self.solution = puzzle, solution
        self.moved = len(puzzle.bracket.moved_down)
        taken = {bsn for pair in solution.pairs if pair[0] < self.moved for bsn in pair}
        rest = [bsn for bsn in range(self.moved, puzzle.size) if bsn not in taken]
        pairs = sum(1 for one, _ in solution.pairs if one >= self.moved)
        self.s1, self.s2 = rest[:pairs], rest[pairs:]
        self.upper = self.s1
        self.last = self.s1[-1] if self.s1 else -1
        most = sum(1 for one, _ in solution.pairs if one > self.last)  # exchanges; a better solution has no more
        self.unit = most * len(rest) + 1  # more than these can be apart together
        self.basic_span = (self.unit + len(rest)) * (pairs + 1)
        self.number = {bsn: index for index, bsn in enumerate(rest)}  # the remainder counts anew (4.1)

    def in_s1(self, bsn: int) -> bool:
        """Whether this resident stands in the original S1."""
        return bsn <= self.last

    def choose(self) -> None:
        """Find the first exchange of 4.3 by which the best pairing can be had, and close everything else."""
        if not self.s1:
            return
        if self.exchanged():
            self.fewest_and_nearest()
        if self.exchanged():
            self.lowest_of_s1()
            self.highest_of_s2()
        down, up = self.moved_down(), self.moved_up()
        self.upper = sorted(set(self.s1) - set(down) | set(up))
        above = frozenset(self.upper)
        moved = self.moved
        self.puzzle.keep_pairs(lambda one, other: one < moved or (one in above) != (other in above))
        self.puzzle.forbid_downfloat(above)

    def below(self) -> list[int]:
        """S2 after the exchange."""
        return sorted(set(self.s1 + self.s2).difference(self.upper))

    def moved_up(self) -> list[int]:
        """Who goes from S2 to S1 in the present solution."""
        return [one for one, other in self.pairs() if not self.in_s1(one)]

    def moved_down(self) -> list[int]:
        """Who goes from S1 to S2 in the present solution."""
        floats = set(self.solution.downfloaters)
        return sorted([other for _, other in self.pairs() if self.in_s1(other)] + [b for b in self.s1 if b in floats])

    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of residents."""
        return [pair for pair in self.solution.pairs if pair[0] >= self.moved]

    def exchanged(self) -> int:
        """How many are exchanged in the present solution."""
        return len(self.moved_up())

    def basic_pair(self, one: int, other: int) -> int:
        """4.3.1 and 4.3.2 as a cost: the number of exchanges, then how far apart the exchanged are."""
        if one < self.moved:
            return 0
        if not self.in_s1(one):
            return self.unit + self.number[one] - len(self.s1)
        return len(self.s1) - self.number[other] if self.in_s1(other) else 0

    def basic_float(self, bsn: int) -> int:
        """The same for a downfloater of S1, who goes to S2."""
        return len(self.s1) - self.number[bsn] if bsn in self.number and self.in_s1(bsn) else 0

    def fewest_and_nearest(self) -> None:
        """4.3.1, 4.3.2: as few exchanges as possible, then the smallest difference of the sums."""
        self.solve(lambda _one, _other: 0, lambda _bsn: 0, 0)

    def lowest_of_s1(self) -> None:
        """4.3.3: the largest differing BSN moved from S1 to S2 decides."""

        def goes(one: int, other: int) -> list[int]:
            return [other] if self.in_s1(other) else []

        self.choose_movers(list(reversed(self.s1)), goes, floats_move=self.in_s1, chosen=self.moved_down)

    def highest_of_s2(self) -> None:
        """4.3.4: the smallest differing BSN moved from S2 to S1 decides."""

        def goes(one: int, other: int) -> list[int]:
            return [] if self.in_s1(one) else [one]

        self.choose_movers(self.s2, goes, floats_move=lambda _: False, chosen=self.moved_up)

    def choose_movers(
        self,
        wishes: list[int],
        goes: Callable[[int, int], list[int]],
        *,
        floats_move: Callable[[int], bool],
        chosen: Callable[[], list[int]],
    ) -> None:
        """Settle who moves out of a half, the first of `wishes` first; `goes` tells who moves by a pair."""
        count, found = self.exchanged(), 0
        room = self.puzzle.room - self.basic_span.bit_length()
        for chunk in chunks(wishes, max(1, room)):
            gain = worth_of(chunk)

            def pair_term(one: int, other: int, gain: defaultdict[int, int] = gain) -> int:
                movers = goes(one, other)
                return sum(gain[bsn] for bsn in (one, other) if bsn not in movers)

            def float_term(bsn: int, gain: defaultdict[int, int] = gain) -> int:
                return 0 if floats_move(bsn) else gain[bsn]

            self.solve(pair_term, float_term, len(chunk))
            movers = frozenset(chosen()).intersection(chunk)
            stayers = frozenset(chunk) - movers

            def agrees(one: int, other: int, moves: frozenset[int] = movers, stays: frozenset[int] = stayers) -> bool:
                going = goes(one, other)
                return one < self.moved or all(bsn not in (stays if bsn in going else moves) for bsn in (one, other))

            self.puzzle.keep_pairs(agrees)
            self.puzzle.forbid_downfloat(stayers if floats_move(chunk[0]) else movers)
            found += len(movers)
            if found == count:
                break

    def solve(self, pair_term: Callable[[int, int], int], float_term: Callable[[int], int], bits: int) -> None:
        """Solve with the two sums of 4.3 and then a finer wish of `bits` bits."""
        self.solution = self.puzzle.solve(
            lambda one, other: (self.basic_pair(one, other) << bits) + pair_term(one, other),
            lambda bsn: (self.basic_float(bsn) << bits) + float_term(bsn),
            self.basic_span << bits,
        )
