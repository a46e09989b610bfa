"""Tie-breaks in plain words: a name for the head of a column, and what it counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.plans.first_stage import IN_PAIRS, IN_ROUND_ROBINS
from tournaments.plans.plan import FinalTables, Knockout, Plan, Swiss
from tournaments.standings.tables.criteria import RECOMMENDED


class Criterion(NamedTuple):
    """`code` as it is published, `name` for people, `says` what it counts."""

    code: str
    name: str
    says: str


Words = Mapping[str, tuple[Promise, Promise]]

AT_TABLES: Words = {
    "MP": (gettext_lazy("Points"), gettext_lazy("points of all games and byes")),
    "DE": (
        gettext_lazy("Direct encounter"),
        gettext_lazy("who did better against the others with as many points, at tables where all of them sat"),
    ),
    "WIN": (gettext_lazy("Wins"), gettext_lazy("first places per game; a shared one is divided")),
    "SOS": (
        gettext_lazy("Opponents"),
        gettext_lazy("how strong the opponents were: their mean points, without the lowest game"),
    ),
    "VPW": (
        gettext_lazy("Share of the winner's VP"),
        gettext_lazy("own victory points divided by the winner's, averaged over the games"),
    ),
    "VPT": (
        gettext_lazy("Share of the table's VP"),
        gettext_lazy("own victory points divided by the table's average, averaged over the games"),
    ),
    "2ND": (gettext_lazy("Second places"), gettext_lazy("second places per game; shared ones are divided")),
    "LOT": (gettext_lazy("Lot"), gettext_lazy("the lot drawn at the start, the lowest first; it stands in the log")),
}
FOR_PAIRS: Words = {
    "PTS": (gettext_lazy("Points"), gettext_lazy("points of all games and byes")),
    "DE": (gettext_lazy("Direct encounter"), gettext_lazy("points against the others with as many points")),
    "WIN": (gettext_lazy("Wins"), gettext_lazy("rounds that brought as many points as a win")),
    "WON": (gettext_lazy("Games won"), gettext_lazy("games won that were played")),
    "BPG": (gettext_lazy("Second seats"), gettext_lazy("games played from the second seat")),
    "BWG": (gettext_lazy("Wins from the second seat"), gettext_lazy("games won from the second seat")),
    "PS": (gettext_lazy("Progressive score"), gettext_lazy("the points after each round, added up")),
    "BH": (gettext_lazy("Buchholz"), gettext_lazy("the points of all opponents, added up")),
    "FB": (
        gettext_lazy("Fore Buchholz"),
        gettext_lazy("the points of all opponents, as if the last round had been drawn"),
    ),
    "SB": (
        gettext_lazy("Sonneborn-Berger"),
        gettext_lazy("the points of each opponent, times what was scored against him"),
    ),
    "KS": (gettext_lazy("Koya"), gettext_lazy("points against those who have at least half of all points")),
    "AOB": (gettext_lazy("Opponents' Buchholz"), gettext_lazy("the mean of the Buchholz of all opponents")),
    "ARO": (gettext_lazy("Opponents' rating"), gettext_lazy("the mean rating of all opponents")),
    "TPR": (gettext_lazy("Performance"), gettext_lazy("the rating that such a result would be expected of")),
    "TPN": (gettext_lazy("Number"), gettext_lazy("the number in the event, the lowest first")),
    "RTNG": (gettext_lazy("Rating"), gettext_lazy("the rating at the start")),
}

WITH_SAME_DEALS: Words = {
    "SHARE": (
        gettext_lazy("Share beaten"),
        gettext_lazy("of those who held the same seat with the same cards, the share with fewer points; mean"),
    ),
    "MARGIN": (
        gettext_lazy("Margin"),
        gettext_lazy("own points less the mean of the others in the same seat with the same cards; mean"),
    ),
}
LATER: Words = {
    "KO": (gettext_lazy("How far"), gettext_lazy("who came further in the knockout or the finals stands first")),
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
        return Criterion(code, code, _("by the rules of FIDE, C.07"))
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
        return ngettext("the lowest left out", "the lowest %(number)s left out", count) % {"number": count}
    if one.startswith("M") and count:
        return ngettext(
            "the lowest and the highest left out", "the lowest %(number)s and the highest %(number)s left out", count
        ) % {"number": count}
    return _("with the modifier %(name)s of C.07") % {"name": one}
