"""A step that fails holds its tournament or season: it is told once, and not tried again before something has changed.

Failures of the database and of Redis hold nothing: the next sweep tries again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from django.db import ProgrammingError, transaction

from arbiter.errors import TournamentError
from arbiter.kept import written
from arbiter.sentences import Sentence
from games.play.errors import NotRunning
from notifications.deliveries import OURS
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import WrongState
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import locked
from tournaments.models import Halt, League, Step, Tournament, TournamentState

logger = logging.getLogger("tournaments")

TRIED_AGAIN = (*OURS, ProgrammingError)
"""What passes by itself; a table or column that is not there is one that a migration has not made yet."""
DONE_ALREADY = (WrongState, NotRunning)
"""What a step raises that another worker, or a player, was quicker to do."""
WAITS = "waits"
LIVE = (TournamentState.OPEN, TournamentState.RUNNING)


class Waits(Exception):
    """A step has to wait until this time."""

    def __init__(self, until: datetime) -> None:
        self.until = until
        super().__init__(f"until {until}")


@dataclass(frozen=True, slots=True)
class Failure:
    """Which step failed, and why: `why` where it is fit for people; `until` where it only waits."""

    step: Step
    code: str
    why: Sentence | None = None
    until: datetime | None = None


class Holder(Protocol):
    """What a step belongs to, and what is held where it fails."""

    def mark(self) -> int | None:
        """How much has been done to it so far."""

    def hold(self, failure: Failure, before: int | None, now: datetime) -> None:
        """Hold it, unless something was done to it since `before`."""


@dataclass(frozen=True, slots=True)
class OfTournament:
    """The tournament of this number."""

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


def of_tournaments(now: datetime) -> Holds:
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


def of_seasons() -> Holds:
    """Of all seasons. One statement."""
    found = Holds()
    rows = Halt.objects.exclude(season=None)
    for pk, season, mark, last in rows.values_list("pk", "season_id", "mark", "season__league__last_act"):
        if mark == last:
            found.still.add(season)
        else:
            found.again[pk] = mark
    return found


def attempt(step: Step, holder: Holder, act: Callable[..., object], /, *, now: datetime, **arguments: object) -> bool:
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
    """Why a season of a league stands still, None while all go on."""
    return Halt.objects.filter(season__league=league, mark=league.last_act).select_related("season").first()
