"""The candidate that fulfils everything, found by walking (3.4: a perfect candidate is accepted at once)."""

from __future__ import annotations

from arbiter.pairing.dutch import criteria
from arbiter.pairing.dutch.bracket import Answer, Bracket
from arbiter.pairing.dutch.field import Entrant
from arbiter.pairing.dutch.legal import mask_of


def perfect_candidate(bracket: Bracket) -> Answer | None:
    """The first perfect candidate when everybody can simply take the smallest BSN that violates nothing.

    None says nothing: there may be a perfect candidate that needs somebody to step back.
    """
    pairs: list[tuple[int, int]] = []
    free = mask_of(bracket.residents)
    first_choice = FirstChoice(bracket)
    fresh = mask_of(p for p in bracket.residents if not met_from_above(bracket.entrant(p)))
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
    return Answer(tuple(pairs), downfloaters)


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


def met_from_above(resident: Entrant) -> bool:
    """Whether pairing this resident with a moved-down player would count for C15 or C17 (and so C19, C21)."""
    return bool(criteria.c15_repeated_upfloat(resident) or criteria.c17_repeated_upfloat(resident))


def may_float(bracket: Bracket, place: int) -> bool:
    """Whether the one resident left can float down without counting for C5, C9, C14 or C16 more than he must."""
    entrant = bracket.entrant(place)
    if criteria.c14_repeated_downfloat(entrant) or criteria.c16_repeated_downfloat(entrant):
        return False
    if not bracket.holds_the_bye:
        return True
    rivals = [bracket.entrant(other) for other in bracket.players if bracket.byes >> other & 1]
    return bool(bracket.byes >> place & 1) and criteria.c9_unplayed(entrant) == min(
        criteria.c9_unplayed(rival) for rival in rivals
    )
