"""What every round has: a deal for its tables, a beginning where it was held, and its end with the last game."""

from __future__ import annotations

from datetime import datetime

import engine
from games.models import Deal
from games.play.services.deals import make_deal, release_deal
from tournaments.lifecycle import notifications
from tournaments.lifecycle.services import dues, log
from tournaments.models import Round, RoundState, Table, TableState, Tournament, What


def close_if_done(tournament: Tournament, of: Round, now: datetime) -> None:
    """Close a round of which no game is left to wait for. The tournament's row is locked; the standings follow as
    after any result."""
    if of.state != RoundState.RUNNING or of.tables.filter(state__in=[TableState.WAITING, TableState.RUNNING]).exists():
        return
    of.state, of.closed_at = RoundState.CLOSED, now
    of.save(update_fields=["state", "closed_at"])
    dues.put(tournament, What.DEADLINE, None, of.number)
    dues.put(tournament, What.REMINDER, None, of.number)
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
        dues.put(tournament, What.BEGINS, None, of.number)
        dues.put(tournament, What.DEADLINE, until, of.number)
        dues.put(tournament, What.REMINDER, until - (until - now) / 5, of.number)
        notifications.paired(tournament, of, now=now)
