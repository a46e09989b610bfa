"""Entrants and fields for tests, said in a few words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from arbiter.pairing.dutch.field import Entrant, Float, colour_difference, colour_preference
from arbiter.pairing.dutch.legal import Bracket, Legal, mask_of
from arbiter.pairing.violations import Colour

COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}
FLOATS = {"v": Float.DOWN, "^": Float.UP, "-": Float.NONE}


def entrant(
    number: int,
    score: int = 10,
    colours: str = "",
    *,
    met: Iterable[int] = (),
    floats: str = "--",
    unplayed: int = 0,
    may_have_bye: bool = True,
    is_topscorer: bool = False,
) -> Entrant:
    """A player; `colours` such as "wbw" are the games so far, `floats` such as "v^" one and two rounds ago."""
    played = tuple(COLOURS[colour] for colour in colours)
    preference, strength = colour_preference(played)
    return Entrant(
        number=number,
        score=score,
        turn=number,
        met=frozenset(met),
        difference=colour_difference(played),
        preference=preference,
        strength=strength,
        colours=played,
        floats=(FLOATS[floats[0]], FLOATS[floats[1]]),
        unplayed=unplayed,
        may_have_bye=may_have_bye,
        is_topscorer=is_topscorer,
    )


def met_both_ways(entrants: Iterable[Entrant]) -> list[Entrant]:
    """The entrants in the order of 1.2, everybody who has been met knowing of it."""
    everybody = list(entrants)
    known = {one.number: set(one.met) for one in everybody}
    for one in everybody:
        for number in one.met:
            known[number].add(one.number)
    remade = [replace(one, met=frozenset(known[one.number])) for one in everybody]
    return sorted(remade, key=lambda one: one.order)


def top_bracket(entrants: Iterable[Entrant], *, moved_down: int = 0, byes: Iterable[int] = ()) -> Bracket:
    """The bracket of the highest score after the first `moved_down` players, with everybody below."""
    ordered = met_both_ways(entrants)
    scores = sorted({one.score for one in ordered[moved_down:]}, reverse=True)
    groups = [
        tuple(place for place, one in enumerate(ordered) if place >= moved_down and one.score == score)
        for score in scores
    ]
    return Bracket(
        legal=Legal(ordered),
        initial=Colour.WHITE,
        moved_down=tuple(range(moved_down)),
        residents=groups[0],
        following=groups[1] if len(groups) > 1 else (),
        lower=tuple(place for group in groups[2:] for place in group),
        byes=mask_of(place for place, one in enumerate(ordered) if one.number in set(byes)),
    )
