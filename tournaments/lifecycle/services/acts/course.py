"""The course of a tournament: registration closes and opens, deadlines move, it stands still and goes on, tries again, or ends."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db.models import F

from games.play.errors import NotRunning
from games.play.interventions import pause_game, resume_game
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import WrongState
from tournaments.lifecycle.services import log, standings
from tournaments.lifecycle.services.halting import LIVE, halt_of
from tournaments.models import Due, RoundState, Standing, Table, TableState, Tournament, TournamentState, What

from .checks import Ruling, in_tournament, later, open_round
from .results import take_off

REMINDED = 5
"""Who still plays is reminded when this part of the time is left."""


@in_tournament(TournamentState.OPEN)
def close_entries(ruling: Ruling[Tournament]) -> None:
    """Nobody enters by himself any more; who is in stays, and directors add others. Raises WrongState where they are closed."""
    tournament = ruling.of
    if tournament.closes_at is not None and tournament.closes_at <= ruling.now:
        raise WrongState
    tournament.closes_at = ruling.now
    tournament.save(update_fields=["closes_at"])
    log.put(tournament, What.CLOSES, None)
    ruling.write("closed entries")


@in_tournament(TournamentState.OPEN)
def reopen_entries(ruling: Ruling[Tournament]) -> None:
    """People enter again until the tournament starts. Raises WrongState where they are open."""
    tournament = ruling.of
    if tournament.closes_at is None or tournament.closes_at > ruling.now:
        raise WrongState
    tournament.closes_at = None
    tournament.save(update_fields=["closes_at"])
    ruling.write("reopened entries")


@in_tournament(TournamentState.RUNNING)
def move_deadline(ruling: Ruling[Tournament], *, number: int, at: datetime) -> None:
    """A round ends at another time, earlier or later, in the future. Raises NoSuchRound for one that is closed."""
    tournament, of = ruling.of, open_round(ruling.of, number)
    later(at, ruling.now)
    before, of.deadline_at = of.deadline_at, at
    of.save(update_fields=["deadline_at"])
    log.put(tournament, What.DEADLINE, at, number)
    log.put(tournament, What.REMINDER, at - (at - ruling.now) / REMINDED, number)
    times = {"before": before.isoformat(), "until": at.isoformat()}
    ruling.write("deadline", round=number, **times, concerned=notifications.still_playing(of))


@in_tournament(TournamentState.RUNNING)
def pause(ruling: Ruling[Tournament]) -> None:
    """Nothing is due any more, no game begins, and the clocks of all games stop. Raises WrongState where it is paused."""
    tournament = ruling.of
    if tournament.paused_at is not None:
        raise WrongState
    tournament.paused_at = ruling.now
    tournament.save(update_fields=["paused_at"])
    _at_every_game(tournament, pause_game, ruling.now)
    ruling.write("paused", concerned=notifications.in_tournament(tournament))


@in_tournament(TournamentState.RUNNING)
def resume(ruling: Ruling[Tournament]) -> None:
    """It goes on; whatever was due comes later by the length of the pause. Raises WrongState where it is not paused."""
    tournament = ruling.of
    if tournament.paused_at is None:
        raise WrongState
    lasted, tournament.paused_at = ruling.now - tournament.paused_at, None
    tournament.save(update_fields=["paused_at"])
    log.move_all(tournament, lasted)
    open_rounds = tournament.rounds.exclude(state=RoundState.CLOSED)
    open_rounds.update(deadline_at=F("deadline_at") + lasted)
    open_rounds.filter(state=RoundState.PAIRED).update(begins_at=F("begins_at") + lasted)
    _at_every_game(tournament, resume_game, ruling.now)
    seconds = int(lasted.total_seconds())
    ruling.write("resumed", seconds=seconds, concerned=notifications.in_tournament(tournament))


def _at_every_game(tournament: Tournament, act: Callable[..., None], now: datetime) -> None:
    """At tables whose games run, by the numbers of their games, which is the order in which they are locked. A game that has
    ended since its table was read has no clock to stop."""
    tables = Table.objects.filter(round__tournament=tournament, state=TableState.RUNNING, game__isnull=False)
    for table in list(tables.order_by("game_id")):
        try:
            act(game_id=table.game_id, now=now)
        except NotRunning:
            continue


@in_tournament(*LIVE)
def retry(ruling: Ruling[Tournament]) -> None:
    """The next sweep tries again what has failed. Raises WrongState where the tournament is not on hold."""
    if halt_of(ruling.of, ruling.now) is None:
        raise WrongState
    ruling.write("tried again")


@in_tournament(TournamentState.DRAFT, *LIVE)
def abandon(ruling: Ruling[Tournament], *, with_results: bool) -> None:
    """No round follows, and tables that are not decided count for nothing.

    With results, the tables that have counted stay in ratings and standings, which are final; without, none of them.
    """
    tournament, now = ruling.of, ruling.now
    has_rounds = tournament.rounds.exists()
    gone = (
        Table.objects.filter(round__tournament=tournament).exclude(state=TableState.ANNULLED).order_by("game_id", "pk")
    )
    for table in gone.exclude(state=TableState.COUNTED) if with_results else gone:
        take_off(tournament, table, now)
    tournament.rounds.exclude(state=RoundState.CLOSED).update(state=RoundState.CLOSED, closed_at=now)
    Due.objects.filter(tournament=tournament).delete()
    if has_rounds and with_results:
        standings.write(tournament, now)
    else:
        Standing.objects.filter(tournament=tournament).delete()
    tournament.state, tournament.finished_at, tournament.paused_at, tournament.standings_due = (
        TournamentState.ABANDONED,
        now,
        None,
        False,
    )
    tournament.save(update_fields=["state", "finished_at", "paused_at", "standings_due"])
    ruling.write("abandoned", with_results=with_results, seed=tournament.seed)
    notifications.over(tournament, now=now)
