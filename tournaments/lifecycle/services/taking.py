"""A game of a tournament ends: that is written down at once, and its result taken in later, without anybody waiting for it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from arbiter.kept import to_json
from arbiter.results import ENDINGS, Ending, Game, GameResult, result_of
from games.models import Game as GameRow
from games.play.positions import load
from tournaments.finished import NumberOf, game_of
from tournaments.lifecycle.services.log import locked
from tournaments.lifecycle.services.rounds import close_if_done, release
from tournaments.models import Entry, Over, Round, Table, TableState, Tournament


def waiting(most: int, without: Collection[int] = ()) -> list[tuple[int, int]]:
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


def keep(tournament: Tournament, table: Table, result: GameResult, *, played: bool, now: datetime) -> None:
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


def number_of(tournament: Tournament) -> NumberOf:
    """From an account to its number in the tournament. Who is not entered, such as a substitute, has a number below 0 that is
    nobody else's."""
    numbers = dict(Entry.objects.filter(tournament=tournament, number__isnull=False).values_list("user_id", "number"))
    return lambda user: numbers.get(user) or -user


def note_over(game: GameRow, now: datetime) -> None:
    """Write down that the game of a table is over, in the transaction in which it ends."""
    if Table.objects.filter(game_id=game.pk).exists():
        Over.objects.bulk_create([Over(game_id=game.pk, at=now)], ignore_conflicts=True)
