"""The games of a round begin: in batches, each game at most once."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime
from time import monotonic

from django.db import transaction
from django.utils.translation import gettext as _

from games.play.seats import leave_games
from games.tables.sitting import begin_seated
from tournaments.lifecycle import notifications
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import locked
from tournaments.lifecycle.services.rounds import begin_held, close_if_done, deal_of
from tournaments.models import Chair, Round, RoundState, Table, TableState, Tournament, TournamentState

BATCH = 10
"""Games begun in one transaction at most, so that its locks are held for some tenths of a second."""

LONGEST = 0.4
"""Seconds after which a batch begins no further game, on a machine that has much else to do."""


def waiting(now: datetime, most: int, without: Collection[int] = ()) -> list[tuple[int, int]]:
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
        begin(tournament, found, table, now)
        if monotonic() > until:
            break
    if Table.objects.filter(round=found, game=None, state=TableState.WAITING).exists():
        return True
    if Round.objects.filter(pk=round_id, state=RoundState.PAIRED).update(state=RoundState.RUNNING):
        log.write(tournament, "began", now=now, round=found.number)
        found.refresh_from_db()
        close_if_done(tournament, found, now)  # nobody plays in it: the only ones who would have are gone
    return False


def begin(tournament: Tournament, of: Round, table: Table, now: datetime) -> None:
    """Begin the game of one table, with the seats of its pairing."""
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
TAIL = re.compile(r", round (\d+), table (\d+)\Z")


def title_of(tournament: Tournament, of: Round, table: Table) -> str:
    """The title as its row keeps it, in the site's own language; pages say it in that of the reader."""
    tail = f", round {of.number}, table {table.number}"
    room = LONGEST_TITLE - len(tail)
    name = tournament.title if len(tournament.title) <= room else tournament.title[: room - 1] + "…"
    return f"{name}{tail}"


def title_words(title: str) -> str | None:
    """The same in the active language; None for a title that is none of a tournament's games."""
    found = TAIL.search(title)
    if found is None:
        return None
    tail = _("round {round}, table {table}").format(round=found[1], table=found[2])
    return f"{title[: found.start()]}, {tail}"
