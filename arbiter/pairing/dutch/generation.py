"""The best candidate of a bracket (3.8): among equally good ones the one generated first, by halves, exchanges and
transpositions (articles 3 and 4).

With a cheapest assignment known, prices of rows and columns show which pairs can stand in any cheapest one: those whose
cost is just the sum of both prices. Among these pairs every complete assignment is cheapest, so the lexicographically
first one is found by stepping aside along them, without weighing anything again.

The order is nested (3.7): which moved-down players are paired, whom they meet, which residents change halves, whom
each of the upper half meets. A decision is read off a solution that prefers it below all criteria.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from operator import add

from arbiter.pairing.dutch.legal import Bracket, BracketAnswer, chunks, no_pairing, perfect_candidate, worth_of
from arbiter.pairing.dutch.puzzle import Costs, Puzzle, Solution, leaves_the_best


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
        return sorted(set(self.s1 + self.s2).difference(self.upper))

    def moved_up(self) -> list[int]:
        return [one for one, other in self.pairs() if not self.in_s1(one)]

    def moved_down(self) -> list[int]:
        floats = set(self.solution.downfloaters)
        return sorted([other for _, other in self.pairs() if self.in_s1(other)] + [b for b in self.s1 if b in floats])

    def pairs(self) -> list[tuple[int, int]]:
        return [pair for pair in self.solution.pairs if pair[0] >= self.moved]

    def exchanged(self) -> int:
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


FAR = 1 << 160
"""The cost of a pair that is not open; more than all others together."""


def first_transposition(costs: Sequence[Sequence[int]], assigned: Sequence[int], ranked: int) -> list[int]:
    """The column of every row: of all cheapest assignments the lexicographically first one in the first `ranked` rows.

    `costs` is square, `assigned` a cheapest assignment.
    """
    column = list(assigned)
    tight = tight_pairs(costs, column)
    owner = [0] * len(column)
    for row, place in enumerate(column):
        owner[place] = row
    tight_rows = [0] * len(column)
    for row, mask in enumerate(tight):
        while mask:
            low = mask & -mask
            tight_rows[low.bit_length() - 1] |= 1 << row
            mask ^= low
    open_columns = (1 << len(column)) - 1
    open_rows = open_columns
    for row in range(ranked):
        open_rows &= ~(1 << row)
        wished = tight[row] & open_columns & ((1 << column[row]) - 1)
        if wished:
            step_aside(row, wished, column, owner, tight_rows, open_rows)
        open_columns &= ~(1 << column[row])
    return column


def tight_pairs(costs: Sequence[Sequence[int]], column: Sequence[int]) -> list[int]:
    """For every row the columns, as bits, that it can have in some cheapest assignment when others step aside.

    The price of a row is the least that anything could save by handing its column on: a shortest path, found by
    repeating until nothing changes, which ends because no round of exchanges can save anything.
    """
    price = [0] * len(column)
    credit = [-costs[row][place] for row, place in sorted(enumerate(column), key=lambda pair: pair[1])]
    changed = True
    while changed:
        changed = False
        for row, line in enumerate(costs):
            least = min(map(add, line, credit))
            if least < price[row]:
                credit[column[row]] += least - price[row]
                price[row] = least
                changed = True
    return [
        sum(1 << place for place, cost in enumerate(line) if cost < FAR and cost + credit[place] == price[row])
        for row, line in enumerate(costs)
    ]


def step_aside(
    row: int, wished: int, column: list[int], owner: list[int], tight_rows: Sequence[int], open_rows: int
) -> None:
    """Give a row the first of the `wished` columns (bits) whose owner can move on, ending in the column it leaves."""
    left = column[row]
    moves_to: dict[int, int] = {}
    reached, queue, seen = 0, [left], 0
    for place in queue:
        movers = tight_rows[place] & open_rows & ~seen
        seen |= movers
        while movers:
            low = movers & -movers
            movers ^= low
            mover = low.bit_length() - 1
            moves_to[mover] = place
            reached |= 1 << column[mover]
            queue.append(column[mover])
    found = wished & reached
    if not found:
        return
    target = (found & -found).bit_length() - 1
    mover, place = owner[target], target
    column[row], owner[target] = target, row
    while place != left:
        place = moves_to[mover]
        column[mover], mover, owner[place] = place, owner[place], mover


class Generation:
    """Settles a puzzle decision by decision; `solution` is always a best pairing of what is open."""

    def __init__(self, puzzle: Puzzle, solution: Solution) -> None:
        self.puzzle, self.solution = puzzle, solution
        self.moved = len(puzzle.bracket.moved_down)

    def run(self) -> Solution:
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
        """4.2 for a homogeneous bracket or a remainder whose downfloaters have separate costs.

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
        """4.2 for a heterogeneous bracket: each paired moved-down player in turn gets the smallest possible BSN."""
        paired = [bsn for bsn in range(self.moved) if self.solution.partner[bsn] >= 0]
        self.choose_partners(paired)

    def choose_partners(self, upper: Sequence[int]) -> None:
        """4.2: the transpositions in lexicographic order; everybody in `upper` gets the smallest possible BSN."""
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


def best_candidate(bracket: Bracket) -> BracketAnswer:
    """Pair a bracket.

    First as if the players below could take whoever floats down. If the best candidate then proves to serve them as
    well as any could, it is the answer. Otherwise they are all put into the problem.
    """
    perfect = perfect_candidate(bracket)
    if perfect and leaves_the_best(bracket, perfect.downfloaters):
        return perfect
    gets_bye = bracket.holds_the_bye and len(bracket.players) % 2 == 1
    puzzle = Puzzle(bracket, Costs(bracket, counts_unplayed=gets_bye))
    solution = puzzle.solve()
    if not solution.left_over and not (gets_bye and len(solution.downfloaters) > 1):
        answer = answer_of(bracket, Generation(puzzle, solution).run())
        if leaves_the_best(bracket, answer.downfloaters):
            return answer
    return answer_of(bracket, with_outlook(bracket), exact_outlook=True)


def with_outlook(bracket: Bracket) -> Solution:
    """The best candidate with every player below weighed. C9 counts where one player floats, to get the bye."""
    puzzle = Puzzle(bracket, Costs(bracket, counts_unplayed=bracket.holds_the_bye, outlook=True))
    solution = puzzle.solve()
    if bracket.holds_the_bye and len(solution.downfloaters) != 1:
        puzzle = Puzzle(bracket, Costs(bracket, counts_unplayed=False, outlook=True))
        solution = puzzle.solve()
    if solution.left_over:
        raise no_pairing(bracket.legal)
    return Generation(puzzle, solution).run()


def answer_of(bracket: Bracket, solution: Solution, *, exact_outlook: bool = False) -> BracketAnswer:
    players = bracket.players
    return BracketAnswer(
        pairs=tuple((players[one], players[other]) for one, other in solution.pairs),
        downfloaters=tuple(players[bsn] for bsn in solution.downfloaters),
        exact_outlook=exact_outlook,
    )
