"""The criteria of a duplicate tournament: what somebody made of the same cards in the same seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arbiter.formats.duplicate import Compared, compare
from arbiter.progression.situation import Situation
from arbiter.results.places import for_duplicate
from arbiter.standings.arithmetic import Basis, Sense, Term, Value, mean


def compared(situation: Situation) -> tuple[tuple[int, Compared], ...]:
    """Every result with its round, against the others of the same deal and seat. A table of which a bot held a seat from
    the start is compared with none."""
    games = {(one.round_number, one.deal): one.round_number for one in situation.counted if one.deal}
    numbers = {key: index for index, key in enumerate(sorted(games), start=1)}
    played = [for_duplicate(one.result, numbers[one.round_number, one.deal]) for one in situation.counted if one.deal]
    round_of = {index: key[0] for key, index in numbers.items()}
    return tuple((round_of[one.deal], one) for one in compare(played))


def _values(situation: Situation, level: Sequence[int], *, margins: bool) -> Mapping[int, Value]:
    """The mean over the rounds; a round without a game counts with what the tournament gives for it, as a share only."""
    terms: dict[int, list[Term]] = {entrant: [] for entrant in level}
    for round_number, one in compared(situation):
        if one.player in terms:
            terms[one.player].append(Term(one.margin if margins else one.share, Basis.SHARE, round_number))
    if not margins:
        for rest in situation.rests:
            if rest.player in terms:
                terms[rest.player].append(Term(rest.points, Basis.SHARE, rest.round_number))
    return {entrant: mean(own) for entrant, own in terms.items()}


@dataclass(frozen=True, slots=True)
class Share:
    """SHARE: of those who held the same seat of the same deal, the share with fewer points, on average."""

    situation: Situation
    code: str = "SHARE"
    sense: Sense = Sense.HIGH

    def values(self, level: Sequence[int]) -> Mapping[int, Value]:
        """The values of entrants who are level so far."""
        return _values(self.situation, level, margins=False)


@dataclass(frozen=True, slots=True)
class Margin:
    """MARGIN: own points less the average of the others in the same seat of the same deal, on average."""

    situation: Situation
    code: str = "MARGIN"
    sense: Sense = Sense.HIGH

    def values(self, level: Sequence[int]) -> Mapping[int, Value]:
        """The values of entrants who are level so far."""
        return _values(self.situation, level, margins=True)


def points(situation: Situation) -> Mapping[int, Fraction]:
    """What everybody has for the pairing of the next round: shares added up, to the nearest twelfth."""
    found = dict.fromkeys(situation.entrants, Fraction(0))
    for _, one in compared(situation):
        found[one.player] += Fraction(round(one.share * 12), 12)
    for rest in situation.rests:
        found[rest.player] += Fraction(round(rest.points * 12), 12)
    return found
