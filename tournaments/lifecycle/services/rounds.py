"""A round from its beginning to its end: games begin in batches, results are taken in, and the time of the round runs out."""

from collections.abc import Collection
from datetime import datetime, timedelta
from time import monotonic

from django.db import transaction

import engine
from arbiter.kept import to_json
from arbiter.results import ENDINGS, DeadlineStep, Ending, GameResult, Unfinished, at_deadline, result_of
from games.models import Deal
from games.models import Game as GameRow
from games.play.begin import make_deal, release_deal
from games.play.interventions import play_out, stop_game
from games.play.positions import load
from games.play.seats import leave_games
from games.tables.sitting import begin_seated
from tournaments.finished import NumberOf, game_of
from tournaments.lifecycle import notifications
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import locked
from tournaments.models import (
    Chair,
    Entry,
    Over,
    Round,
    RoundState,
    Table,
    TableState,
    Tournament,
    TournamentState,
    What,
)


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
    return f"event-{tournament.pk}/round-{of.number}/{number}"


def release_deal_if_over(tournament: Tournament, table: Table, now: datetime) -> None:
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
    tournament.standings_due = True  # byes bring their points now
    tournament.save(update_fields=["standings_due"])


@transaction.atomic
def apply_deadline(*, round_id: int, now: datetime) -> None:
    """Extend the round once, or end its games by the tournament's rule. If its games could not start because no
    worker ran, it gets its whole time from now on. May run twice."""
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
    if decided.step is DeadlineStep.EXTEND and decided.by is not None:
        of.was_extended = True
        _put_off(tournament, of, decided.by, now)
        return
    how = tournament.plan.closing.then.value
    of.tables.filter(state=TableState.RUNNING).update(closing=how)
    log.write(tournament, "time over", now=now, round=of.number, running=len(running), counts=how)


def tables_to_close(most: int, without: Collection[int] = ()) -> list[tuple[int, int]]:
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
        close_game(table, now)


def close_game(table: Table, now: datetime) -> None:
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


def _put_off(tournament: Tournament, of: Round, by: timedelta, now: datetime) -> None:
    of.deadline_at = max(of.deadline_at, now) + by
    of.save(update_fields=["deadline_at", "was_extended"])
    log.put(tournament, What.DEADLINE, of.deadline_at, of.number)
    log.put(tournament, What.REMINDER, of.deadline_at - by / 5, of.number)
    log.write(tournament, "extended", now=now, round=of.number, until=of.deadline_at.isoformat())


BATCH = 10
"""Games begun in one transaction at most, so that its locks are held for some tenths of a second."""

LONGEST = 0.4
"""Seconds after which a batch begins no further game, on a machine that has much else to do."""


def rounds_to_begin(now: datetime, most: int, without: Collection[int] = ()) -> list[tuple[int, int]]:
    """Rounds whose games are to begin, each with its tournament; those of paused tournaments left out, and of some others."""
    rounds = Round.objects.filter(
        state=RoundState.PAIRED,
        begins_at__lte=now,
        tournament__paused_at=None,
        tournament__state=TournamentState.RUNNING,
    )
    rounds = rounds.exclude(tournament__in=without)
    return list(rounds.order_by("begins_at", "pk").values_list("tournament", "pk")[:most])


@transaction.atomic
def begin_batch(*, round_id: int, now: datetime) -> bool:
    """Begin the next games of a round; True while there are more. May run twice and beside itself."""
    found = Round.objects.get(pk=round_id)
    tournament = locked(found.tournament_id, TournamentState.RUNNING)
    found.refresh_from_db()
    if found.is_held:
        begin_held(tournament, now)
        found.refresh_from_db()
    tables = list(
        Table.objects.filter(round=found, game=None, state=TableState.WAITING).order_by("number", "leg")[:BATCH]
    )
    until = monotonic() + LONGEST
    for table in tables:
        begin_game(tournament, found, table, now)
        if monotonic() > until:
            break
    if Table.objects.filter(round=found, game=None, state=TableState.WAITING).exists():
        return True
    if Round.objects.filter(pk=round_id, state=RoundState.PAIRED).update(state=RoundState.RUNNING):
        log.write(tournament, "began", now=now, round=found.number)
        found.refresh_from_db()
        close_if_done(tournament, found, now)  # nobody plays in it: the only ones who would have are gone
    return False


