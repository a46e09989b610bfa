"""Among equally good candidates the one generated first (articles 3 and 4), one decision after another.

The order is nested (3.7): which moved-down players are paired, whom they meet, which residents change halves, whom
each of the upper half meets. A decision is read off a solution that prefers it below all criteria.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.pairing.dutch.halves import Halves
from arbiter.pairing.dutch.puzzle import Puzzle, Solution
from arbiter.pairing.dutch.transposition import FAR, first_transposition
from arbiter.pairing.dutch.wishes import chunks, worth_of


class Generation:
    """Settles a puzzle decision by decision; `solution` is always a best pairing of what is open."""

    def __init__(self, puzzle: Puzzle, solution: Solution) -> None:
        self.puzzle, self.solution = puzzle, solution
        self.moved = len(puzzle.bracket.moved_down)

    def run(self) -> Solution:
        """Make all decisions."""
        self.choose_paired()
        self.choose_opponents()
        halves = Halves(self.puzzle, self.solution)
        halves.choose()
        self.solution = halves.solution
        if self.puzzle.outlook:
            self.choose_partners(halves.upper)
        else:
            self.transpose(halves.upper, halves.below())
        return self.solution

    def transpose(self, upper: Sequence[int], lower: Sequence[int]) -> None:
        """4.2 for a homogeneous bracket or a remainder whose downfloaters cost each for himself.

        Nobody is paired with a number of rows of their own, so that who floats is a question of columns, too.
        """
        place = {bsn: index for index, bsn in enumerate(lower)}
        row = {bsn: index for index, bsn in enumerate(upper)}
        costs = [[FAR] * len(lower) for _ in upper]
        for one, other, cost in self.puzzle.pairs:
            if one in row and other in place:
                costs[row[one]][place[other]] = cost
            elif other in row and one in place:
                costs[row[other]][place[one]] = cost
        floating = [bsn for bsn in lower if self.solution.partner[bsn] < 0]
        may_float = [alone if (alone := self.puzzle.alone[bsn]) < self.puzzle.must else FAR for bsn in lower]
        costs += [may_float] * len(floating)
        assigned = [place[self.solution.partner[bsn]] for bsn in upper] + [place[bsn] for bsn in floating]
        for bsn, index in zip(upper, first_transposition(costs, assigned, len(upper)), strict=False):
            self.solution.partner[bsn], self.solution.partner[lower[index]] = lower[index], bsn
        paired = {self.solution.partner[bsn] for bsn in upper}
        for bsn in lower:
            if bsn not in paired:
                self.solution.partner[bsn] = -1

    def choose_paired(self) -> None:
        """4.4: of the moved-down players as many as C7 allows are paired, the smallest differing BSN deciding."""
        limbo = [bsn for bsn in self.solution.downfloaters if bsn < self.moved]
        if limbo and limbo != list(range(self.moved - len(limbo), self.moved)):
            for chunk in chunks(range(self.moved), self.puzzle.room):
                self.solution = self.puzzle.solve(float_term=worth_of(chunk).__getitem__, span=1 << len(chunk))
                floats = set(self.solution.downfloaters)
                self.puzzle.forbid_downfloat(bsn for bsn in chunk if bsn not in floats)
                for bsn in floats.intersection(chunk):
                    self.puzzle.settle_downfloat(bsn)
        floats = {bsn for bsn in self.solution.downfloaters if bsn < self.moved}
        for bsn in floats:
            self.puzzle.settle_downfloat(bsn)
        self.puzzle.forbid_downfloat(bsn for bsn in range(self.moved) if bsn not in floats)

    def choose_opponents(self) -> None:
        """4.2 for a heterogeneous bracket: each paired moved-down player in turn gets the smallest BSN he can."""
        paired = [bsn for bsn in range(self.moved) if self.solution.partner[bsn] >= 0]
        self.choose_partners(paired)

    def choose_partners(self, upper: Sequence[int]) -> None:
        """4.2: the transpositions in lexicographic order; everybody in `upper` gets the smallest BSN he can."""
        sure = 0  # how many of the next ones the last solution has settled already
        for index, bsn in enumerate(upper):
            if not sure and self.choices(bsn)[0] != self.solution.partner[bsn]:
                sure = self.prefer_partners(upper[index:])
            sure = max(0, sure - 1)
            one, other = sorted((bsn, self.solution.partner[bsn]))
            self.puzzle.settle_pair(one, other)

    def choices(self, bsn: int) -> list[int]:
        """Whom a player can still be paired with in this bracket, ascending."""
        return sorted(two if one == bsn else one for one, two, _ in self.puzzle.pairs if bsn in (one, two))

    def prefer_partners(self, waiting: Sequence[int]) -> int:
        """Solve anew so that the first of `waiting`, as many as the numbers hold, get their smallest partners."""
        size = self.puzzle.size
        width = (size - 1).bit_length()
        some = waiting[: max(1, self.puzzle.room // width)]
        step = {bsn: width * (len(some) - 1 - index) for index, bsn in enumerate(some)}

        def rank(one: int, other: int) -> int:
            if one in step:
                return other << step[one]
            return one << step[other] if other in step else 0

        self.solution = self.puzzle.solve(rank, span=1 << (width * len(some)))
        return len(some)
