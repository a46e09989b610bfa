"""Which deal a table of a duplicate tournament plays; all other games have one of their own."""

from __future__ import annotations

from datetime import datetime

import engine
from games.models import Deal
from games.play.services.deals import make_deal, release_deal
from tournaments.models import Round, Table, TableState, Tournament


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
