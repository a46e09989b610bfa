"""A value of the standings with the arithmetic it came from, in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbiter.standings.arithmetic import Basis, Cut, How, Rounding, Term, Value

from .figures import exactly, figure
from .people import Person

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


@dataclass(frozen=True, slots=True)
class TermLine:
    """One number of a value: the round, against whom, what it is, how much, and why it does not count if it does not."""

    round_number: int | None
    opponent: Person | None
    says: str
    amount: str
    cut: str = ""


@dataclass(frozen=True, slots=True)
class Unfolded:
    """A value, how it came about, and its terms. `sum` is the arithmetic in one line, such as `12 + 8 = 20`."""

    amount: str
    exact: str
    how: str
    sum: str
    terms: tuple[TermLine, ...]


def unfolded(
    value: Value, people: Mapping[int, Person], *, in_pairs: bool, parts: bool = True, plays: Collection[int] = ()
) -> Unfolded:
    """A value in the reader's language. In pairs a result without an opponent is a round without a game. `parts`: a place
    among those who are level is not the same for all of them. `plays`: rounds in which his game is not over."""
    if value.amount is None:
        return Unfolded("", "", _("no tie to break here, so not calculated"), "", ())
    lines = tuple(_line(term, people, in_pairs=in_pairs, plays=plays) for term in value.terms)
    how = str(HOW[value.how])
    if value.how is How.PLACE and not lines:
        how = _("no tied player has met all the others, so this does not break the tie")
    elif value.how is How.PLACE and not parts:
        how = _("does not break the tie")
    if value.how is How.PLACE and not parts:
        return Unfolded("", "", how, "", lines)
    return Unfolded(figure(value.amount), exactly(value.amount), how, _sum(value), lines)


def _line(term: Term, people: Mapping[int, Person], *, in_pairs: bool, plays: Collection[int]) -> TermLine:
    amount = figure(term.amount)
    if term.times != 1:
        amount = f"{figure(term.number)} × {figure(term.times)} = {amount}"
    is_free = in_pairs and term.basis is Basis.RESULT and term.opponent is None
    says = str(BASES[term.basis])
    if is_free:
        says = _("in progress") if term.round_number in plays else _("no game")
    if term.turn > 1:
        says = _("%(what)s, among players still tied (pass %(turn)s)") % {"what": says, "turn": term.turn}
    return TermLine(
        term.round_number,
        people.get(term.opponent) if term.opponent is not None else None,
        says,
        amount,
        str(CUTS[term.cut]) if term.cut else "",
    )


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
