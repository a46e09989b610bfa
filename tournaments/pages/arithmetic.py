"""A value of the standings with the arithmetic it came from, in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.standings.arithmetic import Basis, Cut, How, Rounding, Term, Value

from .figures import exactly, figure
from .people import Person

BASES: Mapping[Basis, Promise] = {
    Basis.RESULT: gettext_lazy("result"),
    Basis.RUNNING_SCORE: gettext_lazy("points after the round"),
    Basis.OPPONENT_SCORE: gettext_lazy("points of the opponents"),
    Basis.OWN_SCORE: gettext_lazy("not played: counts like an opponent with the own points"),
    Basis.SCHEDULED_OPPONENT: gettext_lazy("not played: counts at most like who should have been met"),
    Basis.DRAWS: gettext_lazy("not played: counts at most like a draw in every round"),
    Basis.OPPONENT_VALUE: gettext_lazy("value of the opponent"),
    Basis.OPPONENT_RATING: gettext_lazy("rating of the opponent"),
    Basis.OWN: gettext_lazy("own number"),
    Basis.ENCOUNTER: gettext_lazy("against those who are level"),
    Basis.POSSIBLE: gettext_lazy("could have been scored in a game that never was"),
    Basis.SHARE: gettext_lazy("share"),
}
CUTS: Mapping[Cut, Promise] = {
    Cut.LOWEST: gettext_lazy("left out: the lowest"),
    Cut.HIGHEST: gettext_lazy("left out: the highest"),
    Cut.UNPLAYED: gettext_lazy("left out: a round not played by own wish goes first"),
    Cut.FIRST_ROUND: gettext_lazy("left out: the first round"),
    Cut.BELOW_LIMIT: gettext_lazy("left out: below the limit"),
}
HOW: Mapping[How, Promise] = {
    How.SUM: gettext_lazy("the sum"),
    How.MEAN: gettext_lazy("the mean"),
    How.PLACE: gettext_lazy("the place among those who are level"),
    How.SEARCH: gettext_lazy("the lowest rating whose expectation reaches the points"),
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
        return Unfolded("", "", _("nobody to be told apart from here, so nothing is reckoned"), "", ())
    lines = tuple(_line(term, people, in_pairs=in_pairs, plays=plays) for term in value.terms)
    how = str(HOW[value.how])
    if value.how is How.PLACE and not lines:
        how = _("nobody of those who are level has met all the others, so it tells nobody apart")
    elif value.how is How.PLACE and not parts:
        how = _("it tells nobody of those who are level apart")
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
        says = _("still being played") if term.round_number in plays else _("without a game")
    if term.turn > 1:
        says = _("%(what)s, among those still level (turn %(turn)s)") % {"what": says, "turn": term.turn}
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
        said = _("%(sum)s, rounded and with what belongs to it: %(value)s") % {
            "sum": said,
            "value": figure(value.amount),
        }
    return said
