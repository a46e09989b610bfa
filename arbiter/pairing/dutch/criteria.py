"""The criteria of the Dutch system (C.04.3, article 2), one function each, less being better, and who gets which colour
(article 5). C4, C5 and C8 concern the players below the bracket; see `legal` and `puzzle`.
"""

from collections.abc import Callable, Iterable, Sequence

from arbiter.pairing.dutch.field import Entrant, Float, Points, Strength
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


class Ladder:
    """Digits named by criterion, the most important first; each has room for its largest possible sum."""

    def __init__(self, caps: Sequence[tuple[str, int]]) -> None:
        self.names = [name for name, _ in caps]
        self.worth: dict[str, int] = {}
        self._base: dict[str, int] = {}
        step = 1
        for name, cap in reversed(caps):
            self.worth[name], self._base[name] = step, cap + 1
            step *= cap + 1
        self.range = step

    def pack(self, counts: Iterable[tuple[str, int]]) -> int:
        """The number for these counts; a criterion not named counts 0."""
        return sum(self.worth[name] * count for name, count in counts if count)

    def unpack(self, number: int) -> dict[str, int]:
        """The sums that are not 0, in order of priority."""
        sums = {name: number // self.worth[name] % self._base[name] for name in self.names}
        return {name: count for name, count in sums.items() if count}


Test = Callable[[Entrant], int]


def c1_may_meet(one: Entrant, other: Entrant) -> bool:
    """C1 (2.1.1): two players meet at most once. A game won by forfeit was no meeting."""
    return other.number not in one.met


def c2_may_have_bye(entrant: Entrant) -> bool:
    """C2 (2.1.2): no bye for who had one, or scored as much as a win in a round without playing."""
    return entrant.may_have_bye


def c3_colours_agree(one: Entrant, other: Entrant) -> bool:
    """C3 (2.1.3): two non-topscorers with the same absolute colour preference do not meet."""
    clash = one.is_absolute and other.is_absolute and one.preference is other.preference
    return not clash or one.is_topscorer or other.is_topscorer


def c6_downfloater(_: Entrant) -> int:
    """C6 (2.4.1): the number of downfloaters."""
    return 1


def c7_score(downfloater: Entrant) -> Points:
    """C7 (2.4.2): the scores of the downfloaters, the highest compared first."""
    return downfloater.score


def c9_unplayed(downfloater: Entrant) -> int:
    """C9 (2.4.4): the unplayed games of the only downfloater, when they get the bye."""
    return downfloater.unplayed


def c10_wide_differences(higher: Entrant, lower: Entrant, initial: Colour) -> int:
    """C10 (2.4.5): topscorers or their opponents who get a colour difference beyond 2."""
    return sum(abs(difference) > 2 for difference, _ in after_clash(higher, lower, initial))


def c11_third_in_a_row(higher: Entrant, lower: Entrant, initial: Colour) -> int:
    """C11 (2.4.6): topscorers or their opponents who get the same colour for the third time in a row."""
    return sum(len(set(last)) == 1 for _, last in after_clash(higher, lower, initial))


def c12_preference_denied(one: Entrant, other: Entrant) -> int:
    """C12 (2.4.7): players who do not get their colour preference."""
    return int(one.preference is not None and one.preference is other.preference)


def c13_strong_preference_denied(one: Entrant, other: Entrant) -> int:
    """C13 (2.4.8): players who do not get their strong colour preference; the weaker one of a pair gives way."""
    return c12_preference_denied(one, other) * int(min(one.strength, other.strength) == Strength.STRONG)


def floated(which: Float, rounds_ago: int) -> Test:
    """Whether somebody floated that way one (0) or two (1) rounds ago."""
    return lambda entrant: int(entrant.floats[rounds_ago] is which)


c14_repeated_downfloat = c18_downfloats_again = floated(Float.DOWN, 0)
c16_repeated_downfloat = c20_downfloats_again = floated(Float.DOWN, 1)
"""C14, C16 (2.4.9, 2.4.11): resident downfloaters who floated down one and two rounds ago. C18, C20 (2.4.13, 2.4.15):
moved-down players who did, by score difference. Against residents of one score the difference depends on the moved-down
player alone, and how many of each score are paired is settled by C7. What remains to be chosen is who of them floats on,
which counts as the widest."""

c15_repeated_upfloat = c19_upfloats_again = floated(Float.UP, 0)
c17_repeated_upfloat = c21_upfloats_again = floated(Float.UP, 1)
"""C15, C17 (2.4.10, 2.4.12): opponents of moved-down players who floated up one and two rounds ago; C19, C21 (2.4.14,
2.4.16): by score difference."""


def after_clash(higher: Entrant, lower: Entrant, initial: Colour) -> list[tuple[int, tuple[Colour, ...]]]:
    """Colour difference and last three colours of both players after a game in which an absolute preference is denied.

    Only topscorers and their opponents can come to that (C3); all other pairs have nothing to count.
    """
    if not (higher.is_absolute and lower.is_absolute and higher.preference is lower.preference):
        return []
    colour = colour_of_higher(higher, lower, initial)
    after = []
    for player, got in ((higher, colour), (lower, colour.other)):
        step = 1 if got is Colour.WHITE else -1
        after.append((player.difference + step, (*player.colours[-2:], got)))
    return after
