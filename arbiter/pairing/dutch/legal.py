"""Who may meet whom this round, as one bit mask a player over the places of the order of 1.2."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from arbiter.pairing.colours import Colour
from arbiter.pairing.dutch.criteria import c1_may_meet, c2_may_have_bye, c3_colours_agree
from arbiter.pairing.dutch.entrant import Entrant


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
        """Whether these two may be paired."""
        return bool(self.partners[one] >> other & 1)

    def _absolute(self, colour: Colour) -> Iterator[int]:
        """Those who clash with a non-topscorer of this absolute preference (C3)."""
        probe = next((e for e in self.entrants if _is_plain_absolute(e, colour)), None)
        if probe is not None:
            for index, entrant in enumerate(self.entrants):
                if not c3_colours_agree(probe, entrant):
                    yield index


def _is_plain_absolute(entrant: Entrant, colour: Colour) -> bool:
    return entrant.is_absolute and entrant.preference is colour and not entrant.is_topscorer


def mask_of(places: Iterable[int]) -> int:
    """A set of places as bits."""
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


def places_of(mask: int) -> Iterator[int]:
    """The places in a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