def begin_games(*, round_id: int, now: datetime) -> None:
    while begin_batch(round_id=round_id, now=now):
        pass


def begin_game(tournament: Tournament, of: Round, table: Table, now: datetime) -> None:
    seats = [
        chair.entry.user for chair in Chair.objects.filter(table=table).select_related("entry__user").order_by("seat")
    ]
    options = tournament.options_for(len(seats))
    table.game = begin_seated(
        host=None,
        title=title_of(tournament, of, table),
        options=options,
        pace=tournament.clock,
        seats=seats,
        now=now,
        deal=deal_of(tournament, of, table, options),
        misses_before_bot=tournament.misses_before_bot,
        rated=tournament.is_rated,
        silent=not tournament.has_chat,
        tells=not notifications.tells_beginning(of, now),
    )
    for user in seats:
        if user.is_pseudonym:  # deleted since the round was paired
            leave_games(user=user, now=now)
    table.state = TableState.RUNNING
    table.save(update_fields=["game", "state"])


LONGEST_TITLE = 60


def title_of(tournament: Tournament, of: Round, table: Table) -> str:
    """The title as its row keeps it, in the site's own language; pages say it in the reader's (`extends_games.title_words`)."""
    tail = f", round {of.number}, table {table.number}"
    room = LONGEST_TITLE - len(tail)
    name = tournament.title if len(tournament.title) <= room else tournament.title[: room - 1] + "…"
    return f"{name}{tail}"


def games_to_take(most: int, without: Collection[int] = ()) -> list[tuple[int, int]]:
    """Games that are over, the oldest first, each with its tournament; but for those of some tournaments."""
    found = Over.objects.exclude(game__tournament_table__round__tournament__in=without).order_by("at", "pk")
    return list(found.values_list("game__tournament_table__round__tournament", "game_id")[:most])


@transaction.atomic
def take_result(*, game_id: int, now: datetime) -> None:
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
    game = game_of(play, number_of(tournament), ending=ending, late=table.late)
    result = result_of(game, tournament.plan.rule)
    keep_result(tournament, table, result, played=game.ending is Ending.SCORED or game.rounds > 0, now=now)
    # players who were paired and lost their seat have dropped out, whoever the seat counts for; resigning is a result
    Entry.objects.filter(chairs__table=table, number__in=game.gone).update(is_idle=True)
    release_deal_if_over(tournament, table, now)
    close_if_done(tournament, Round.objects.get(pk=table.round_id), now)


def keep_result(tournament: Tournament, table: Table, result: GameResult, *, played: bool, now: datetime) -> None:
    table.state, table.result_text, table.was_played, table.counted_at = (
        TableState.COUNTED,
        to_json(result),
        played,
        now,
    )
    table.save(update_fields=["state", "result_text", "was_played", "counted_at", "is_corrected"])
    tournament.standings_due, tournament.version = True, tournament.version + 1
    tournament.save(update_fields=["standings_due", "version"])


def number_of(tournament: Tournament) -> NumberOf:
    """From an account to its starting number. Others, such as substitutes, get a negative number of their own."""
    numbers = dict(Entry.objects.filter(tournament=tournament, number__isnull=False).values_list("user_id", "number"))
    return lambda user: numbers.get(user) or -user


def note_over(game: GameRow, now: datetime) -> None:
    """Write down that the game of a table is over, in the transaction in which it ends."""
    if Table.objects.filter(game_id=game.pk).exists():
        Over.objects.bulk_create([Over(game_id=game.pk, at=now)], ignore_conflicts=True)
