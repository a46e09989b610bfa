"""The list of tie-breaks (5) by the names under which it is published, such as "BH/C1" or "SB/P"; those from one's own record
(7), from ratings (10), and the direct encounter (6)."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import groupby
from math import floor

from arbiter.errors import NotForThisTournament, UnknownTieBreak, WrongModifier
from arbiter.fide import dp, expected_percent
from arbiter.pairing.violations import Colour
from arbiter.standings.c07 import buchholz as bh
from arbiter.standings.c07.buchholz import NO_CUTS, Cuts, counts_as_game, cut, played
from arbiter.standings.c07.tournament import Forfeits, Round, RoundKind, Scale, ScoredTournament, System
from arbiter.standings.ranking import (
    NOTHING,
    Basis,
    Cut,
    How,
    Measure,
    Rounding,
    Sense,
    Standings,
    Term,
    Value,
    direct_encounter_places,
    mean,
    standings,
    total,
)

ONE, HALF_POINT, NONE = Fraction(1), Fraction(1, 2), Fraction(0)


def progressive_score(tournament: ScoredTournament, number: int, first_rounds_cut: int = 0) -> Value:
    """PS (7.5): the sum of the scores after each round; Cut-1 leaves out the one after the first round (14.1)."""
    terms: list[Term] = []
    score = NONE
    for index, one in enumerate(tournament.rounds_of(number), start=1):
        score += one.points
        cut = Cut.FIRST_ROUND if index <= first_rounds_cut else None
        terms.append(Term(score, Basis.RUNNING_SCORE, index, one.opponent, cut=cut))
    return total(terms)


def standard_points(tournament: ScoredTournament, number: int) -> Value:
    """STD (7.7): one for every round that gave more than a draw, a half for as much, whatever the point system."""

    def standard(one: Round) -> Fraction:
        if one.points == tournament.scale.draw:
            return HALF_POINT
        return ONE if one.points > tournament.scale.draw else NONE

    return by_round(tournament, number, standard)


def by_round(tournament: ScoredTournament, number: int, amount: Callable[[Round], Fraction | bool]) -> Value:
    """What an entrant's rounds add up to, a term for each; a claim counts one where it holds."""
    return total(
        Term(Fraction(amount(one)), Basis.RESULT, index, one.opponent)
        for index, one in enumerate(tournament.rounds_of(number), start=1)
    )


UNREACHED = 800  # points of rating: as far as the tables go


def average_rating_of_opponents(tournament: ScoredTournament, number: int, cuts: Cuts = NO_CUTS) -> Value:
    """ARO (10.1): the mean rating of the opponents played, to whole points, halves up."""
    if not tournament.all_rated:
        return NOTHING
    return mean(cut(ratings_met(tournament, number), cuts), Rounding.WHOLE)


def tournament_performance(tournament: ScoredTournament, number: int) -> Value:
    """TPR (10.2): the mean rating of the opponents plus the difference that the percentage scored stands for."""
    average = average_rating_of_opponents(tournament, number)
    if average.amount is None:
        return NOTHING
    scored = score_over_the_board(tournament, number)
    percent = floor(scored * 100 / len(average.terms) + HALF_POINT)
    added = Fraction(dp(percent))
    return Value(average.amount + added, average.terms, How.MEAN, Rounding.WHOLE, added)


def perfect_performance(tournament: ScoredTournament, number: int) -> Value:
    """PTP (10.3): the lowest rating whose expected score reaches the score.

    Without a point it is 800 below the lowest opponent. Differences are not held to 400 here.
    """
    terms = tuple(ratings_met(tournament, number)) if tournament.all_rated else ()
    if not terms:
        return NOTHING
    ratings = [int(term.number) for term in terms]
    scored = score_over_the_board(tournament, number)
    if scored == 0:
        return Value(Fraction(min(ratings) - UNREACHED), terms, How.SEARCH)
    low, high = min(ratings) - UNREACHED, max(ratings) + UNREACHED  # expects nothing, expects everything
    while high - low > 1:
        middle = (low + high) // 2
        if sum(expected_percent(middle - rating) for rating in ratings) >= scored * 100:
            high = middle
        else:
            low = middle
    return Value(Fraction(high), terms, How.SEARCH)


def rating(tournament: ScoredTournament, number: int) -> Value:
    """RTNG (10.6): one's own rating, high ones first; /R the other way round."""
    own = tournament.by_number[number].rating
    if own is None or not tournament.all_rated:
        return NOTHING
    return total([Term(Fraction(own), Basis.OWN)])


