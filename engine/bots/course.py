"""What hurdles take of the points to come: who meets a closed one loses all further points until it opens (HURD-8)."""

from math import exp
from typing import Final

from engine.core import Rules, State
from engine.expansions.hurdle_course import NAME, SPACES, Hurdle, course_of
from engine.player import Player, Row, Seat

FINAL: Final = 0.3
"""The part of all points to come that the final scoring brings."""
MOST_MISSING: Final = 12

Period = tuple[float, tuple[float, ...]]
"""A part of the points to come, and how likely a hurdle is still closed when they come, by how many things it lacks now."""


def has_hurdles(rules: Rules) -> bool:
    return NAME in rules.extra_of


def periods(time: float, opening: float) -> tuple[Period, ...]:
    """The rounds to come, each of which brings more than the one before, and the final scoring. `opening` is how many
    missing things a round brings."""
    count = max(1, round(time))
    parts = [((1 - FINAL) * (2 * number + 1) / count**2, float(number)) for number in range(count)]
    return tuple(
        (part, (0.0, *(exp(-((opening * when / lacking) ** 2)) for lacking in range(1, MOST_MISSING + 1))))
        for part, when in (*parts, (FINAL, time))
    )


def ahead_of(s: State, seat: Seat) -> tuple[tuple[Hurdle, int], ...]:
    """The real hurdles that a seat has not passed, each with the number of its space."""
    course = course_of(s)
    places = range(len(course.received[seat]), len(SPACES))
    return tuple((hurdle, place) for place in places if (hurdle := course.hurdle(place)).is_real)


def missing(rules: Rules, player: Player, hurdle: Hurdle, place: int) -> int:
    """How many things this real hurdle lacks to be open for a player; 0 where it is."""
    assert hurdle.needs is not None
    return sum(max(0, need.needs - need.has) for need in hurdle.needs(rules, player, place))


def lacking(rules: Rules, player: Player, hurdles: tuple[tuple[Hurdle, int], ...]) -> tuple[tuple[int, int], ...]:
    """The score at which each of them that is closed stops, and how many things it lacks."""
    found = ((hurdle.stop(SPACES[place]), missing(rules, player, hurdle, place)) for hurdle, place in hurdles)
    return tuple((stop, min(MOST_MISSING, things)) for stop, things in found if things)


def with_card(rules: Rules, player: Player, row: Row, over: Row) -> Player:
    """The player with one card more in the display, in the place of another if `over` is one."""
    other = player.copy()
    other.facts = facts = list(player.facts)
    for slot, amount in rules.effects[row]:
        facts[slot] += amount
    if over:
        for slot, amount in rules.effects[over]:
            facts[slot] -= amount
        place = player.display.index(over)
        other.display = (*player.display[:place], row, *player.display[place + 1 :])
    else:
        other.display = (*player.display, row)
    return other


def stopped(periods: tuple[Period, ...], score: float, to_come: float, closed: tuple[tuple[int, int], ...]) -> float:
    """How many of the points to come closed hurdles are expected to stop."""
    lost = 0.0
    for part, still_closed in periods:
        gain = part * to_come
        for stop, missing in closed:
            if (beyond := score + gain - stop) > 0:
                taken = min(gain, beyond) * still_closed[missing]
                gain -= taken
                lost += taken
        score += gain
    return lost
