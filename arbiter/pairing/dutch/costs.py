"""What every possible pair and every downfloat of a bracket costs (article 2), and whether the downfloaters leave those below
all they could hope for (C4, C8).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from arbiter.matching import Edge, cheapest
from arbiter.pairing.dutch import criteria
from arbiter.pairing.dutch.bracket import Bracket
from arbiter.pairing.dutch.criteria import Ladder
from arbiter.pairing.dutch.field import Entrant
from arbiter.pairing.dutch.legal import can_be_completed, is_dense, mask_of, places_of

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
        """What it costs to pair two players of the bracket, the higher one given first."""
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
        """What it costs to let a player of the bracket float down."""
        return self.ladder.pack(self.downfloat_counts(self.bracket.entrant(place)))

    def pair_counts(self, higher: Entrant, lower: Entrant) -> Iterator[Count]:
        """The criteria that look at a pair."""
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
        """The criteria that look at a downfloater."""
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
        # He gets the bye. That the next bracket cannot pair him is so for every other choice, too: C8 has no say.
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
    if _is_roomy(bracket, lower):
        least = (lower.bit_count() + 1) // 2 + 2
        free = mask_of(p for p in bracket.following if (legal.partners[p] & lower).bit_count() >= least)
        if _pairs_all(bracket, downfloaters, free):
            return True
    return False


def _is_roomy(bracket: Bracket, lower: int) -> bool:
    """Whether the players further below can be paired with one more among them and one of them having the bye."""
    has_bye = bool(bracket.byes)
    return is_dense(bracket.legal, lower, spare=2) and (not has_bye or bool(bracket.byes & lower))


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
    places = [*downfloaters, *bracket.following]
    vertex = {place: index for index, place in enumerate(places)}
    edges: list[Edge] = [
        (vertex[place], vertex[other], 0)
        for place in places
        for other in places_of(legal.partners[place] & following)
        if vertex[place] < vertex[other]
    ]
    edges += [(vertex[place], len(places), 0) for place in places_of(leavers)]
    partner = cheapest([1] * (len(places) + 1), edges)
    return all(mate >= 0 for mate in partner[: len(places)])
