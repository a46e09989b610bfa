"""What a round of pairs made by hand violates: who is missing, and the absolute criteria C1 to C3 with the colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from arbiter.pairing.dutch.criteria import c1_may_meet, c2_may_have_bye, c3_colours_agree
from arbiter.pairing.dutch.field import Entrant, Field, Strength, check, entrants_of
from arbiter.pairing.violations import Colour, Violation, Weight, presence, violation


def violations(field: Field, pairs: Sequence[tuple[int, int]], byes: Sequence[int] = ()) -> tuple[Violation, ...]:
    """What is wrong with these pairs, white first, and byes; nothing when they keep all that the rules never break.

    Raises a FieldError for a field that could not be paired either.
    """
    check(field)
    entrants = {entrant.number: entrant for entrant in entrants_of(field)}
    found = presence(entrants, chain(*pairs, byes))
    for white, black in pairs:
        if white in entrants and black in entrants and white != black:
            found += pair_violations(field, entrants[white], entrants[black])
    for number in byes:
        if number in entrants and not c2_may_have_bye(entrants[number]):
            pattern = "Player {player} had a bye already, or a round won without playing."
            found.append(violation("bye_again", Weight.FORBIDDEN, [number], pattern, player=number))
    needed = len(entrants) % 2
    if len(byes) > needed:
        pattern = "{byes} byes are given; with {present} players there are {needed}."
        values = {"byes": len(byes), "present": len(entrants), "needed": needed}
        found.append(violation("needless_bye", Weight.UNFAIR, byes, pattern, **values))
    return tuple(found)


def pair_violations(field: Field, white: Entrant, black: Entrant) -> Iterator[Violation]:
    """What is wrong with one pair."""
    both = white.number, black.number
    if not c1_may_meet(white, black):
        yield violation("rematch", Weight.FORBIDDEN, both, "Players {players} have met before.", players=both)
    if tuple(sorted(both)) in {tuple(sorted(pair)) for pair in field.forbidden}:
        yield violation("apart", Weight.FORBIDDEN, both, "Players {players} are to be kept apart.", players=both)
    if not c3_colours_agree(white, black):
        pattern = "Players {players} must both have the same colour."
        yield violation("colour_clash", Weight.FORBIDDEN, both, pattern, players=both)
        return
    for player, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
        if player.strength is Strength.ABSOLUTE and player.preference is colour.other:
            pattern = (
                "Player {player} would have the same colour three times running, or three times more than the other."
            )
            yield violation("colour_absolute", Weight.UNFAIR, [player.number], pattern, player=player.number)
