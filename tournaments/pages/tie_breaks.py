"""Tie-breaks in plain words: a name for the head of a column, what it counts, and the arithmetic of a value."""

import re
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from arbiter.kept import json_of
from arbiter.pairing.tables.field import match_points
from arbiter.progression.plan import FinalTables, Knockout, Plan
from arbiter.progression.standings import tie_breaks_of
from arbiter.results import GameResult, SeatOutcome
from arbiter.standings.ranking import Basis, Cut, How, Rounding, Term, Value
from tournaments.pages.people import Person

TWELVE = 12
"""Twelfths are the points at tables (`arbiter.standings.tables`)."""


def figure(amount: Fraction | int | None) -> str:
    """A number with at most two decimals, in the reader's language: 20, 6.5, 14.33. Nothing for what has no value."""
    if amount is None:
        return ""
    if amount.denominator == 1:
        return str(amount.numerator)
    text = f"{float(amount):.2f}".rstrip("0").rstrip(".")
    return str(number_format(text, use_l10n=True))


def figure_of(text: str) -> str:
    """The same from an exact text such as 43/3, as standings keep it."""
    return text if not text or text.isdecimal() else figure(Fraction(text))


def figure_in_sentence(value: int | str) -> str:
    """What fills a sentence of the arithmetic: an exact number such as 43/3 as `figure` writes it, all else as it is."""
    return figure(Fraction(value)) if re.fullmatch(r"\d+/\d+", str(value)) else str(value)


def exactly(amount: Fraction) -> str:
    """The exact number where two decimals are not all of it, such as 43/3; nothing else."""
    return str(amount) if (amount * 100).denominator != 1 else ""


def award(share: Fraction, plan: Plan) -> str:
    """What a round without a game brings, of which `share` of a win is given: twelfths at tables, else itself."""
    return figure(award_of(share, plan))


def award_of(share: Fraction, plan: Plan) -> Fraction:
    return share if plan.in_pairs or plan.is_duplicate else share * TWELVE


def points_of(result: GameResult, outcome: SeatOutcome, plan: Plan) -> Fraction:
    if plan.in_pairs:
        return result.share(outcome.entrant)
    places = [one.place for one in result.outcomes]
    return Fraction(plan.scheme(len(places), outcome.place, places.count(outcome.place), left=outcome.vp is None))


def points_in(results: Iterable[str], plan: Plan) -> list[dict[int, Fraction | int]]:
    """What games brought everybody by their numbers, from results as they are kept. It makes no objects of them, since a page
    asks this of hundreds, and reckons places that came about before only once."""
    known: dict[tuple[tuple[int, bool], ...], list[Fraction | int]] = {}
    found = []
    for text in results:
        outcomes = json_of(GameResult, text)["outcomes"]
        placed = tuple((one["place"], one["vp"] is None) for one in outcomes)
        if placed not in known:
            places = [place for place, _left in placed]
            points = (
                match_points(places)
                if plan.in_pairs
                else [plan.scheme(len(places), place, places.count(place), left=left) for place, left in placed]
            )
            known[placed] = [one.numerator if one.denominator == 1 else one for one in points]
        found.append(dict(zip((one["entrant"] for one in outcomes), known[placed], strict=True)))
    return found


class Criterion(NamedTuple):
    """`code` as it is published, `name` for people, `says` what it counts."""

    code: str
    name: str
    says: str


Words = Mapping[str, tuple[Promise, Promise]]

