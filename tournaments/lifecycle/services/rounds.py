"""A round: a deal for its tables, a beginning where it was held, and its end with its last game or by the rule for its time."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction

import engine
from arbiter.results.games import Step, Unfinished, at_deadline
from games.models import Deal
from games.play.begin import make_deal, release_deal
from games.play.interventions import play_out, stop_game
from games.play.positions import load
from tournaments.lifecycle import notifications
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import locked
from tournaments.models import Round, RoundState, Table, TableState, Tournament, TournamentState, What


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


def deal_of(tournament: Tournament, of: Round, table: Table, options: engine.Options) -> Deal | None:
    """The deal that this table shares with others of its round, made with the first of them; None outside of duplicate
    tournaments. The tournament's row is locked."""
    if not table.deal:
        return None
    name = name_of_deal(tournament, of, table.deal)
    known = Deal.objects.filter(deal_id=name).first()
    return known or make_deal(deal_id=name, options=options)


def name_of_deal(tournament: Tournament, of: Round, number: int) -> str:
    """The id of a deal, by its number in its round."""
    return f"event-{tournament.pk}/round-{of.number}/{number}"


def release(tournament: Tournament, table: Table, now: datetime) -> None:
    """Open the games of a deal to all eyes once the last of its tables is over. The tournament's row is locked."""
    if not table.deal or table.game is None or table.game.deal is None:
        return
    same = Table.objects.filter(round=table.round, deal=table.deal)
    if not same.filter(state__in=[TableState.WAITING, TableState.RUNNING]).exists():
        release_deal(deal=table.game.deal, now=now)
        tournament.standings_due = True
        tournament.save(update_fields=["standings_due"])


def begin_held(tournament: Tournament, now: datetime) -> None:
    """The rounds that are held begin now, before their time or after it, with as much time as without that, and their players are
    told. The tournament's row is locked."""
    lasts = tournament.plan.round_time
    for of in tournament.rounds.filter(is_held=True, state=RoundState.PAIRED).order_by("number"):
        until = of.deadline_at - (of.begins_at - now) if now < of.begins_at else max(of.deadline_at, now + lasts)
        of.is_held, of.paired_at, of.begins_at, of.deadline_at = False, now, now, until
        of.save(update_fields=["is_held", "paired_at", "begins_at", "deadline_at"])
        log.put(tournament, What.BEGINS, None, of.number)
        log.put(tournament, What.DEADLINE, until, of.number)
        log.put(tournament, What.REMINDER, until - (until - now) / 5, of.number)
        notifications.paired(tournament, of, now=now)


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


def waiting(most: int, without: Collection[int] = ()) -> list[tuple[int, int]]:
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
