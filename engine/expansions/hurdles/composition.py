"""The free composition: what a table has chosen for each space, and what is left to chance (HURD-24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.errors import OptionsError
from engine.expansions.hurdles.kinds import HURDLES, SPACES
from engine.options import Options

REAL_DRAW: Final = "real-hurdle"
BONUS_DRAW: Final = "bonus-hurdle"
ANY_DRAW: Final = "any-hurdle"
OPEN: Final = {"real": REAL_DRAW, "bonus": BONUS_DRAW, "any": ANY_DRAW}
"""What may be left open, each with its draw. `any` comes last: the others take what only they may take."""


def check_composition(options: Options) -> None:
    """Raise OptionsError unless the hurdles that a table chose can all stand there."""
    chosen = options.hurdles
    if chosen is None:
        return
    if options.real_hurdles is not None:
        raise OptionsError(
            "hurdles", "Choose either the number of real hurdles or the hurdle of each space, not both.", "HURD-24"
        )
    if len(chosen) != len(SPACES) or any(one not in OPEN and one not in HURDLES for one in chosen):
        raise OptionsError(
            "hurdles", "Each of the five spaces must be any, bonus, real or the name of a hurdle.", "HURD-24"
        )
    named = [one for one in chosen if one in HURDLES]
    if len(set(named)) < len(named):
        raise OptionsError("hurdles", "A hurdle can be used on one space only.", "HURD-24")


def composed(chosen: Sequence[str], draws: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The hurdles by space. Real ones, then bonus hurdles, then any that are left, each the next of its draw that is not
    used yet: so every course that the table allows is equally likely."""
    names = dict(enumerate(chosen))
    for sort, draw in OPEN.items():
        for place in (place for place, one in enumerate(chosen) if one == sort):
            names[place] = next(one for one in draws[draw] if one not in names.values())
    return tuple(names.values())
