"""How reliably and how fast a player answers: deadlines kept, games finished, and the usual time for an answer.

All count in games that are not closed (`games.play.visibility`), because the number of answers tells how a game went.
A seat counts them first, so that a move writes no other row. The tenure takes over the counts when it ends, and the player's sum
when the game has finished (`games.play.outcomes`). Secret questions (`games.play.secrecy`) do not count.
"""

from datetime import timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games import extensions
from games.models import DeadlineSum, Game, Tenure
from games.models.conditions import NONE
from games.options.table_words import span_words
from games.play import visibility
from games.play.errors import ConditionsUnmet
from games.play.outcomes import SUMS, counts_in, usual_of
from statements import Prepared


class DeadlineRecord(NamedTuple):
    """How many deadlines a player met, and how many passed without their answer."""

    met: int
    missed: int

    @property
    def total(self) -> int:
        return self.met + self.missed

    @property
    def percent(self) -> int:
        """Rounded down, so that 100 means all. Only where there was any."""
        return self.met * 100 // self.total


class Reliability(NamedTuple):
    """What all tenures of a player have counted, in the order of the columns of `DeadlineSum`."""

    met: int = 0
    missed: int = 0
    answers: int = 0
    answer_logs: int = 0
    finished: int = 0
    left: int = 0
    rescued: int = 0

    @property
    def deadlines(self) -> DeadlineRecord:
        return DeadlineRecord(self.met, self.missed)

    @property
    def games(self) -> DeadlineRecord:
        """Games finished, and games left early that no seat taken over makes up for."""
        return DeadlineRecord(self.finished, max(self.left - self.rescued, 0))

    @property
    def usual(self) -> timedelta | None:
        """The usual answer time; None where answers are too few."""
        return usual_of(self.answers, self.answer_logs)


def reliability_of(user_id: int) -> Reliability:
    """One statement, which reads the player's sum and the tenures that no sum holds yet."""
    rows = [row[1:] for row in _counts(extensions.closed())(user_id)]
    return Reliability(*map(sum, zip(*rows, strict=True)))


def kept_deadlines(user: User) -> DeadlineRecord:
    return reliability_of(user.pk).deadlines


@lru_cache(maxsize=4)
def _counts(closed: Q | None) -> Prepared:
    """`closed` is what other apps ask for, from which the statement follows too."""

    def build(user: int) -> QuerySet[Any, Any]:
        fresh = Tenure.objects.filter(user=user, summed=False).exclude(visibility.is_closed("seat__game"))
        return DeadlineSum.objects.filter(user=user).values_list(*SUMS).union(counts_in(fresh), all=True)

    return Prepared(build, 1)


def check_conditions(game: Game, user: User) -> None:
    """Raise ConditionsUnmet, which says what the table asks for and how the player stands. Figures that a new player does not have
    yet keep nobody away. One statement, none without conditions."""
    asked = game.conditions
    if asked == NONE:
        return
    found = reliability_of(user.pk)
    kept, finished = found.deadlines, found.games
    if kept.total and kept.percent < asked.kept:
        sentence = _("This table asks for %(least)s %% of deadlines kept; yours are %(own)s %%. Choose another table.")
        raise ConditionsUnmet(sentence % {"least": asked.kept, "own": kept.percent})
    if finished.total and finished.percent < asked.finished:
        sentence = _("This table asks for %(least)s %% of games finished; yours are %(own)s %%. Choose another table.")
        raise ConditionsUnmet(sentence % {"least": asked.finished, "own": finished.percent})
    if asked.answers_within is not None and found.usual is not None and found.usual > asked.answers_within:
        sentence = _("This table asks for answers within %(most)s; you usually take %(own)s. Choose another table.")
        values = {"most": span_words(asked.answers_within), "own": span_words(found.usual)}
        raise ConditionsUnmet(sentence % values)
