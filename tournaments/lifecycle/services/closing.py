"""Results are taken, a round ends by the tournament's rule, and the tournament is over."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction

from arbiter.kept import to_json
from arbiter.results.games import ENDINGS, Ending, Game, Step, Unfinished, at_deadline
from arbiter.results.places import Result, result_of
from games.play.positions import load
from games.play.services.adjudication import play_out, stop_game
from tournaments.finished import game_of
from tournaments.lifecycle import notifications
from tournaments.lifecycle.applicants import number_of
from tournaments.lifecycle.services import log, standings
from tournaments.lifecycle.services.log import locked
from tournaments.lifecycle.services.starting import release
from tournaments.models import Due, Entry, Over, Round, RoundState, Table, TableState, Tournament, TournamentState, What


def close_if_done(tournament: Tournament, of: Round, now: datetime) -> None:
    """Close a round of which no game is left to wait for. The tournament's row is locked; the standings follow as
    after any result."""
    if of.state != RoundState.RUNNING or of.tables.filter(state__in=[TableState.WAITING, TableState.RUNNING]).exists():
        return
    of.state, of.closed_at = RoundState.CLOSED, now
    of.save(update_fields=["state", "closed_at"])
    log.put(tournament, What.DEADLINE, None, of.number)
    log.put(tournament, What.REMINDER, None, of.number)
    log.write(tournament, "closed", now=now, round=of.number)


def results_waiting(most: int, without: Collection[int] = ()) -> list[tuple[int, int]]:
    """Games that are over, the oldest first, each with its tournament; but for those of some tournaments."""
    found = Over.objects.exclude(game__tournament_table__round__tournament__in=without).order_by("at", "pk")
    return list(found.values_list("game__tournament_table__round__tournament", "game_id")[:most])


@transaction.atomic
def take(*, game_id: int, now: datetime) -> None:
    """Count a game that is over; close its round when it was the last. May run twice."""
    table = Table.objects.select_related("round").get(game_id=game_id)
    tournament = locked(table.round.tournament_id)
    if not Over.objects.filter(game_id=game_id).delete()[0]:
        return
    table.refresh_from_db()
    if table.state != TableState.RUNNING:
        return
    play = load(game_id)
    ending = ENDINGS.get(table.closing)
    count(tournament, table, game_of(play, number_of(tournament), ending=ending, late=table.late), now)
    release(tournament, table, now)
    close_if_done(tournament, Round.objects.get(pk=table.round_id), now)


def count(tournament: Tournament, table: Table, game: Game, now: datetime) -> None:
    """This is how the table counts from now on. Who was paired and let his seat go has vanished, whosever result the seat is."""
    result = result_of(game, tournament.plan.rule)
    keep(tournament, table, result, played=game.ending is Ending.SCORED or game.rounds > 0, now=now)
    Entry.objects.filter(chairs__table=table, number__in=game.gone).update(is_idle=True)


def keep(tournament: Tournament, table: Table, result: Result, *, played: bool, now: datetime) -> None:
    """Write a result; the standings follow it as soon as somebody has time for them."""
    table.state, table.result_text, table.was_played, table.counted_at = (
        TableState.COUNTED,
        to_json(result),
        played,
        now,
    )
    table.save(update_fields=["state", "result_text", "was_played", "counted_at", "is_corrected"])
    tournament.standings_due, tournament.version = True, tournament.version + 1
    tournament.save(update_fields=["standings_due", "version"])


def finish(tournament: Tournament, found: standings.Found, now: datetime, *, early: bool = False) -> None:
    """Its last round is closed: these standings are final. `early`: too few are left for all that was to follow. Call it with the
    tournament's row locked."""
    tournament.state, tournament.finished_at = TournamentState.FINISHED, now
    tournament.save(update_fields=["state", "finished_at"])
    Due.objects.filter(tournament=tournament).delete()
    standings.keep(tournament, found)
    places = tournament.standings.order_by("order").values_list("entry__number", "place")
    log.write(tournament, "finished", now=now, seed=tournament.seed, places=[list(one) for one in places], early=early)
    notifications.over(tournament, now=now)


@transaction.atomic
def apply(*, round_id: int, now: datetime) -> None:
    """Extend the round once, or end its games as the tournament's rule says. A round whose games have not begun, because nobody
    worked at that time, gets its whole time from now on. May run twice."""
    of = Round.objects.get(pk=round_id)
    tournament = locked(of.tournament_id)
    of.refresh_from_db()
    if tournament.state != TournamentState.RUNNING or not log.take(tournament, What.DEADLINE, of.number, now):
        return
    if of.state == RoundState.PAIRED:
        _put_off(tournament, of, tournament.plan.round_time, now)
    if of.state != RoundState.RUNNING:
        return
    running = list(
        of.tables.filter(state=TableState.RUNNING, game__isnull=False).order_by("pk").values_list("game_id", flat=True)
    )
    decided = at_deadline(tournament.plan.closing, running, was_extended=of.was_extended)
    if decided.step is Step.EXTEND and decided.by is not None:
        extend(tournament, of, decided.by, now)
        return
    how = tournament.plan.closing.then.value
    of.tables.filter(state=TableState.RUNNING).update(closing=how)
    log.write(tournament, "time over", now=now, round=of.number, running=len(running), counts=how)


def rounds_waiting(most: int, without: Collection[int] = ()) -> list[tuple[int, int]]:
    """Tables whose game is to be ended, or played out, because its round is over, each with its tournament; but for
    some tournaments."""
    found = Table.objects.filter(was_closed=False, state=TableState.RUNNING).exclude(closing="")
    found = found.exclude(round__tournament__in=without)
    return list(found.order_by("pk").values_list("round__tournament", "pk")[:most])


@transaction.atomic
def close_table(*, table_id: int, now: datetime) -> None:
    """End the game of a table as the rule says, or let bots play it out. May run twice."""
    table = Table.objects.select_related("round").get(pk=table_id)
    locked(table.round.tournament_id)
    table.refresh_from_db()
    if not table.was_closed and table.state == TableState.RUNNING and table.game_id is not None:
        close(table, now)


def close(table: Table, now: datetime) -> None:
    """Do to the game of a table what its `closing` says. The tournament's row is locked, and the table has a game."""
    assert table.game_id is not None
    play = load(table.game_id, lock=True)
    if play.game.is_running:
        table.late = [seat.index for seat in play.seats if seat.waiting]
        if table.closing == Unfinished.ADJUDICATE.value:
            play_out(game_id=table.game_id, now=now)
        else:
            stop_game(game_id=table.game_id, now=now)
    table.was_closed = True
    table.save(update_fields=["was_closed", "late"])


def extend(tournament: Tournament, of: Round, by: timedelta, now: datetime) -> None:
    """The round has more time. The tournament's row is locked."""
    of.was_extended = True
    _put_off(tournament, of, by, now)


def _put_off(tournament: Tournament, of: Round, by: timedelta, now: datetime) -> None:
    of.deadline_at = max(of.deadline_at, now) + by
    of.save(update_fields=["deadline_at", "was_extended"])
    log.put(tournament, What.DEADLINE, of.deadline_at, of.number)
    log.put(tournament, What.REMINDER, of.deadline_at - by / 5, of.number)
    log.write(tournament, "extended", now=now, round=of.number, until=of.deadline_at.isoformat())
