"""Does what is due in tournaments, and puts a tournament or season on hold where a step fails.

Failures of the database and of Redis hold nothing: the next sweep tries again.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Protocol

from django.db import ProgrammingError, transaction
from django.db.models import F, Q, QuerySet

from arbiter.errors import TournamentError
from arbiter.kept import written
from arbiter.progression.plan import reason_against
from arbiter.sentences import Sentence
from games.play.errors import NotRunning
from games.play.interventions import extra_time
from notifications.deliveries import OURS
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import WrongState
from tournaments.lifecycle.services import accounts, creating, log, pairing, rounds, standings
from tournaments.lifecycle.services.creating import clone_of, start_tournament
from tournaments.lifecycle.services.log import locked
from tournaments.lifecycle.services.pairing import Waits
from tournaments.models import (
    Due,
    Entry,
    EntryState,
    Follow,
    Halt,
    League,
    Over,
    Round,
    SweepStep,
    Tournament,
    TournamentState,
    What,
)

logger = logging.getLogger("tournaments")

TRIED_AGAIN = (*OURS, ProgrammingError)
"""What passes by itself; a table or column that is not there is one that a migration has not made yet."""
DONE_ALREADY = (WrongState, NotRunning)
"""What a step raises that another worker, or a player, was quicker to do."""
WAITS = "waits"
LIVE = (TournamentState.OPEN, TournamentState.RUNNING)


@dataclass(frozen=True, slots=True)
class Failure:
    """Which step failed, and why: `why` where it is fit for people; `until` where it only waits."""

    step: SweepStep
    code: str
    why: Sentence | None = None
    until: datetime | None = None


class Holder(Protocol):
    def mark(self) -> int | None:
        """How much has been done to it so far."""

    def hold(self, failure: Failure, before: int | None, now: datetime) -> None:
        """Hold it, unless something was done to it since `before`."""


@dataclass(frozen=True, slots=True)
class TournamentHolder:
    tournament_id: int

    def mark(self) -> int | None:
        return Tournament.objects.filter(pk=self.tournament_id).values_list("version", flat=True).first()

    @transaction.atomic
    def hold(self, failure: Failure, before: int | None, now: datetime) -> None:
        tournament = locked(self.tournament_id, *LIVE)
        known = Halt.objects.filter(tournament=tournament).first()
        if tournament.version != before:
            return
        halt = known or Halt(tournament=tournament)
        if is_news(halt, failure, now):
            until = failure.until.isoformat() if failure.until else ""
            log.write(tournament, "on hold", now=now, step=failure.step, code=failure.code, until=until)
            notifications.on_hold(tournament, now=now)
        halt.mark = tournament.version
        halt.save()


def is_news(halt: Halt, failure: Failure, now: datetime) -> bool:
    """Write a failure to its row, which is to be saved; False where it failed in the same way before, so that all are told."""
    if halt.pk is not None and (halt.step, halt.code, halt.until) == (failure.step, failure.code, failure.until):
        return False
    halt.step, halt.code, halt.until, halt.at = failure.step, failure.code, failure.until, now
    halt.why = None if failure.why is None else written(failure.why, Sentence)
    return True


@dataclass
class Holds:
    """What stands still now, and what is tried again: rows by what they were when the sweep began."""

    still: set[int] = field(default_factory=set)
    again: dict[int, int] = field(default_factory=dict)

    def settle(self) -> None:
        """What was tried again and has not failed goes on: nothing is left to say of it."""
        for halt, mark in self.again.items():
            Halt.objects.filter(pk=halt, mark=mark).delete()


def holds_of_tournaments(now: datetime) -> Holds:
    """Of all tournaments. One statement."""
    found = Holds()
    rows = Halt.objects.exclude(tournament=None)
    for pk, tournament, mark, until, version, state in rows.values_list(
        "pk", "tournament_id", "mark", "until", "tournament__version", "tournament__state"
    ):
        if mark == version and state in LIVE and (until is None or until > now):
            found.still.add(tournament)
        else:
            found.again[pk] = mark
    return found


def holds_of_seasons() -> Holds:
    """Of all seasons. One statement."""
    found = Holds()
    rows = Halt.objects.exclude(season=None)
    for pk, season, mark, last in rows.values_list("pk", "season_id", "mark", "season__league__last_act"):
        if mark == last:
            found.still.add(season)
        else:
            found.again[pk] = mark
    return found


def attempt(
    step: SweepStep, holder: Holder, act: Callable[..., object], /, *, now: datetime, **arguments: object
) -> bool:
    """Do a step of a sweep; False where it failed, so that what it belongs to is held. It never raises: what cannot be done must
    not keep others waiting."""
    name = getattr(act, "__name__", act)
    try:
        before = holder.mark()
        try:
            act(**arguments, now=now)
        except DONE_ALREADY:
            logger.info("%s was done by another worker for %s", name, arguments)
        except TRIED_AGAIN:
            logger.exception("%s is tried again for %s", name, arguments)
        except Waits as wait:
            holder.hold(Failure(step, WAITS, until=wait.until), before, now)
            return False
        except TournamentError as error:
            logger.exception("%s failed for %s, which stands still now", name, arguments)
            holder.hold(Failure(step, error.code, error.sentence), before, now)
            return False
        except Exception as error:
            logger.exception("%s failed for %s, which stands still now", name, arguments)
            holder.hold(Failure(step, type(error).__name__[:60]), before, now)
            return False
    except Exception:
        logger.exception("%s failed for %s, and nobody could be told", name, arguments)
    return True


def halt_of(tournament: Tournament, now: datetime) -> Halt | None:
    """Why a tournament stands still, None while it goes on. One statement for each `tournament` that was read."""
    found: Halt | None = getattr(tournament, "halt", None)
    if found is None or found.mark != tournament.version or (found.until is not None and found.until <= now):
        return None
    return found


def halt_in(league: League) -> Halt | None:
    return Halt.objects.filter(season__league=league, mark=league.last_act).select_related("season").first()


def count_overdue(since: datetime) -> dict[str, int]:
    """Counts by kind. What is on hold because it failed counts until somebody has helped. Three statements."""
    failed = Halt.objects.filter(until=None, at__lte=since)
    standing = Q(tournament__version=F("mark"), tournament__state__in=LIVE) | Q(season__league__last_act=F("mark"))
    held = Halt.objects.filter(tournament__version=F("mark")).values("tournament")
    due = Due.objects.filter(at__lte=since, tournament__paused_at=None).exclude(tournament__in=held)
    over = Over.objects.filter(at__lte=since).exclude(game__tournament_table__round__tournament__in=held)
    return {"tournaments": due.count(), "results": over.count(), "on hold": failed.filter(standing).count()}


BATCH = 200


def sweep(now: datetime) -> None:
    """Take in games that are over, do what is due, pair what comes next, begin games, bring standings up to date. A tournament of
    which a step fails is held (`halting`) and left out from then on."""
    holds = holds_of_tournaments(now)

    def do(step: SweepStep, act: Callable[..., object], tournament_id: int, /, **arguments: object) -> None:
        holder = TournamentHolder(tournament_id)
        if tournament_id not in holds.still and not attempt(step, holder, act, now=now, **arguments):
            holds.still.add(tournament_id)

    for tournament_id, game_id in rounds.games_to_take(BATCH, holds.still):
        do(SweepStep.COUNTS, rounds.take_result, tournament_id, game_id=game_id)
    for tournament_id, what, number in log.due(now, BATCH, holds.still):
        step, act = HAPPENINGS[What(what)]
        do(step, act, tournament_id, tournament_id=tournament_id, number=number)
    for tournament_id, table_id in rounds.tables_to_close(BATCH, holds.still):
        do(SweepStep.CLOSES, rounds.close_table, tournament_id, table_id=table_id)
    for tournament_id in pairing.waiting(BATCH, holds.still):
        do(SweepStep.PAIRS, pairing.pair_next, tournament_id, tournament_id=tournament_id)
    for tournament_id, round_id in rounds.rounds_to_begin(now, BATCH, holds.still):
        do(SweepStep.BEGINS, rounds.begin_games, tournament_id, round_id=round_id)
    for tournament_id, game_id, seat, by in accounts.deadlines_to_move(now, BATCH, holds.still):
        do(SweepStep.TELLS, extra_time, tournament_id, game_id=game_id, seat=seat, by=by)
    for tournament_id in standings.stale_standings(BATCH, holds.still):
        do(SweepStep.STANDS, standings.refresh_standings, tournament_id, tournament_id=tournament_id)
    holds.settle()


@transaction.atomic
def entries_close(*, tournament_id: int, number: int, now: datetime) -> None:
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
        creating.start_tournament(tournament_id=tournament_id, now=now)
        return
    with transaction.atomic():
        tournament = locked(tournament_id)
        if log.take(tournament, What.STARTS, number, now) and tournament.is_open:
            log.write(tournament, "too few", now=now, entered=entered, least=tournament.plan.least)
            notifications.too_few(tournament, now=now)


@transaction.atomic
def round_begins(*, tournament_id: int, number: int, now: datetime) -> None:
    log.take(locked(tournament_id), What.BEGINS, number, now)


@transaction.atomic
def reminder(*, tournament_id: int, number: int, now: datetime) -> None:
    tournament = locked(tournament_id)
    if log.take(tournament, What.REMINDER, number, now):
        log.write(tournament, "reminded", now=now, round=number)
        notifications.round_ends(tournament, tournament.rounds.get(number=number), now=now)


def deadline(*, tournament_id: int, number: int, now: datetime) -> None:
    rounds.apply_deadline(round_id=Round.objects.get(tournament_id=tournament_id, number=number).pk, now=now)


HAPPENINGS: Mapping[What, tuple[SweepStep, Callable[..., None]]] = {
    What.CLOSES: (SweepStep.STARTS, entries_close),
    What.STARTS: (SweepStep.STARTS, tournament_starts),
    What.BEGINS: (SweepStep.BEGINS, round_begins),
    What.DEADLINE: (SweepStep.CLOSES, deadline),
    What.REMINDER: (SweepStep.TELLS, reminder),
}


# Open cups: a standing offer that starts by itself when enough are there, and is followed by the next one. Who was not seen for
# some days is passed over and keeps his place in the line of the next cup, as does who came too late for this one. Who follows
# a cup follows the next one.
SEEN_WITHIN = timedelta(days=3)
AGAIN_AFTER = timedelta(hours=6)


def seen_lately(tournament: Tournament, now: datetime) -> QuerySet[Entry]:
    since = (now - SEEN_WITHIN).date()
    return Entry.objects.filter(tournament=tournament, state=EntryState.ENTERED, user__active_on__gte=since)


def start_or_wait(*, tournament_id: int, now: datetime) -> None:
    """Start a cup if enough of its players were active lately, else look again later."""
    with transaction.atomic():
        tournament = locked(tournament_id, TournamentState.OPEN)
        line = list(tournament.entries.filter(state=EntryState.ENTERED).order_by("entered_at", "pk"))
        seen = set(seen_lately(tournament, now).values_list("pk", flat=True))
        playing = [entry for entry in line if entry.pk in seen][: tournament.most_entrants]
        if tournament.most_entrants is None or len(playing) < tournament.most_entrants:
            log.put(tournament, What.STARTS, now + AGAIN_AFTER)
            return
        _open_next(tournament, [entry for entry in line if entry not in playing], now)
        start_tournament(tournament_id=tournament.pk, now=now)


def _open_next(tournament: Tournament, waiting: Sequence[Entry], now: datetime) -> None:
    following = Tournament(
        created_by=tournament.created_by, created_at=now, follows=tournament, state=TournamentState.OPEN
    )
    terms = replace(clone_of(tournament), title=next_title(tournament.title))
    creating.save_new(following, terms, tournament.directors.values_list("user", flat=True))
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
    name, _, number = title.rpartition(" ")
    if name and number.isdecimal():
        return f"{name} {int(number) + 1}"
    return f"{title[:75]} 2"
