"""What is due in tournaments, done. Rows say when; this may run twice, late, and after a worker was killed anywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from django.db import transaction

from tournaments.lifecycle import notifications
from tournaments.models import Round, Step, Tournament, TournamentState, What
from tournaments.progression.feasible import reason_against

from . import away, beginning, closing_rule, cups, dues, halting, log, pairing, standings, starting, taking
from .locking import locked

BATCH = 200


def sweep(now: datetime) -> None:
    """Take in games that are over, do what is due, pair what comes next, begin games, bring standings up to date. A tournament of
    which a step fails is held (`halting`) and left out from then on."""
    holds = halting.of_tournaments(now)

    def do(step: Step, act: Callable[..., object], tournament_id: int, /, **arguments: object) -> None:
        holder = halting.OfTournament(tournament_id)
        if tournament_id not in holds.still and not halting.attempt(step, holder, act, now=now, **arguments):
            holds.still.add(tournament_id)

    for tournament_id, game_id in taking.waiting(BATCH, holds.still):
        do(Step.COUNTS, taking.take, tournament_id, game_id=game_id)
    for tournament_id, what, number in dues.due(now, BATCH, holds.still):
        step, act = HAPPENINGS[What(what)]
        do(step, act, tournament_id, tournament_id=tournament_id, number=number)
    for tournament_id, table_id in closing_rule.waiting(BATCH, holds.still):
        do(Step.CLOSES, closing_rule.close_table, tournament_id, table_id=table_id)
    for tournament_id in pairing.waiting(BATCH, holds.still):
        do(Step.PAIRS, pairing.pair_next, tournament_id, tournament_id=tournament_id)
    for tournament_id, round_id in beginning.waiting(now, BATCH, holds.still):
        do(Step.BEGINS, _begin_all, tournament_id, round_id=round_id)
    for tournament_id, game_id, seat, by in away.waiting(now, BATCH, holds.still):
        do(Step.TELLS, away.move, tournament_id, game_id=game_id, seat=seat, by=by)
    for tournament_id in standings.stale(BATCH, holds.still):
        do(Step.STANDS, standings.refresh, tournament_id, tournament_id=tournament_id)
    holds.settle()


def _begin_all(*, round_id: int, now: datetime) -> None:
    while beginning.begin_batch(round_id=round_id, now=now):
        pass


@transaction.atomic
def entries_close(*, tournament_id: int, number: int, now: datetime) -> None:
    """The time for entries is over; who enters now is told so."""
    tournament = locked(tournament_id)
    if dues.take(tournament, What.CLOSES, number, now) and tournament.is_open:
        log.write(tournament, "closed entries", now=now)


def tournament_starts(*, tournament_id: int, number: int, now: datetime) -> None:
    """The tournament starts by itself, or where too few have entered waits for its directors."""
    tournament = Tournament.objects.get(pk=tournament_id)
    if tournament.is_open and tournament.starts_when_full:
        cups.start_or_wait(tournament_id=tournament_id, now=now)
        return
    entered = tournament.entries.filter(state="entered").count()
    if tournament.state == TournamentState.OPEN and reason_against(tournament.plan, entered) is None:
        starting.start(tournament_id=tournament_id, now=now)
        return
    with transaction.atomic():
        tournament = locked(tournament_id)
        if dues.take(tournament, What.STARTS, number, now) and tournament.is_open:
            log.write(tournament, "too few", now=now, entered=entered, least=tournament.plan.least)
            notifications.too_few(tournament, now=now)


@transaction.atomic
def round_begins(*, tournament_id: int, number: int, now: datetime) -> None:
    """The games of a round may begin; they do so in batches."""
    dues.take(locked(tournament_id), What.BEGINS, number, now)


@transaction.atomic
def reminder(*, tournament_id: int, number: int, now: datetime) -> None:
    """The end of a round comes near."""
    tournament = locked(tournament_id)
    if dues.take(tournament, What.REMINDER, number, now):
        log.write(tournament, "reminded", now=now, round=number)
        notifications.round_ends(tournament, tournament.rounds.get(number=number), now=now)


def deadline(*, tournament_id: int, number: int, now: datetime) -> None:
    """The time of a round is over."""
    closing_rule.apply(round_id=Round.objects.get(tournament_id=tournament_id, number=number).pk, now=now)


HAPPENINGS: Mapping[What, tuple[Step, Callable[..., None]]] = {
    What.CLOSES: (Step.STARTS, entries_close),
    What.STARTS: (Step.STARTS, tournament_starts),
    What.BEGINS: (Step.BEGINS, round_begins),
    What.DEADLINE: (Step.CLOSES, deadline),
    What.REMINDER: (Step.TELLS, reminder),
}