AT_TABLES: Words = {
    "MP": (gettext_lazy("Points"), gettext_lazy("points from all games and byes")),
    "DE": (
        gettext_lazy("Direct encounter"),
        gettext_lazy("results against tied players, at tables where all of them played"),
    ),
    "WIN": (gettext_lazy("Wins"), gettext_lazy("first places per game; shared places are split")),
    "SOS": (
        gettext_lazy("Opponents"),
        gettext_lazy("strength of opponents: their average points, without the weakest game"),
    ),
    "VPW": (
        gettext_lazy("Share of the winner's VP"),
        gettext_lazy("own victory points divided by the winner's, averaged over the games"),
    ),
    "VPT": (
        gettext_lazy("Share of the table's VP"),
        gettext_lazy("own victory points divided by the table's average, averaged over the games"),
    ),
    "2ND": (gettext_lazy("Second places"), gettext_lazy("second places per game; shared places are split")),
    "LOT": (
        gettext_lazy("Drawing of lots"),
        gettext_lazy("lot drawn at the start, lowest first; recorded in the tournament log"),
    ),
}
FOR_PAIRS: Words = {
    "PTS": (gettext_lazy("Points"), gettext_lazy("points from all games and byes")),
    "DE": (gettext_lazy("Direct encounter"), gettext_lazy("points against players with the same points")),
    "WIN": (gettext_lazy("Wins"), gettext_lazy("rounds worth as many points as a win")),
    "WON": (gettext_lazy("Games won"), gettext_lazy("games won, without forfeits")),
    "BPG": (gettext_lazy("Second-seat games"), gettext_lazy("games played from the second seat")),
    "BWG": (gettext_lazy("Second-seat wins"), gettext_lazy("games won from the second seat")),
    "PS": (gettext_lazy("Progressive score"), gettext_lazy("sum of the points after each round")),
    "BH": (gettext_lazy("Buchholz"), gettext_lazy("sum of all opponents' points")),
    "FB": (
        gettext_lazy("Fore Buchholz"),
        gettext_lazy("sum of all opponents' points, counting the last round as a draw"),
    ),
    "SB": (
        gettext_lazy("Sonneborn-Berger"),
        gettext_lazy("sum of each opponent's points times the result against them"),
    ),
    "KS": (gettext_lazy("Koya"), gettext_lazy("points against opponents with at least half of all points")),
    "AOB": (gettext_lazy("Opponents' Buchholz"), gettext_lazy("average Buchholz of all opponents")),
    "ARO": (gettext_lazy("Opponents' rating"), gettext_lazy("average rating of all opponents")),
    "TPR": (gettext_lazy("Performance rating"), gettext_lazy("rating that would be expected to score these points")),
    "TPN": (gettext_lazy("Starting number"), gettext_lazy("starting number, lowest first")),
    "RTNG": (gettext_lazy("Rating"), gettext_lazy("rating at the start")),
}

WITH_SAME_DEALS: Words = {
    "SHARE": (
        gettext_lazy("Share beaten"),
        gettext_lazy("average share of players with the same seat and cards who scored fewer points"),
    ),
    "MARGIN": (
        gettext_lazy("Margin"),
        gettext_lazy("average difference to the mean points of others with the same seat and cards"),
    ),
}
LATER: Words = {
    "KO": (gettext_lazy("Stage reached"), gettext_lazy("players who got further in the knockout or finals rank first")),
}


def of_first_stage(plan: Plan) -> tuple[str, ...]:
    """What separates entrants in the first stage, the points first; nothing in a knockout."""
    if isinstance(plan.stages[0], Knockout):
        return ()
    if plan.is_duplicate:
        return ("SHARE", "MARGIN")
    return ("PTS" if plan.in_pairs else "MP", *tie_breaks_of(plan))


def codes_of(plan: Plan, columns: int) -> tuple[str, ...]:
    """The names of so many columns: once a knockout or finals have begun, how far somebody came stands before all else."""
    found = of_first_stage(plan)
    return ("KO", *found) if columns > len(found) else found


def criterion(code: str, plan: Plan) -> Criterion:
    """A tie-break in the reader's language. A modifier stands behind the name: BH/C1 leaves the lowest out."""
    base, *more = code.split("/")
    known = {**(FOR_PAIRS if plan.in_pairs else AT_TABLES), **WITH_SAME_DEALS, **LATER}.get(base)
    if known is None:
        return Criterion(code, code, _("by FIDE rule C.07"))
    name, says = (str(text) for text in known)
    for one in more:
        name, says = f"{name} ({one})", f"{says}; {_modifier(one)}"
    return Criterion(code, name, says)


def criteria_of(plan: Plan, columns: int) -> list[Criterion]:
    return [criterion(code, plan) for code in codes_of(plan, columns)]


def all_criteria(plan: Plan) -> list[Criterion]:
    later = isinstance(plan.stages[-1], Knockout | FinalTables)
    return criteria_of(plan, len(of_first_stage(plan)) + later)


def _modifier(one: str) -> str:
    count = int(one[1:] or 1) if one[1:].isdecimal() or not one[1:] else 0
    if one.startswith("C") and count:
        return ngettext("lowest value cut", "lowest %(number)s values cut", count) % {"number": count}
    if one.startswith("M") and count:
        return ngettext(
            "lowest and highest value cut", "lowest %(number)s and highest %(number)s values cut", count
        ) % {"number": count}
    return _("with C.07 modifier %(name)s") % {"name": one}