def average_of(value: Callable[[ScoredTournament, int], Value], tournament: ScoredTournament, number: int) -> Value:
    """APRO (10.4) and APPO (10.5): the mean performance of one sort of the opponents played, to whole points, halves up."""
    terms = []
    for index, opponent in played(tournament, number):
        amount = value(tournament, opponent).amount
        if amount is not None:
            terms.append(Term(amount, Basis.OPPONENT_VALUE, index, opponent))
    return mean(terms, Rounding.WHOLE)


def ratings_met(tournament: ScoredTournament, number: int) -> list[Term]:
    return [
        Term(Fraction(tournament.by_number[opponent].rating or 0), Basis.OPPONENT_RATING, index, opponent)
        for index, opponent in played(tournament, number)
    ]


def score_over_the_board(tournament: ScoredTournament, number: int) -> Fraction:
    """The score of the games played, a win being one whatever the point system."""
    rounds = tournament.rounds_of(number)
    return sum(
        (
            term.amount
            for term in standard_points(tournament, number).terms
            if term.round_number and rounds[term.round_number - 1].is_played
        ),
        Fraction(0),
    )


@dataclass(frozen=True, slots=True)
class Score:
    """What one of them would have against the others if the encounters that never were had been lost, or won.

    Both are the score itself where there are none such. Where a loss gives points, a missing encounter gives them too.
    """

    certain: Fraction
    possible: Fraction
    terms: tuple[Term, ...]


def direct_encounter(
    tournament: ScoredTournament, level: Sequence[int], forfeits: Forfeits = Forfeits.UNPLAYED
) -> Mapping[int, Value]:
    """DE (6): the places, from 1, of those who are level; equal places are left to the next tie-break.

    6.1: everybody's score against the others. 6.2: where all have met, the order of these scores; it is applied
    anew to those who are still level among themselves, and each term says in which turn it counted. 6.3: where some
    have not met, see `certain_places`.
    """

    def encounter(group: Sequence[int]) -> tuple[Mapping[int, tuple[Term, ...]], list[tuple[int, ...]]]:
        scores = {number: score_against(tournament, number, group, forfeits) for number in group}
        return {number: score.terms for number, score in scores.items()}, certain_places(scores)

    return direct_encounter_places(level, encounter)


def score_against(tournament: ScoredTournament, number: int, group: Sequence[int], forfeits: Forfeits) -> Score:
    """The score against the others of a group (6.1); repeated meetings count as their mean (6.1.2).

    Forfeits do not count in a Swiss, unless /P says so; with fixed pairings they do (15.2).
    """
    met: dict[int, list[Fraction]] = {other: [] for other in group if other != number}
    for one in tournament.rounds_of(number):
        if one.opponent in met and counts_as_game(tournament, one, forfeits):
            met[one.opponent].append(one.points)
    terms = [
        Term(sum(points, Fraction(0)) / len(points), Basis.ENCOUNTER, None, other)
        if points
        else Term(tournament.scale.win, Basis.POSSIBLE, None, other)
        for other, points in met.items()
    ]
    possible = sum((term.amount for term in terms), Fraction(0))
    missing = sum(term.basis is Basis.POSSIBLE for term in terms)
    return Score(possible - missing * (tournament.scale.win - tournament.scale.loss), possible, tuple(terms))


def certain_places(scores: Mapping[int, Score]) -> list[tuple[int, ...]]:
    """The group in parts, the best first.

    6.2: by score where all have met. 6.3: otherwise one comes first only if none of the others could reach that
    score whatever the missing encounters had given; then likewise the second, and so on; the rest stays level.
    """
    order = sorted(scores, key=lambda number: (-scores[number].certain, -scores[number].possible))
    if all(score.certain == score.possible for score in scores.values()):
        return [tuple(part) for _, part in groupby(order, key=lambda number: scores[number].certain)]
    parts: list[tuple[int, ...]] = []
    while len(order) > 1 and scores[order[0]].certain > max(scores[number].possible for number in order[1:]):
        parts.append((order.pop(0),))
    return [*parts, tuple(order)]


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
    return plain(lambda e, n: by_round(e, n, lambda one: amount(e.scale, one)))


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
    "PS": TieBreakEntry(lambda e, n, o: progressive_score(e, n, o.cuts.low), frozenset({Modifier.CUT})),
    "REP": counting(lambda _, one: one.kind not in NOT_ELECTED),  # 7.6
    "STD": plain(standard_points),
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
    "ARO": TieBreakEntry(lambda e, n, o: average_rating_of_opponents(e, n, o.cuts), CUTS),
    "TPR": plain(tournament_performance),
    "PTP": plain(perfect_performance),
    "APRO": plain(lambda e, n: average_of(tournament_performance, e, n)),
    "APPO": plain(lambda e, n: average_of(perfect_performance, e, n)),
    "RTNG": TieBreakEntry(lambda e, n, o: rating(e, n), frozenset({Modifier.REVERSE})),
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
