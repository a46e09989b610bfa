"""Numbers of the arithmetic as people read them."""

from __future__ import annotations

import re
from fractions import Fraction

from django.utils.formats import number_format

from arbiter.progression.plan import Plan
from arbiter.results.shared import Outcome, Result

TWELVE = 12
"""Twelfths are the points at tables (`arbiter.standings.tables.points`)."""


def figure(amount: Fraction | None) -> str:
    """A number with at most two decimals, in the reader's language: 20, 6.5, 14.33. Nothing for what has no value."""
    if amount is None:
        return ""
    if amount.denominator == 1:
        return str(amount.numerator)
    text = f"{float(amount):.2f}".rstrip("0").rstrip(".")
    return str(number_format(text, use_l10n=True))


def figure_of(text: str) -> str:
    """The same from an exact text such as 43/3, as standings keep it."""
    return figure(Fraction(text)) if text else ""


def told(value: int | str) -> str:
    """What fills a sentence of the arithmetic: an exact number such as 43/3 as `figure` writes it, all else as it is."""
    return figure(Fraction(value)) if re.fullmatch(r"\d+/\d+", str(value)) else str(value)


def exactly(amount: Fraction) -> str:
    """The exact number where two decimals are not all of it, such as 43/3; nothing else."""
    return str(amount) if (amount * 100).denominator != 1 else ""


def award(share: Fraction, plan: Plan) -> str:
    """What a round without a game brings, of which `share` of a win is given: twelfths at tables, else itself."""
    return figure(share if plan.in_pairs or plan.is_duplicate else share * TWELVE)


def points_of(result: Result, outcome: Outcome, plan: Plan) -> Fraction:
    """What a game brought somebody in the points of its tournament."""
    if plan.in_pairs:
        return result.share(outcome.entrant)
    places = [one.place for one in result.outcomes]
    return Fraction(plan.scheme(len(places), outcome.place, places.count(outcome.place), left=outcome.vp is None))
