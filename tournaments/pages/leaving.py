"""What becomes of the games of who leaves a tournament, said beforehand."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from arbiter.formats.groups import Fate, Withdrawal
from arbiter.progression.plan import RoundRobin
from arbiter.progression.standings import if_given_up
from tournaments.models import Tournament
from tournaments.pages.explanation import situation


def of_games(tournament: Tournament, number: int | None) -> Iterator[str]:
    """What becomes of the games of this entrant of a round-robin that runs; nothing where results stand in any case."""
    if not tournament.is_running or number is None or not isinstance(tournament.plan.stages[0], RoundRobin):
        return
    found = if_given_up(situation(tournament), number)
    if found is None:
        return
    over = sum(found.count(one) for one in (Fate.STANDS, Fate.AMONG_THEMSELVES, Fate.ANNULLED))
    counts = {"over": over, "games": len(found.games)}
    if found.rule is Withdrawal.KEEP:
        yield _("%(over)s of %(games)s games are finished, half or more: their results stand.") % counts
        yield _("Running and paired games continue and count; all others are forfeited.")
    elif tournament.plan.in_pairs:
        yield _("%(over)s of %(games)s games are finished, fewer than half: their results are voided.") % counts
        yield _("Running and paired games continue but count for nobody; all others are not played.")
    else:
        yield (
            _(
                "%(over)s of %(games)s games are finished, fewer than half: the other players at each table are "
                "ranked without this player."
            )
            % counts
        )
        yield _(
            "Running and paired games continue and count for the others; all others are played without this player."
        )
