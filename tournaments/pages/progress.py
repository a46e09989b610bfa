"""How far somebody came in a knockout or in finals, as a word: the standings keep it as a number."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.models import Entry, Tournament
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin

from .bracket_names import round_name

CODE = "KO"
"""The criterion of `arbiter.progression.standings.Further`."""


def bracket_size(tournament: Tournament) -> int:
    """How many play the knockout in pairs of a tournament, 0 where there is none. A statement where all of them do."""
    plan = tournament.plan
    first, last = plan.stages[0], plan.stages[-1]
    if not plan.in_pairs or not isinstance(last, Knockout):
        return 0
    if isinstance(first, RoundRobin) and last.from_each:
        return first.groups * last.from_each
    return Entry.objects.filter(tournament=tournament, number__isnull=False).count()


def how_far(plan: Plan, amount: Fraction, players: int, *, is_finished: bool = False) -> str:
    """What `Further` has reckoned, of a bracket of so many `players`: matches won, or the level and the part of it that the
    place at the last table is. `is_finished`: who has no part of it is last there, and does not play there still."""
    if plan.in_pairs:
        return _in_bracket(int(amount), players)
    level, part = int(amount), amount - int(amount)
    # the first of four is 3/4, the last 0: the denominator may be shortened, and no table has two
    size = 4 if part.denominator == 2 else part.denominator
    place = size - int(part * size)
    if isinstance(plan.stages[-1], FinalTables):
        if not part:
            return _("final, last place") if is_finished else _("final")
        return _("final, place %(place)s") % {"place": place}
    values = {"level": level, "place": place}
    return _("round %(level)s, place %(place)s") % values if part else _("round %(level)s") % values


def _in_bracket(won: int, players: int) -> str:
    left = (players - 1).bit_length() - won
    if left < 0 or players < 2:
        return str(won)
    return round_name(2 ** (left - 1)) if left else _("winner")
