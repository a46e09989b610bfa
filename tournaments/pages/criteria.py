"""Tie-breaks in plain words: a name for the head of a column, and what it counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from arbiter.progression.first_stage import IN_PAIRS, IN_ROUND_ROBINS
from arbiter.progression.plan import FinalTables, Knockout, Plan, Swiss
from arbiter.standings.tables.criteria import RECOMMENDED


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
    if plan.in_pairs:
        usual = IN_PAIRS if isinstance(plan.stages[0], Swiss) else IN_ROUND_ROBINS
        return ("PTS", *(plan.tie_breaks or usual))
    return ("MP", *(plan.tie_breaks or (*RECOMMENDED, "LOT")))


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
    """So many columns in their order."""
    return [criterion(code, plan) for code in codes_of(plan, columns)]


def all_criteria(plan: Plan) -> list[Criterion]:
    """Everything that will ever separate entrants, in its order."""
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
