"""A bracket as a matching problem that narrows while decisions are made: what every possible pair and downfloat costs (article
2), and whether the downfloaters leave those below all they could hope for (C4, C8).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from arbiter.matching import WEIGHT_BITS, Edge, cheapest
from arbiter.pairing.dutch import criteria
from arbiter.pairing.dutch.criteria import Ladder
from arbiter.pairing.dutch.field import Entrant
from arbiter.pairing.dutch.legal import Bracket, can_be_completed, is_dense, mask_of, pairs_everybody, places_of

Count = tuple[str, int]


class Costs:
    """The criteria of one bracket: a ladder of digits, and the counts behind each pair and each downfloat.

    C7 and C18 to C21 compare scores in descending order, so they have one digit for every score of a moved-down
    player, named "C7/0" for the highest and so on.
    """

    def __init__(self, bracket: Bracket, *, counts_unplayed: bool, outlook: bool = False) -> None:
        self.bracket, self.outlook = bracket, outlook
        self.level = {score: index for index, score in enumerate(bracket.levels)}
        self.counts_unplayed = counts_unplayed
        self.ladder = Ladder(self._caps())
        self._kind = self._kinds()
        self._known: dict[tuple[int, int], int] = {}

    def pair(self, one: int, other: int) -> int:
        kinds = self._kind[one], self._kind[other]
        known = self._known.get(kinds)
        if known is None:
            counts = self.pair_counts(self.bracket.entrant(one), self.bracket.entrant(other))
            known = self._known[kinds] = self.ladder.pack(counts)
        return known

    def _kinds(self) -> dict[int, int]:
        """A number for every player, the same for players who cost the same with everybody.

        Two absolute preferences that clash, as topscorers' may, depend on both players' whole past (C10, C11).
        """
        numbers: dict[tuple[object, ...], int] = {}
        has_topscorers = any(self.bracket.entrant(place).is_topscorer for place in self.bracket.players)
        kinds = {}
        for place in self.bracket.players:
            entrant = self.bracket.entrant(place)
            own_past = place if has_topscorers and entrant.is_absolute else None
            traits = (entrant.preference, entrant.strength, entrant.floats, self.level.get(entrant.score), own_past)
            kinds[place] = numbers.setdefault(traits, len(numbers))
        return kinds

    def downfloat(self, place: int) -> int:
        return self.ladder.pack(self.downfloat_counts(self.bracket.entrant(place)))

    def pair_counts(self, higher: Entrant, lower: Entrant) -> Iterator[Count]:
        yield "C10", criteria.c10_wide_differences(higher, lower, self.bracket.initial)
        yield "C11", criteria.c11_third_in_a_row(higher, lower, self.bracket.initial)
        yield "C12", criteria.c12_preference_denied(higher, lower)
        yield "C13", criteria.c13_strong_preference_denied(higher, lower)
        if higher.score in self.level:
            level = self.level[higher.score]
            yield "C15", criteria.c15_repeated_upfloat(lower)
            yield "C17", criteria.c17_repeated_upfloat(lower)
            yield f"C19/{level}", criteria.c19_upfloats_again(lower)
            yield f"C21/{level}", criteria.c21_upfloats_again(lower)

    def downfloat_counts(self, entrant: Entrant) -> Iterator[Count]:
        yield "C6", criteria.c6_downfloater(entrant)
        if self.counts_unplayed:
            yield "C9", criteria.c9_unplayed(entrant)
        level = self.level.get(criteria.c7_score(entrant))
        if level is None:
            yield "C14", criteria.c14_repeated_downfloat(entrant)
            yield "C16", criteria.c16_repeated_downfloat(entrant)
        else:
            yield f"C7/{level}", 1
            yield f"C18/{level}", criteria.c18_downfloats_again(entrant)
            yield f"C20/{level}", criteria.c20_downfloats_again(entrant)

    def outlook_counts(self, entrant: Entrant) -> Iterator[Count]:
        """C8 (2.4.3): a player whom the next bracket, too, would let float: their number, then their scores."""
        yield "C8", 1
        level = self.level.get(criteria.c7_score(entrant), len(self.level))
        if entrant.score >= self.bracket.entrant(self.bracket.residents[0]).score:
            yield f"C8/{level}", 1

    def _caps(self) -> list[Count]:
        bracket = self.bracket
        residents = [bracket.entrant(place) for place in bracket.residents]
        moved = [bracket.entrant(place) for place in bracket.moved_down]
        size, pairs = len(bracket.players), len(bracket.players) // 2
        clashes = 2 * pairs if any(bracket.entrant(place).is_topscorer for place in bracket.players) else 0
        levels = range(len(self.level))
        of_level = [sum(self.level[entrant.score] == level for entrant in moved) for level in levels]
        risen = _flagged(residents, criteria.c15_repeated_upfloat, criteria.c17_repeated_upfloat)
        ups = [min(len(moved), count) for count in risen]
        downs = _flagged(residents, criteria.c14_repeated_downfloat, criteria.c16_repeated_downfloat)
        again = [
            _flagged(
                [entrant for entrant in moved if self.level[entrant.score] == level],
                criteria.c18_downfloats_again,
                criteria.c20_downfloats_again,
            )
            for level in levels
        ]
        unplayed = max((bracket.entrant(place).unplayed for place in bracket.players), default=0)
        below = len(bracket.following) + len(bracket.lower) if self.outlook else 0
        ahead = [
            ("C8", size + len(bracket.following)),
            *((f"C8/{level}", of_level[level]) for level in levels),
            (f"C8/{len(of_level)}", len(residents)),
        ]
        return [
            ("left over", size + below + 1),
            ("C6", size),
            *((f"C7/{level}", of_level[level]) for level in levels),
            *(ahead if self.outlook else ()),
            ("C9", unplayed * size if self.counts_unplayed else 0),
            ("C10", clashes),
            ("C11", clashes),
            ("C12", pairs),
            ("C13", pairs),
            ("C14", downs[0]),
            ("C15", ups[0]),
            ("C16", downs[1]),
            ("C17", ups[1]),
            *((f"C18/{level}", again[level][0]) for level in levels),
            *((f"C19/{level}", min(of_level[level], ups[0])) for level in levels),
            *((f"C20/{level}", again[level][1]) for level in levels),
            *((f"C21/{level}", min(of_level[level], ups[1])) for level in levels),
        ]


def _flagged(entrants: Iterable[Entrant], *tests: criteria.Test) -> list[int]:
    chosen = list(entrants)
    return [sum(test(entrant) for entrant in chosen) for test in tests]


def leaves_the_best(bracket: Bracket, downfloaters: Sequence[int]) -> bool:
    """Whether all below can be paired (C4) and no other downfloaters could serve the next bracket better (C8).

    False may also mean "cannot tell quickly": then the players below have to be weighed one by one.
    """
    below = mask_of(bracket.following + bracket.lower)
    if not bracket.following:
        return len(downfloaters) == bool(bracket.byes) and not mask_of(downfloaters) & ~bracket.byes
    if not downfloaters:
        return can_be_completed(bracket.legal, below, bracket.byes)
    if bracket.holds_the_bye and len(downfloaters) == 1:
        # They get the bye. No choice could be paired in the next bracket: C8 has no say.
        return bool(bracket.byes >> downfloaters[0] & 1) and can_be_completed(bracket.legal, below, 0)
    if bracket.holds_the_bye or len(downfloaters) > len(bracket.following):
        return False
    return _serve_next(bracket, downfloaters)


def _serve_next(bracket: Bracket, downfloaters: Sequence[int]) -> bool:
    """Whether the next bracket can pair all downfloaters and all others but an odd one, and the rest be completed."""
    legal = bracket.legal
    following, lower = mask_of(bracket.following), mask_of(bracket.lower)
    both = following | mask_of(downfloaters)
    odd = both.bit_count() % 2
    if not odd:
        return can_be_completed(legal, lower, bracket.byes) and _pairs_all(bracket, downfloaters, 0)
    if not bracket.lower:
        return _pairs_all(bracket, downfloaters, bracket.byes & following)
    has_bye = bool(bracket.byes)
    if is_dense(bracket.legal, lower, spare=2) and (not has_bye or bool(bracket.byes & lower)):
        least = (lower.bit_count() + 1) // 2 + 2
        free = mask_of(p for p in bracket.following if (legal.partners[p] & lower).bit_count() >= least)
        if _pairs_all(bracket, downfloaters, free):
            return True
    return False


def _pairs_all(bracket: Bracket, downfloaters: Sequence[int], leavers: int) -> bool:
    """Whether downfloaters and next residents can all be paired, one of `leavers` (a mask) left out if there are any."""
    legal = bracket.legal
    following = mask_of(bracket.following)
    size = len(downfloaters) + len(bracket.following)
    least = (size + 1) // 2 + 1
    dense = size >= 5 and all(
        (legal.partners[place] & following).bit_count() >= least for place in (*downfloaters, *bracket.following)
    )
    if dense and (leavers or size % 2 == 0):
        return True
    return pairs_everybody(legal, [*downfloaters, *bracket.following], following, leavers)


PairTerm = Callable[[int, int], int]
FloatTerm = Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Solution:
    """Who is paired with whom, by BSN from 0; -1 for a downfloater."""

    partner: list[int]
    left_over: int  # players who must not stay unpaired and do; 0 when this is a solution at all

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return [(one, other) for one, other in enumerate(self.partner) if one < other]

    @property
    def downfloaters(self) -> list[int]:
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
        both = (one, other)
        self.pairs = [e for e in self.pairs if e[:2] == both or (e[0] not in both and e[1] not in both)]
        self.floats = [edge for edge in self.floats if edge[0] not in both and edge[1] not in both]
        self.alone[one] = self.alone[other] = self.must

    def settle_downfloat(self, bsn: int) -> None:
        self.pairs = [edge for edge in self.pairs if bsn not in edge[:2]]

    def keep_pairs(self, keep: Callable[[int, int], bool]) -> None:
        self.pairs = [edge for edge in self.pairs if keep(edge[0], edge[1])]

    def forbid_downfloat(self, players: Iterable[int]) -> None:
        """Decide that these are paired in the bracket."""
        paired = frozenset(players)
        self.floats = [edge for edge in self.floats if edge[0] not in paired and edge[1] not in paired]
        for bsn in paired:
            self.alone[bsn] = self.must
