"""Which colour each player of a pair gets (C.04.3, article 5)."""

from __future__ import annotations

from arbiter.pairing.dutch.field import Entrant
from arbiter.pairing.violations import Colour


def colour_of_higher(higher: Entrant, lower: Entrant, initial: Colour) -> Colour:
    """The colour of the higher-ranked player of a pair: the first rule of 5.2 that decides."""
    return (
        both_preferences(higher, lower)
        or stronger_preference(higher, lower)
        or alternation(higher, lower)
        or higher.preference
        or initial_colour(higher, initial)
    )


def both_preferences(higher: Entrant, lower: Entrant) -> Colour | None:
    """5.2.1: grant both preferences; who has none takes what is left."""
    if higher.preference is None:
        return lower.preference.other if lower.preference else None
    return higher.preference if lower.preference is not higher.preference else None


def stronger_preference(higher: Entrant, lower: Entrant) -> Colour | None:
    """5.2.2: grant the stronger preference; of two absolute ones that with the wider colour difference."""
    mine, theirs = (higher.strength, 0), (lower.strength, 0)
    if higher.is_absolute and lower.is_absolute:
        mine, theirs = (higher.strength, abs(higher.difference)), (lower.strength, abs(lower.difference))
    if mine == theirs or higher.preference is None:
        return None
    return higher.preference if mine > theirs else higher.preference.other


def alternation(higher: Entrant, lower: Entrant) -> Colour | None:
    """5.2.3: the opposite of the latest round in which the two had different colours, games counted from the end."""
    for mine, theirs in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if mine is not theirs:
            return mine.other
    return None


def initial_colour(higher: Entrant, initial: Colour) -> Colour:
    """5.2.5: an odd number gets the colour drawn by lot, an even one the other (5.2.4 stands in `colour_of_higher`).

    Numbers are counted among those who have entered so far, as late entries push the others' numbers (C.04.2, 2).
    """
    return initial if higher.turn % 2 else initial.other