BASES: Mapping[Basis, Promise] = {
    Basis.RESULT: gettext_lazy("result"),
    Basis.RUNNING_SCORE: gettext_lazy("points after the round"),
    Basis.OPPONENT_SCORE: gettext_lazy("opponent's points"),
    Basis.OWN_SCORE: gettext_lazy("unplayed: counts as an opponent with the player's own points"),
    Basis.SCHEDULED_OPPONENT: gettext_lazy("unplayed: at most the scheduled opponent's points"),
    Basis.DRAWS: gettext_lazy("unplayed: at most a draw in every round"),
    Basis.OPPONENT_VALUE: gettext_lazy("opponent's value"),
    Basis.OPPONENT_RATING: gettext_lazy("opponent's rating"),
    Basis.OWN: gettext_lazy("own value"),
    Basis.ENCOUNTER: gettext_lazy("against tied players"),
    Basis.POSSIBLE: gettext_lazy("possible points in an unplayed game"),
    Basis.SHARE: gettext_lazy("share"),
}
CUTS: Mapping[Cut, Promise] = {
    Cut.LOWEST: gettext_lazy("cut: lowest value"),
    Cut.HIGHEST: gettext_lazy("cut: highest value"),
    Cut.UNPLAYED: gettext_lazy("cut: voluntarily unplayed rounds are cut first"),
    Cut.FIRST_ROUND: gettext_lazy("cut: first round"),
    Cut.BELOW_LIMIT: gettext_lazy("cut: below the limit"),
}
HOW: Mapping[How, Promise] = {
    How.SUM: gettext_lazy("sum"),
    How.MEAN: gettext_lazy("average"),
    How.PLACE: gettext_lazy("rank among tied players"),
    How.SEARCH: gettext_lazy("lowest rating whose expected score reaches the points"),
}


def unfolded(
    value: Value, people: Mapping[int, Person], *, in_pairs: bool, parts: bool = True, plays: Collection[int] = ()
) -> dict[str, Any]:
    """A value in the reader's language, how it came about, and its terms; `sum` is the arithmetic in one line, such as `12 + 8 =
    20`. In pairs a result without an opponent is a round without a game. `parts`: a place among those who are level is not the same
    for all of them. `plays`: rounds in which the player's game is not over."""
    if value.amount is None:
        return in_words(how=_("no tie to break here, so not calculated"))
    lines = [_line(term, people, in_pairs=in_pairs, plays=plays) for term in value.terms]
    how = str(HOW[value.how])
    if value.how is How.PLACE and not lines:
        how = _("no tied player has met all the others, so this does not break the tie")
    elif value.how is How.PLACE and not parts:
        how = _("does not break the tie")
    if value.how is How.PLACE and not parts:
        return in_words(how=how, terms=lines)
    return in_words(figure(value.amount), exact=exactly(value.amount), how=how, sum=_sum(value), terms=lines)


def in_words(amount: str = "", **more: Any) -> dict[str, Any]:
    """A value of which nothing is said but this."""
    return {"amount": amount, "exact": "", "how": "", "sum": "", "terms": [], **more}


def _line(term: Term, people: Mapping[int, Person], *, in_pairs: bool, plays: Collection[int]) -> dict[str, Any]:
    """One number of a value: the round, against whom, what it is, how much, and why it does not count if it does not."""
    amount = figure(term.amount)
    if term.times != 1:
        amount = f"{figure(term.number)} × {figure(term.times)} = {amount}"
    is_free = in_pairs and term.basis is Basis.RESULT and term.opponent is None
    says = str(BASES[term.basis])
    if is_free:
        says = _("in progress") if term.round_number in plays else _("no game")
    if term.turn > 1:
        says = _("%(what)s, among players still tied (pass %(turn)s)") % {"what": says, "turn": term.turn}
    return {
        "round_number": term.round_number,
        "opponent": people.get(term.opponent) if term.opponent is not None else None,
        "says": says,
        "amount": amount,
        "cut": str(CUTS[term.cut]) if term.cut else "",
    }


def _sum(value: Value) -> str:
    """The arithmetic in one line; nothing where a line would say no more than the value."""
    assert value.amount is not None
    counted = [term.amount for term in value.counted]
    if value.how is How.PLACE or value.how is How.SEARCH or len(counted) < 2:
        return ""
    added = " + ".join(figure(amount) for amount in counted)
    if value.how is How.SUM:
        return f"{added} = {figure(value.amount)}"
    said = f"({added}) / {len(counted)} = {figure(Fraction(sum(counted), len(counted)))}"
    if value.rounding is not Rounding.EXACT or value.added:
        said = _("%(sum)s, rounded and adjusted: %(value)s") % {
            "sum": said,
            "value": figure(value.amount),
        }
    return said
