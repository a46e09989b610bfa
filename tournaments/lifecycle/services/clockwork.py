"""What is due in tournaments, done. Rows say when; this may run twice, late, and after a worker was killed anywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from arbiter.progression.plan import reason_against
from tournaments.lifecycle import notifications
from tournaments.lifecycle.services import (
    accounts,
    beginning,
    halting,
    log,
    pairing,
    rounds,
    standings,
    starting,
    taking,
)
from tournaments.lifecycle.services.creating import clone_of
from tournaments.lifecycle.services.log import locked
from tournaments.lifecycle.services.starting import start
from tournaments.models import Director, Entry, EntryState, Follow, Round, Step, Tournament, TournamentState, What

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
    for tournament_id, what, number in log.due(now, BATCH, holds.still):
        step, act = HAPPENINGS[What(what)]
        do(step, act, tournament_id, tournament_id=tournament_id, number=number)
    for tournament_id, table_id in rounds.waiting(BATCH, holds.still):
        do(Step.CLOSES, rounds.close_table, tournament_id, table_id=table_id)
    for tournament_id in pairing.waiting(BATCH, holds.still):
        do(Step.PAIRS, pairing.pair_next, tournament_id, tournament_id=tournament_id)
    for tournament_id, round_id in beginning.waiting(now, BATCH, holds.still):
        do(Step.BEGINS, _begin_all, tournament_id, round_id=round_id)
    for tournament_id, game_id, seat, by in accounts.waiting(now, BATCH, holds.still):
        do(Step.TELLS, accounts.move, tournament_id, game_id=game_id, seat=seat, by=by)
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
    if log.take(tournament, What.CLOSES, number, now) and tournament.is_open:
        log.write(tournament, "closed entries", now=now)


def tournament_starts(*, tournament_id: int, number: int, now: datetime) -> None:
    """The tournament starts by itself, or where too few have entered waits for its directors."""
    tournament = Tournament.objects.get(pk=tournament_id)
    if tournament.is_open and tournament.starts_when_full:
        start_or_wait(tournament_id=tournament_id, now=now)
        return
    entered = tournament.entries.filter(state="entered").count()
    if tournament.state == TournamentState.OPEN and reason_against(tournament.plan, entered) is None:
        starting.start(tournament_id=tournament_id, now=now)
        return
    with transaction.atomic():
        tournament = locked(tournament_id)
        if log.take(tournament, What.STARTS, number, now) and tournament.is_open:
            log.write(tournament, "too few", now=now, entered=entered, least=tournament.plan.least)
            notifications.too_few(tournament, now=now)


@transaction.atomic
def round_begins(*, tournament_id: int, number: int, now: datetime) -> None:
    """The games of a round may begin; they do so in batches."""
    log.take(locked(tournament_id), What.BEGINS, number, now)


@transaction.atomic
def reminder(*, tournament_id: int, number: int, now: datetime) -> None:
    """The end of a round comes near."""
    tournament = locked(tournament_id)
    if log.take(tournament, What.REMINDER, number, now):
        log.write(tournament, "reminded", now=now, round=number)
        notifications.round_ends(tournament, tournament.rounds.get(number=number), now=now)


def deadline(*, tournament_id: int, number: int, now: datetime) -> None:
    """The time of a round is over."""
    rounds.apply(round_id=Round.objects.get(tournament_id=tournament_id, number=number).pk, now=now)


HAPPENINGS: Mapping[What, tuple[Step, Callable[..., None]]] = {
    What.CLOSES: (Step.STARTS, entries_close),
    What.STARTS: (Step.STARTS, tournament_starts),
    What.BEGINS: (Step.BEGINS, round_begins),
    What.DEADLINE: (Step.CLOSES, deadline),
    What.REMINDER: (Step.TELLS, reminder),
}


# Open cups: a standing offer that starts by itself when enough are there, and is followed by the next one. Who was not seen for
# some days is passed over and keeps his place in the line of the next cup, as does who came too late for this one. Who follows
# a cup follows the next one.
SEEN_WITHIN = timedelta(days=3)
AGAIN_AFTER = timedelta(hours=6)


def start_or_wait(*, tournament_id: int, now: datetime) -> None:
    """Start a cup if enough of its entrants were seen of late, else look again later."""
    with transaction.atomic():
        tournament = locked(tournament_id, TournamentState.OPEN)
        line = list(tournament.entries.filter(state=EntryState.ENTERED).order_by("entered_at", "pk"))
        seen = seen_since([entry.user_id for entry in line], now - SEEN_WITHIN)
        playing = [entry for entry in line if entry.user_id in seen][: tournament.most_entrants]
        if tournament.most_entrants is None or len(playing) < tournament.most_entrants:
            log.put(tournament, What.STARTS, now + AGAIN_AFTER)
            return
        _open_next(tournament, [entry for entry in line if entry not in playing], now)
        start(tournament_id=tournament.pk, now=now)


def _open_next(tournament: Tournament, waiting: Sequence[Entry], now: datetime) -> None:
    """The next cup, with those who wait in their order."""
    following = Tournament(
        created_by=tournament.created_by, created_at=now, follows=tournament, state=TournamentState.OPEN
    )
    clone_of(tournament).write_to(following)
    following.title = next_title(tournament.title)
    following.save()
    Director.objects.bulk_create(
        Director(tournament=following, user_id=user, since=now)
        for user in tournament.directors.values_list("user", flat=True)
    )
    Follow.objects.bulk_create(
        Follow(tournament=following, user_id=user, since=now)
        for user in Follow.objects.filter(tournament=tournament).values_list("user_id", flat=True)
    )
    log.write(following, "opened", now=now, follows=tournament.pk)
    Entry.objects.filter(pk__in=[entry.pk for entry in waiting]).update(tournament=following)
    if waiting:
        log.write(tournament, "passed over", now=now, users=[entry.user_id for entry in waiting], next=following.pk)
        log.put(following, What.STARTS, now + AGAIN_AFTER)


def next_title(title: str) -> str:
    """The name of the next cup: with its number one higher."""
    name, _, number = title.rpartition(" ")
    if name and number.isdecimal():
        return f"{name} {int(number) + 1}"
    return f"{title[:75]} 2"


def seen_since(users: Sequence[int], since: datetime) -> set[int]:
    """Those of these people who were seen on the day of `since` or later."""
    return set(User.objects.filter(pk__in=users, active_on__gte=since.date()).values_list("pk", flat=True))
