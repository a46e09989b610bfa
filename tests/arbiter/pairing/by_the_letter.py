"""The best candidate of a small bracket by the letter of C.04.3: every candidate in its order, each one judged.

Written against the rules alone, without anything of `arbiter.pairing.dutch` but the players, so that it can tell
whether the fast way gives the same. Only for brackets of a handful of players.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations

from arbiter.pairing.dutch.criteria import colour_of_higher
from arbiter.pairing.dutch.field import Entrant, Strength
from arbiter.pairing.dutch.legal import Bracket
from tests.arbiter.pairing.players import FLOATS

Candidate = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]
LIMBO = 10_000  # a moved-down player left unpaired counts as a wider difference than any pair
DOWN, UP = FLOATS["v"], FLOATS["^"]


def best_by_the_letter(bracket: Bracket) -> Candidate | None:
    """3.8: the best legal candidate, the first of equals; None when no candidate leaves a complete pairing."""
    judge = Judge(bracket)
    best: tuple[list[object], Candidate] | None = None
    for candidate in candidates(bracket):
        if judge.is_legal(candidate):
            value = judge.value(candidate)
            if best is None or value < best[0]:
                best = value, candidate
    return best[1] if best else None


def candidates(bracket: Bracket) -> Iterator[Candidate]:
    """All candidates for every number of pairs and of paired moved-down players, each family in its order (3.7)."""
    size = len(bracket.players)
    for pairs in range(size // 2, -1, -1):
        for paired in range(min(len(bracket.moved_down), pairs, len(bracket.residents)), -1, -1):
            yield from heterogeneous(bracket, pairs, paired)


def heterogeneous(bracket: Bracket, pairs: int, paired: int) -> Iterator[Candidate]:
    """3.7: sets of moved-down players, then their opponents, then the remainder."""
    for chosen in combinations(bracket.moved_down, paired):
        limbo = tuple(place for place in bracket.moved_down if place not in chosen)
        for opponents in permutations(bracket.residents, paired):
            remainder = [place for place in bracket.residents if place not in opponents]
            for rest, floating in homogeneous(remainder, pairs - paired):
                yield (*zip(chosen, opponents, strict=True), *rest), limbo + floating


def homogeneous(players: Sequence[int], pairs: int) -> Iterator[Candidate]:
    """3.6: transpositions of S2 for every exchange between the halves, in the order of 4.2 and 4.3."""
    if 2 * pairs > len(players):
        return
    upper, lower = tuple(players[:pairs]), tuple(players[pairs:])
    number = {place: index for index, place in enumerate(players, start=1)}

    def exchange_order(exchange: tuple[tuple[int, ...], tuple[int, ...]]) -> tuple[object, ...]:
        leaving, coming = ([number[place] for place in part] for part in exchange)
        return len(leaving), sum(coming) - sum(leaving), [-n for n in sorted(leaving, reverse=True)], sorted(coming)

    exchanges = [
        (leaving, coming)
        for count in range(min(len(upper), len(lower)) + 1)
        for leaving in combinations(upper, count)
        for coming in combinations(lower, count)
    ]
    for leaving, coming in sorted(exchanges, key=exchange_order):
        s1 = sorted({*upper, *coming}.difference(leaving))
        s2 = sorted({*lower, *leaving}.difference(coming))
        for partners in permutations(s2, len(s1)):
            floating = tuple(place for place in s2 if place not in partners)
            yield tuple(zip(s1, partners, strict=True)), floating


class Judge:
    """Whether a candidate of this bracket is legal, and how good it is."""

    def __init__(self, bracket: Bracket) -> None:
        self.bracket = bracket
        self.entrants: Sequence[Entrant] = bracket.legal.entrants
        self.completes = cache(self._completes)
        self.outlook = cache(self._outlook)

    def may_meet(self, one: int, other: int) -> bool:
        """C1 and C3."""
        first, second = self.entrants[one], self.entrants[other]
        if second.number in first.met or first.number in second.met:
            return False
        clash = first.strength is second.strength is Strength.ABSOLUTE and first.preference is second.preference
        return not clash or first.is_topscorer or second.is_topscorer

    def _completes(self, players: frozenset[int]) -> bool:
        """C4 with C2 and C5: all can be paired, an odd one having a bye that he may have."""
        if not players:
            return True
        first = min(players)
        rest = players - {first}
        if len(players) % 2 and self.bracket.byes >> first & 1 and self.completes(rest):
            return True
        return any(self.may_meet(first, other) and self.completes(rest - {other}) for other in rest)

    def is_legal(self, candidate: Candidate) -> bool:
        """The absolute criteria for the pairs, completion for everybody else."""
        pairs, floating = candidate
        below = frozenset(self.bracket.following + self.bracket.lower)
        return all(self.may_meet(one, other) for one, other in pairs) and self.completes(below | set(floating))

    def value(self, candidate: Candidate) -> list[object]:
        """The failures by C6 to C21."""
        pairs, floating = candidate
        moved = set(self.bracket.moved_down)
        scores = sorted((self.entrants[place].score for place in floating), reverse=True)
        gets_bye = self.bracket.holds_the_bye and len(floating) == 1
        after = [outcome for one, other in pairs for outcome in self.after(one, other)]
        residents = [self.entrants[place] for place in floating if place not in moved]
        met = [(self.entrants[one], self.entrants[other]) for one, other in pairs if one in moved]
        limbo = [self.entrants[place] for place in floating if place in moved]
        value: list[object] = [len(floating), scores, self.outlook(frozenset(floating))]
        value.append(self.entrants[floating[0]].unplayed if gets_bye else 0)
        value.append(sum(difference > 2 for difference, _ in after))
        value.append(sum(streak for _, streak in after))
        value.append(sum(len(self.denied(one, other)) for one, other in pairs))
        value.append(sum(one.strength is Strength.STRONG for pair in pairs for one in self.denied(*pair)))
        for ago in (0, 1):
            value.append(sum(one.floats[ago] is DOWN for one in residents))
            value.append(sum(lower.floats[ago] is UP for _, lower in met))
        for ago in (0, 1):
            again = [higher.score - lower.score for higher, lower in met if higher.floats[ago] is DOWN]
            again += [LIMBO + one.score for one in limbo if one.floats[ago] is DOWN]
            value.append(sorted(again, reverse=True))
            value.append(
                sorted((higher.score - lower.score for higher, lower in met if lower.floats[ago] is UP), reverse=True)
            )
        return value

    def denied(self, one: int, other: int) -> list[Entrant]:
        """Who of a pair does not get the colour he is due."""
        higher, lower = self.entrants[one], self.entrants[other]
        colour = colour_of_higher(higher, lower, self.bracket.initial)
        pair = ((higher, colour), (lower, colour.other))
        return [player for player, got in pair if player.preference is not None and player.preference is not got]

    def after(self, one: int, other: int) -> Iterator[tuple[int, bool]]:
        """C10, C11: for pairs with a topscorer, the colour difference of each and whether it is the third in a row."""
        higher, lower = self.entrants[one], self.entrants[other]
        if higher.is_topscorer or lower.is_topscorer:
            colour = colour_of_higher(higher, lower, self.bracket.initial)
            for player, got in ((higher, colour), (lower, colour.other)):
                colours = (*player.colours, got)
                difference = sum(1 if c.value == "w" else -1 for c in colours)
                yield abs(difference), len(colours) > 2 and len(set(colours[-3:])) == 1

    def _outlook(self, floating: frozenset[int]) -> tuple[object, ...]:
        """C8: the fewest downfloaters the next bracket can have, then their scores, everybody else being completed."""
        players = tuple(sorted(floating)) + self.bracket.following
        return min(self._next(players, floating, frozenset(self.bracket.lower)), default=(LIMBO,))

    def _next(
        self, players: tuple[int, ...], moved: frozenset[int], below: frozenset[int]
    ) -> Iterator[tuple[object, ...]]:
        """The downfloaters of every way to pair the next bracket."""
        for floating in self._unpaired(players, moved):
            if self.completes(below | floating):
                yield len(floating), sorted((self.entrants[place].score for place in floating), reverse=True)

    def _unpaired(self, players: tuple[int, ...], moved: frozenset[int]) -> set[frozenset[int]]:
        if not players:
            return {frozenset()}
        first, rest = players[0], players[1:]
        found = {left | {first} for left in self._unpaired(rest, moved)}
        for index, other in enumerate(rest):
            if other not in moved and self.may_meet(first, other):
                found |= self._unpaired(rest[:index] + rest[index + 1 :], moved)
        return found
