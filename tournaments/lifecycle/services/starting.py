"""A tournament starts, a held round begins, and tables of a duplicate tournament get their deals."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from random import Random

from django.db import transaction

import engine
from accounts.models import User
from arbiter.kept import to_json
from arbiter.progression.feasibility import fitted, reason_against
from games.models import Deal
from games.play.services.deals import make_deal, release_deal
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import TooFewEntrants
from tournaments.lifecycle.ratings import ratings_of
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import directed, locked
from tournaments.lifecycle.words import say
from tournaments.models import (
    Entry,
    EntryState,
    Round,
    RoundState,
    Table,
    TableState,
    Tournament,
    TournamentState,
    What,
)


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


def release_held_round(tournament: Tournament, now: datetime) -> None:
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
def start(*, tournament_id: int, now: datetime, director: User | None = None) -> None:
    """Start a open tournament, by a director or by itself; a round-robin gets the groups and games that so many can play.

    Raises TooFewEntrants, NotADirector, WrongState.
    """
    tournament = (
        locked(tournament_id, TournamentState.OPEN)
        if director is None
        else directed(tournament_id, director, TournamentState.OPEN)
    )
    entries = list(tournament.entries.select_related("user").filter(state=EntryState.ENTERED))
    if (reason := reason_against(tournament.plan, len(entries))) is not None:
        raise TooFewEntrants(say(reason))
    number_entries(tournament, entries, first=1)
    plan = fitted(tournament.plan, len(entries))
    is_other, tournament.plan_text = plan != tournament.plan, to_json(plan)
    tournament.state, tournament.started_at = TournamentState.RUNNING, now
    tournament.standings_due = True
    tournament.save(update_fields=["state", "started_at", "standings_due", "plan_text"])
    log.put(tournament, What.CLOSES, None)
    log.put(tournament, What.STARTS, None)
    log.write(tournament, "started", now=now, by=director, entrants=len(entries), lots=_lots(entries))
    if is_other:
        log.write(tournament, "fitted", now=now, plan=tournament.plan_text)


def number_entries(tournament: Tournament, entries: Iterable[Entry], *, first: int) -> None:
    """Numbers by rating, the best first, from `first` on; lots by the tournament's seed, so that they can be drawn again."""
    known = list(entries)
    ratings = ratings_of([entry.user_id for entry in known])
    for entry in known:
        entry.rating = ratings.get(entry.user_id)
    known.sort(key=in_order)
    lots = list(range(first, first + len(known)))
    Random(f"{tournament.seed}:lots:{first}").shuffle(lots)
    for number, (entry, lot) in enumerate(zip(known, lots, strict=True), start=first):
        entry.number, entry.lot = number, lot
    Entry.objects.bulk_create(  # rows that are there, updated in one plain statement
        known, update_conflicts=True, unique_fields=["id"], update_fields=["number", "lot", "rating"]
    )


def in_order(entry: Entry) -> tuple[float, datetime, int]:
    """What sorts entrants with their ratings, the best seed first."""
    return -(entry.rating or 0), entry.entered_at, entry.pk


def _lots(entries: Iterable[Entry]) -> list[list[int]]:
    return sorted([entry.number or 0, entry.lot or 0] for entry in entries)
