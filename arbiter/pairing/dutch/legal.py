"""Who may meet whom this round (C1 to C5), a bracket of players (1.3.2), and the candidate that fulfils everything (3.4)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from arbiter.errors import FieldError, NoLegalPairing
from arbiter.matching import Edge, cheapest
from arbiter.pairing.dutch import criteria
from arbiter.pairing.dutch.criteria import c1_may_meet, c2_may_have_bye, c3_colours_agree
from arbiter.pairing.dutch.field import Entrant, Points
from arbiter.pairing.violations import Colour


def worth_of(wishes: Sequence[int]) -> defaultdict[int, int]:
    """A bit for each wish, the first one worth more than all later ones together; nothing for everybody else."""
    return defaultdict(int, {bsn: 1 << (len(wishes) - 1 - index) for index, bsn in enumerate(wishes)})


def chunks(items: Sequence[int], length: int) -> list[Sequence[int]]:
    return [items[start : start + length] for start in range(0, len(items), length)]


class Legal:
    """The absolute criteria for a whole field; players are named by their place in the order of 1.2, from 0."""

    def __init__(self, entrants: Sequence[Entrant], forbidden: Iterable[tuple[int, int]] = ()) -> None:
        self.entrants = entrants
        self.everybody = (1 << len(entrants)) - 1
        place = {entrant.number: index for index, entrant in enumerate(entrants)}
        banned: list[int] = [0] * len(entrants)
        for one, other in forbidden:
            if one in place and other in place:
                banned[place[one]] |= 1 << place[other]
                banned[place[other]] |= 1 << place[one]
        clashes = {colour: mask_of(self._absolute(colour)) for colour in Colour}
        self.partners: list[int] = []
        for index, entrant in enumerate(entrants):
            mask = self.everybody & ~(1 << index) & ~banned[index]
            if entrant.is_absolute and not entrant.is_topscorer and entrant.preference:
                mask &= ~clashes[entrant.preference]
            mask &= ~mask_of(
                place[number]
                for number in entrant.met
                if number in place and not c1_may_meet(entrants[place[number]], entrant)
            )
            self.partners.append(mask)
        self.byes = mask_of(index for index, entrant in enumerate(entrants) if c2_may_have_bye(entrant))

    def may_meet(self, one: int, other: int) -> bool:
        return bool(self.partners[one] >> other & 1)

    def _absolute(self, colour: Colour) -> Iterator[int]:
        """Those who clash with a non-topscorer of this absolute preference (C3)."""
        probe = next(
            (e for e in self.entrants if e.is_absolute and e.preference is colour and not e.is_topscorer), None
        )
        if probe is not None:
            for index, entrant in enumerate(self.entrants):
                if not c3_colours_agree(probe, entrant):
                    yield index


def mask_of(places: Iterable[int]) -> int:
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


def places_of(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def can_be_completed(legal: Legal, players: int, byes: int) -> bool:
    """C4 (2.2.1): whether all `players` (a mask) can be paired, an odd one out being one of `byes`."""
    count = players.bit_count()
    if count % 2:
        if not byes & players:
            return False
    elif not count:
        return True
    if is_dense(legal, players, spare=count % 2):
        return True
    return pairs_everybody(legal, list(places_of(players)), players, byes & players if count % 2 else 0)


def is_dense(legal: Legal, players: int, spare: int = 0) -> bool:
    """Whether each may meet at least half of the others, `spare` players taken out.

    Then a round trip through all exists (Dirac's theorem), and every second step of it is a pairing of all.
    """
    count = players.bit_count()
    if count < 4:
        return False
    least = (count + 1) // 2 + spare
    return all((legal.partners[place] & players).bit_count() >= least for place in places_of(players))


def pairs_everybody(legal: Legal, places: Sequence[int], partners: int, byes: int) -> bool:
    """Whether all at these places can be paired with one another, one of each pair being among `partners` (a mask), and one of
    `byes` (a mask) left out if there are any: an extra vertex stands for the bye.
    """
    vertex = {place: index for index, place in enumerate(places)}
    edges: list[Edge] = [
        (vertex[place], vertex[other], 0)
        for place in places
        for other in places_of(legal.partners[place] & partners)
        if vertex[place] < vertex[other]
    ]
    edges += [(vertex[place], len(places), 0) for place in places_of(byes)]
    return -1 not in cheapest([1] * (len(places) + 1), edges)[: len(places)]


def c5_byes(legal: Legal) -> int:
    """C5 (2.3.1): the players of the lowest score that can have the bye while all others are paired; none if even.

    Raises NoLegalPairing when not everybody can be paired.
    """
    if can_be_completed(legal, legal.everybody, 0):
        return 0
    if len(legal.entrants) % 2:
        for score in sorted({legal.entrants[place].score for place in places_of(legal.byes)}):
            byes = mask_of(place for place in places_of(legal.byes) if legal.entrants[place].score == score)
            if can_be_completed(legal, legal.everybody, byes):
                return byes
    raise no_pairing(legal)


def no_pairing(legal: Legal) -> NoLegalPairing:
    """What to raise for a round that cannot be paired, naming those who stand in the way where that is plain."""
    odd = len(legal.entrants) % 2
    if odd and not legal.byes:
        return NoLegalPairing("No legal pairing: the number of players is odd and nobody may have another bye.")
    stuck = sorted(entrant.number for entrant, mask in zip(legal.entrants, legal.partners, strict=True) if not mask)
    if len(stuck) > odd:
        return NoLegalPairing(
            "No legal pairing: these players have no possible opponents left: {players}.", players=tuple(stuck)
        )
    return NoLegalPairing(
        "No legal pairing of the {players} players without a rematch, a second bye or a forbidden "
        "colour. The arbiter decides (C.04.3, 1.9.3). Fewer rounds or an accelerated start avoid this.",
        players=len(legal.entrants),
    )


class Bearing(Enum):
    SAFE = "safe"  # no more rounds than half the players: nothing ever went wrong
    RISKY = "risky"  # near its end there may be no pairing that the rules allow
    IMPOSSIBLE = "impossible"  # more rounds than there are opponents


@dataclass(frozen=True, slots=True)
class Reach:
    """The bearing of the rounds asked for, and what may be offered instead.

    `safe` is the most rounds that are safe; a round-robin has `round_robin` rounds, and more there cannot be.
    """

    bearing: Bearing
    safe: int
    round_robin: int


def reach(players: int, rounds: int) -> Reach:
    """Whether so many rounds can be paired by the Dutch system. Raises FieldError for numbers below 2 and 1.

    An even field has one opponent fewer than players; an odd one has a bye more. Colours make it end sooner:
    docs/pairing.md has the shares measured.
    """
    if players < 2 or rounds < 1:
        raise FieldError(
            "A Swiss needs at least two players and one round, not {players} and {rounds}.",
            players=players,
            rounds=rounds,
        )
    most, safe = players - 1 + players % 2, max(1, players // 2)
    bearing = Bearing.SAFE if rounds <= safe else Bearing.RISKY if rounds <= most else Bearing.IMPOSSIBLE
    return Reach(bearing, safe, most)


@dataclass(frozen=True)
class Bracket:
    """One bracket and what lies below it; players are places in the order of 1.2."""

    legal: Legal
    initial: Colour
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    following: tuple[int, ...]  # the residents of the next bracket
    lower: tuple[int, ...]  # everybody below that
    byes: int  # who may have the bye by C2 and C5, as a mask; 0 when nobody needs one

    def entrant(self, place: int) -> Entrant:
        return self.legal.entrants[place]

    @cached_property
    def players(self) -> tuple[int, ...]:
        """Everybody in the bracket by bracket sequence number (BSN, 4.1): the moved-down first."""
        return self.moved_down + self.residents

    @cached_property
    def levels(self) -> tuple[Points, ...]:
        return tuple(sorted({self.entrant(place).score for place in self.moved_down}, reverse=True))

    @cached_property
    def holds_the_bye(self) -> bool:
        """Whether the bye must go to somebody of this bracket."""
        return bool(self.byes) and not self.byes & mask_of(self.following + self.lower)


@dataclass(frozen=True, slots=True)
class BracketAnswer:
    """How a bracket is paired: pairs with the higher player first, and who floats down."""

    pairs: tuple[tuple[int, int], ...]
    downfloaters: tuple[int, ...]
    exact_outlook: bool = False  # whether the players below had to be weighed one by one


def perfect_candidate(bracket: Bracket) -> BracketAnswer | None:
    """The first perfect candidate when everybody can simply take the smallest BSN that violates nothing.

    None says nothing: there may be a perfect candidate that needs somebody to step back.
    """
    pairs: list[tuple[int, int]] = []
    free = mask_of(bracket.residents)
    first_choice = FirstChoice(bracket)
    risen = (criteria.c15_repeated_upfloat, criteria.c17_repeated_upfloat)  # and so C19, C21
    fresh = mask_of(p for p in bracket.residents if not any(one(bracket.entrant(p)) for one in risen))
    for place in bracket.moved_down:
        other = first_choice.of(place, free & fresh)
        if other < 0:
            return None
        pairs.append((place, other))
        free &= ~(1 << other)
    rest = [place for place in bracket.residents if free >> place & 1]
    half = len(rest) // 2
    lower = mask_of(rest[half:])
    for place in rest[:half]:
        other = first_choice.of(place, lower)
        if other < 0:
            return None
        pairs.append((place, other))
        lower &= ~(1 << other)
    downfloaters = tuple(place for place in rest[half:] if lower >> place & 1)
    if any(not may_float(bracket, place) for place in downfloaters):
        return None
    return BracketAnswer(tuple(pairs), downfloaters)


class FirstChoice:
    """The smallest BSN a player may meet with both colour preferences granted (C1, C3, C12; C10, C11 and C13 follow)."""

    def __init__(self, bracket: Bracket) -> None:
        self.bracket = bracket
        colours = {bracket.entrant(place).preference for place in bracket.players}
        self.due = {
            colour: mask_of(place for place in bracket.players if bracket.entrant(place).preference is colour)
            for colour in colours
        }

    def of(self, place: int, among: int) -> int:
        """The place of the choice, or -1."""
        preference = self.bracket.entrant(place).preference
        choices = self.bracket.legal.partners[place] & among
        if preference is not None:
            choices &= ~self.due[preference]
        return (choices & -choices).bit_length() - 1


def may_float(bracket: Bracket, place: int) -> bool:
    """Whether the one resident left can float down without counting for C5, C9, C14 or C16 more than necessary."""
    entrant = bracket.entrant(place)
    if criteria.c14_repeated_downfloat(entrant) or criteria.c16_repeated_downfloat(entrant):
        return False
    if not bracket.holds_the_bye:
        return True
    rivals = [bracket.entrant(other) for other in bracket.players if bracket.byes >> other & 1]
    return bool(bracket.byes >> place & 1) and criteria.c9_unplayed(entrant) == min(
        criteria.c9_unplayed(rival) for rival in rivals
    )
