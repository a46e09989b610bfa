"""Whether everybody left can still be paired (C4), and to which score the bye then goes (C5)."""

from __future__ import annotations

from arbiter.errors import NoLegalPairing
from arbiter.matching import Edge, cheapest
from arbiter.pairing.dutch.legal import Legal, mask_of, places_of


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
    partner, places = _match(legal, players, byes if count % 2 else 0)
    return all(mate >= 0 for mate in partner[: len(places)])


def is_dense(legal: Legal, players: int, spare: int = 0) -> bool:
    """Whether each may meet at least half of the others, `spare` players taken out.

    Then a round trip through all exists (Dirac's theorem), and every second step of it is a pairing of all.
    """
    count = players.bit_count()
    if count < 4:
        return False
    least = (count + 1) // 2 + spare
    return all((legal.partners[place] & players).bit_count() >= least for place in places_of(players))


def _match(legal: Legal, players: int, byes: int) -> tuple[list[int], list[int]]:
    """A pairing of as many as possible, an extra last vertex standing for the bye; and the players in order."""
    places = list(places_of(players))
    local = {place: index for index, place in enumerate(places)}
    edges: list[Edge] = [
        (index, local[other], 0)
        for index, place in enumerate(places)
        for other in places_of(legal.partners[place] & players >> (place + 1) << (place + 1))
    ]
    edges += [(local[place], len(places), 0) for place in places_of(byes & players)]
    return cheapest([1] * (len(places) + 1), edges), places


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
