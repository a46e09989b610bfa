"""The list of tie-breaks (5) by the names under which it is published, such as "BH/C1" or "SB/P"."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cache

from arbiter.errors import NotForThisTournament, UnknownTieBreak, WrongModifier
from arbiter.pairing.violations import Colour
from arbiter.standings.c07 import buchholz as bh
from arbiter.standings.c07 import tie_breaks
from arbiter.standings.c07.buchholz import NO_CUTS, Cuts
from arbiter.standings.c07.tie_breaks import direct_encounter
from arbiter.standings.c07.tournament import Forfeits, Round, RoundKind, Scale, ScoredTournament, System
from arbiter.standings.ranking import Basis, Measure, Sense, Standings, Term, Value, standings, total


class Modifier(Enum):
    """What can follow a name after a slash (14)."""

    CUT = "C1, C2"
    MEDIAN = "M1, M2"
    FORFEITS = "P"
    FORE = "F"
    LIMIT = "L+n, L-n"
    REVERSE = "R"


@dataclass(frozen=True, slots=True)
class Order:
    """A tie-break as ordered: its name and modifiers."""

    name: str
    cuts: Cuts = NO_CUTS
    forfeits: Forfeits = Forfeits.UNPLAYED
    half_points: int = 0
    others: frozenset[Modifier] = frozenset()


@dataclass(frozen=True, slots=True)
class TieBreakEntry:
    value: Callable[[ScoredTournament, int, Order], Value]
    modifiers: frozenset[Modifier] = frozenset()
    sense: Sense = Sense.HIGH


def plain(function: Callable[[ScoredTournament, int], Value]) -> TieBreakEntry:
    return TieBreakEntry(lambda tournament, number, _: function(tournament, number))


def counting(amount: Callable[[Scale, Round], Fraction | bool]) -> TieBreakEntry:
    """What the rounds of an entrant add up to; a claim counts one where it holds."""
    return plain(lambda e, n: tie_breaks.by_round(e, n, lambda one: amount(e.scale, one)))


CUTS = frozenset({Modifier.CUT, Modifier.MEDIAN})
NOT_ELECTED = frozenset({RoundKind.HALF_BYE, RoundKind.ZERO_BYE, RoundKind.FORFEIT_LOSS})
NOT_IN_ROUND_ROBINS = frozenset({"BH", "FB", "AOB"})
OFFERED = ("BH/C1", "BH", "BH/M1", "FB", "AOB", "SB", "DE", "WIN", "WON", "BPG", "BWG", "PS", "KS", "TPN")
"""What organisers choose among; those that rest on ratings need rated fields."""
ENTRIES: Mapping[str, TieBreakEntry] = {
    "PTS": counting(lambda _, one: one.points),
    "WIN": counting(lambda scale, one: one.points == scale.win),  # 7.1: played or not
    "WON": counting(lambda scale, one: one.is_played and one.points == scale.win),  # 7.2: over the board
    "BPG": counting(lambda _, one: one.is_played and one.colour is Colour.BLACK),  # 7.3
    "BWG": counting(lambda scale, one: one.is_played and one.colour is Colour.BLACK and one.points == scale.win),  # 7.4
    "PS": TieBreakEntry(lambda e, n, o: tie_breaks.progressive_score(e, n, o.cuts.low), frozenset({Modifier.CUT})),
    "REP": counting(lambda _, one: one.kind not in NOT_ELECTED),  # 7.6
    "STD": plain(tie_breaks.standard_points),
    "TPN": TieBreakEntry(
        lambda e, n, o: total([Term(Fraction(n), Basis.OWN)]), frozenset({Modifier.REVERSE}), Sense.LOW
    ),  # 7.8
    "BH": TieBreakEntry(lambda e, n, o: bh.buchholz(e, n, o.cuts, o.forfeits), CUTS | {Modifier.FORFEITS}),
    "FB": TieBreakEntry(lambda e, n, o: bh.buchholz(bh.fore(e), n, o.cuts, o.forfeits), CUTS | {Modifier.FORFEITS}),
    "AOB": TieBreakEntry(
        lambda e, n, o: bh.average_of_opponents(e, n, bh.fore(e) if Modifier.FORE in o.others else e),
        frozenset({Modifier.FORE}),
    ),
    "SB": TieBreakEntry(lambda e, n, o: bh.sonneborn_berger(e, n, o.cuts, o.forfeits), CUTS | {Modifier.FORFEITS}),
    "KS": TieBreakEntry(lambda e, n, o: bh.koya(e, n, o.half_points), frozenset({Modifier.LIMIT})),
    "ARO": TieBreakEntry(lambda e, n, o: tie_breaks.average_rating_of_opponents(e, n, o.cuts), CUTS),
    "TPR": plain(tie_breaks.tournament_performance),
    "PTP": plain(tie_breaks.perfect_performance),
    "APRO": plain(lambda e, n: tie_breaks.average_of(tie_breaks.tournament_performance, e, n)),
    "APPO": plain(lambda e, n: tie_breaks.average_of(tie_breaks.perfect_performance, e, n)),
    "RTNG": TieBreakEntry(lambda e, n, o: tie_breaks.rating(e, n), frozenset({Modifier.REVERSE})),
}
ENCOUNTER = "DE"  # of those who are level, so not a function of one entrant; takes /P
NAMES = (*ENTRIES, ENCOUNTER)


def tie_break(code: str, tournament: ScoredTournament) -> Measure:
    """A tie-break by its published name, in capitals or not; the older way of writing BH-C1 is understood."""
    name, *modifiers = re.split(r"[/-](?!\d)", code.strip().upper())
    if name not in NAMES:
        raise UnknownTieBreak(
            "{code} is not a C.07 tie-break. Available: {known}.", code=repr(code), known=", ".join(NAMES)
        )
    if name in NOT_IN_ROUND_ROBINS and tournament.system is System.ROUND_ROBIN:
        raise NotForThisTournament("{name} cannot be used in round-robins (C.07, 8). Use DE, WIN, SB or KS.", name=name)
    order = Order(name)
    for modifier in modifiers:
        order = modified(order, modifier, code)
    code = "/".join((name, *modifiers))
    if name == ENCOUNTER:  # only reckoned among several
        return Measure(
            code, lambda level: direct_encounter(tournament, level, order.forfeits) if len(level) > 1 else {}, Sense.LOW
        )
    entry = ENTRIES[name]
    value = cache(lambda number: entry.value(tournament, number, order))
    is_low = (entry.sense is Sense.LOW) is not (Modifier.REVERSE in order.others)
    return Measure(code, lambda level: {number: value(number) for number in level}, Sense.LOW if is_low else Sense.HIGH)


def modified(order: Order, text: str, code: str) -> Order:
    allowed = frozenset({Modifier.FORFEITS}) if order.name == ENCOUNTER else ENTRIES[order.name].modifiers
    number = int(text[1:]) if re.fullmatch(r"[CM][12]|L[+-]\d{1,2}", text) else 0
    kind = {kind.value[0]: kind for kind in Modifier}.get(text[:1])
    is_well_formed = bool(number) if kind in (Modifier.CUT, Modifier.MEDIAN, Modifier.LIMIT) else len(text) == 1
    if kind is None or kind not in allowed or not is_well_formed:
        takes = "; ".join(sorted(kind.value for kind in allowed)) or "nothing"
        raise WrongModifier(
            "{code}: after a slash, {name} allows {takes}, not {word}.",
            code=repr(code),
            name=order.name,
            takes=takes,
            word=repr(text),
        )
    if kind in (Modifier.CUT, Modifier.MEDIAN):
        return replace(order, cuts=Cuts(low=number, high=number if kind is Modifier.MEDIAN else 0))
    if kind is Modifier.FORFEITS:
        return replace(order, forfeits=Forfeits.AS_GAMES)
    if kind is Modifier.LIMIT:
        return replace(order, half_points=number)
    return replace(order, others=order.others | {kind})


def standings_of(tournament: ScoredTournament, codes: Sequence[str]) -> Standings:
    criteria = [tie_break(code, tournament) for code in ("PTS", *codes)]
    return standings(sorted(tournament.by_number), criteria)


SWISS_LIST = ("BH/C1", "BH", "SB", "DE", "WIN")
"""Our list for a Swiss where the organiser names none; C.07 itself recommends none (2.1)."""

ROUND_ROBIN_LIST = ("DE", "WIN", "SB", "KS")
"""Our list for a round robin where the organiser names none."""
