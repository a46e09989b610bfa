"""The next round is made: computed from what stands, then written whole in one transaction, or not at all."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from fractions import Fraction

from django.db import transaction

from tournaments.events import notices
from tournaments.events.situations import can_be_paired, first_day, situation_of
from tournaments.formats.deals import deals
from tournaments.formats.late import late_points
from tournaments.kept import VERSIONS, written
from tournaments.models import Chair, Entry, EntryState, Event, EventState, Rest, Round, RoundState, Table, What
from tournaments.plans.courses import following
from tournaments.plans.ending import left_early
from tournaments.plans.situation import NextRound, Seated, Situation, Why
from tournaments.sentences import Sentence

from . import dues, log, standings
from .finishing import finish
from .halting import Waits
from .locking import locked


def waiting(most: int, without: Collection[int] = ()) -> list[int]:
    """Running events of which no round is open: the next one is to be paired, or the event is over; but for some."""
    events = Event.objects.filter(state=EventState.RUNNING, paused_at=None).exclude(pk__in=without)
    open_rounds = Round.objects.exclude(state=RoundState.CLOSED)
    return list(events.exclude(rounds__in=open_rounds).order_by("pk").values_list("pk", flat=True)[:most])


@dataclass(frozen=True, slots=True)
class Prepared:
    """Rounds as they are to be written, and the version of the event that they follow from."""

    version: int
    situation: Situation
    rounds: tuple[NextRound, ...]
    final: standings.Found | None = None
    """Where no round follows: computed before the lock is taken, which takes a second in a large event."""


def pair_next(*, event_id: int, now: datetime) -> bool:
    """Pair what comes next in an event of which no round is open, or finish it. May run twice and beside itself: what was
    computed is written only while nothing has changed since. False when there was nothing to do, or it has changed.

    Raises a TournamentError when those who are there cannot be paired at all, and Waits when there are too few before a day.
    """
    event = Event.objects.get(pk=event_id)
    if event.state != EventState.RUNNING or event.paused_at or event.rounds.exclude(state=RoundState.CLOSED).exists():
        return False
    return _write(event_id, _prepared(event, now), now)


def _prepared(event: Event, now: datetime) -> Prepared:
    """The next rounds, of the next stage where one is over; none when the whole event is. Raises Waits where too few are here
    before a day."""
    situation = situation_of(event, now)
    if (day := first_day(event, situation, now)) is not None:
        raise Waits(datetime.combine(day, time(tzinfo=UTC)))
    found = following(situation)
    while not found and situation.stage + 1 < len(event.plan.stages):
        situation = situation_of(event, now, stage=situation.stage + 1)
        found = following(situation)
    final = None if found else standings.final(event, now)
    return Prepared(event.version, situation, found, final)


@transaction.atomic
def _write(event_id: int, prepared: Prepared, now: datetime) -> bool:
    event = locked(event_id)
    if event.version != prepared.version:
        return False
    if prepared.final is not None:
        finish(event, prepared.final, now, early=left_early(prepared.situation))
        return True
    entries = {entry.number: entry for entry in event.entries.filter(number__isnull=False)}
    between = event.plan.between if prepared.situation.done else timedelta(0)
    begins = now + max(between, event.hold or between)
    for number, one in enumerate(prepared.rounds, start=prepared.situation.done + 1):
        _write_round(event, prepared.situation, number, one, entries, now, begins)
    if event.hold is not None:
        notices.held(event, prepared.situation.done + 1, now=now)
    event.hold, event.standings_due = None, True  # byes bring their points now
    event.save(update_fields=["hold", "standings_due"])
    return True


def _write_round(
    event: Event,
    situation: Situation,
    number: int,
    one: NextRound,
    entries: dict[int | None, Entry],
    now: datetime,
    begins: datetime,
) -> None:
    plan = event.plan
    made = Round.objects.create(
        event=event,
        number=number,
        stage=situation.stage,
        made_from=one.made_from,
        made_by=f"plans:{VERSIONS['plans']}",
        why=[written(sentence, Sentence) for sentence in one.why],
        is_held=event.hold is not None,
        paired_at=now,
        begins_at=begins,
        deadline_at=begins + plan.round_time,
    )
    seat_all(event, made, one.tables, entries)
    seated = {player for table in one.tables for player in table.players}
    rests = dict(one.rests)
    for player, entry in entries.items():
        if player is not None and player not in seated and player not in rests and situation.stage == 0:
            rests[player] = _why(entry, number, now)
    Rest.objects.bulk_create(
        Rest(
            round=made, entry=entries[player], why=why.value, points=str(points_of(event, entries[player], number, why))
        )
        for player, why in sorted(rests.items())
    )
    dues.put(event, What.BEGINS, begins, number)
    dues.put(event, What.DEADLINE, made.deadline_at, number)
    dues.put(event, What.REMINDER, made.deadline_at - plan.round_time / 5, number)
    log.write(
        event,
        "paired",
        now=now,
        round=number,
        tables=[list(table.players) for table in one.tables],
        rests=[[player, why.value] for player, why in sorted(rests.items())],
        made_by=made.made_by,
    )
    if not made.is_held:
        notices.paired(event, made, now=now)


def seat_all(event: Event, of: Round, tables: Sequence[Seated], entries: Mapping[int | None, Entry]) -> None:
    """Write the tables of a round that has none, each with its deal in a duplicate event, and who sits there."""
    dealt = [deal.deal for deal in deals([table.players for table in tables])] if event.plan.is_duplicate else None
    rows = Table.objects.bulk_create(
        Table(round=of, number=index, group=table.group, leg=table.leg, deal=dealt[index - 1] if dealt else 0)
        for index, table in enumerate(tables, start=1)
    )
    Chair.objects.bulk_create(
        Chair(round=of, table=row, seat=seat, entry=entries[player], leg=table.leg)
        for row, table in zip(rows, tables, strict=True)
        for seat, player in enumerate(table.players)
    )


def _why(entry: Entry, number: int, now: datetime) -> Why:
    """Why somebody whom the pairing did not see has no game."""
    if entry.first_round > number:
        return Why.LATE
    if entry.state == EntryState.ENTERED and number in entry.requested:
        return Why.REQUESTED
    return Why.FREE if can_be_paired(entry, number, now) else Why.ABSENT


def points_of(event: Event, entry: Entry, number: int, why: Why) -> Fraction:
    """The share of a win that a round without a game gives, as the event states."""
    plan = event.plan
    if why is Why.BYE:
        return plan.bye
    if why is Why.REQUESTED:
        return plan.requested
    if why is Why.LATE:
        return late_points(plan.late, entry.first_round)[number - 1]
    return Fraction(0)
