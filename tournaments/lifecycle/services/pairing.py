"""The next round is made: computed from what stands, then written whole in one transaction, or not at all. Or it was the last."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from fractions import Fraction

from django.db import transaction

from arbiter.formats.duplicate import deals
from arbiter.formats.groups import late_points
from arbiter.kept import VERSIONS, written
from arbiter.progression.courses import following
from arbiter.progression.situation import NextRound, Seated, Situation, Why, left_early
from arbiter.sentences import Sentence
from tournaments.lifecycle import notifications
from tournaments.lifecycle.services import log, standings
from tournaments.lifecycle.services.log import locked
from tournaments.lifecycle.services.standings import can_be_paired, first_day, situation_of
from tournaments.models import (
    Chair,
    Due,
    Entry,
    EntryState,
    Rest,
    Round,
    RoundState,
    Table,
    TableState,
    Tournament,
    TournamentState,
    What,
)


class Waits(Exception):
    def __init__(self, until: datetime) -> None:
        self.until = until
        super().__init__(f"until {until}")


def waiting(most: int, without: Collection[int] = ()) -> list[int]:
    """Running tournaments of which no round is open: the next one is to be paired, or the tournament is over; but for some."""
    tournaments = Tournament.objects.filter(state=TournamentState.RUNNING, paused_at=None).exclude(pk__in=without)
    open_rounds = Round.objects.exclude(state=RoundState.CLOSED)
    return list(tournaments.exclude(rounds__in=open_rounds).order_by("pk").values_list("pk", flat=True)[:most])


@dataclass(frozen=True, slots=True)
class Prepared:
    """Rounds as they are to be written, and the version of the tournament that they follow from."""

    version: int
    situation: Situation
    rounds: tuple[NextRound, ...]
    final: standings.FoundStandings | None = None
    """Where no round follows: computed before the lock is taken, which takes a second in a large tournament."""


def pair_next(*, tournament_id: int, now: datetime) -> bool:
    """Pair what comes next in a tournament of which no round is open, or finish it. May run twice and beside itself: what was
    computed is written only while nothing has changed since. False when there was nothing to do, or it has changed.

    Raises a TournamentError when those who are there cannot be paired at all, and Waits when there are too few before a day.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    if (
        tournament.state != TournamentState.RUNNING
        or tournament.paused_at
        or tournament.rounds.exclude(state=RoundState.CLOSED).exists()
    ):
        return False
    return _write(tournament_id, _prepared(tournament, now), now)


def _prepared(tournament: Tournament, now: datetime) -> Prepared:
    """The next rounds, of the next stage where one is over; none when the whole tournament is. Raises Waits where too few are here
    before a day."""
    situation = situation_of(tournament, now)
    if (day := first_day(tournament, situation, now)) is not None:
        raise Waits(datetime.combine(day, time(tzinfo=UTC)))
    found = following(situation)
    while not found and situation.stage + 1 < len(tournament.plan.stages):
        situation = situation_of(tournament, now, stage=situation.stage + 1)
        found = following(situation)
    final = None if found else standings.final_standings(tournament, now)
    return Prepared(tournament.version, situation, found, final)


@transaction.atomic
def _write(tournament_id: int, prepared: Prepared, now: datetime) -> bool:
    tournament = locked(tournament_id)
    if tournament.version != prepared.version:
        return False
    if prepared.final is not None:
        finish(tournament, prepared.final, now, early=left_early(prepared.situation))
        return True
    entries = {entry.number: entry for entry in tournament.entries.filter(number__isnull=False)}
    between = tournament.plan.between if prepared.situation.done else timedelta(0)
    begins = now + max(between, tournament.hold or between)
    for number, one in enumerate(prepared.rounds, start=prepared.situation.done + 1):
        _write_round(tournament, prepared.situation, number, one, entries, now, begins)
    if tournament.hold is not None:
        notifications.held(tournament, prepared.situation.done + 1, now=now)
    tournament.hold, tournament.standings_due = None, True  # byes bring their points now
    tournament.save(update_fields=["hold", "standings_due"])
    return True


def _write_round(
    tournament: Tournament,
    situation: Situation,
    number: int,
    one: NextRound,
    entries: dict[int | None, Entry],
    now: datetime,
    begins: datetime,
) -> None:
    plan = tournament.plan
    made = Round.objects.create(
        tournament=tournament,
        number=number,
        stage=situation.stage,
        made_from=one.made_from,
        made_by=f"progression:{VERSIONS['progression']}",
        why=[written(sentence, Sentence) for sentence in one.why],
        is_held=tournament.hold is not None,
        paired_at=now,
        begins_at=begins,
        deadline_at=begins + plan.round_time,
    )
    seat_all(tournament, made, one.tables, entries)
    seated = {player for table in one.tables for player in table.players}
    rests = dict(one.rests)
    for player, entry in entries.items():
        if player is not None and player not in seated and player not in rests and situation.stage == 0:
            rests[player] = _why(entry, number, now)
    write_rests(tournament, made, sorted(rests.items()), entries)
    log.put(tournament, What.BEGINS, begins, number)
    log.put(tournament, What.DEADLINE, made.deadline_at, number)
    log.put(tournament, What.REMINDER, made.deadline_at - plan.round_time / 5, number)
    log.write(
        tournament,
        "paired",
        now=now,
        round=number,
        tables=[list(table.players) for table in one.tables],
        rests=[[player, why.value] for player, why in sorted(rests.items())],
        made_by=made.made_by,
    )
    if not made.is_held:
        notifications.paired(tournament, made, now=now)


def seat_all(tournament: Tournament, of: Round, tables: Sequence[Seated], entries: Mapping[int | None, Entry]) -> None:
    """Write the tables of a round that has none, each with its deal in a duplicate tournament, and who sits there."""
    dealt = deals([table.players for table in tables]) if tournament.plan.is_duplicate else None
    rows = Table.objects.bulk_create(
        Table(round=of, number=index, group=table.group, leg=table.leg, deal=dealt[index - 1] if dealt else 0)
        for index, table in enumerate(tables, start=1)
    )
    Chair.objects.bulk_create(
        Chair(round=of, table=row, seat=seat, entry=entries[player], leg=table.leg)
        for row, table in zip(rows, tables, strict=True)
        for seat, player in enumerate(table.players)
    )


def write_rests(
    tournament: Tournament, of: Round, rests: Iterable[tuple[int, Why]], entries: Mapping[int | None, Entry]
) -> None:
    Rest.objects.bulk_create(
        Rest(round=of, entry=entry, why=why.value, points=str(points_of(tournament, entry, of.number, why)))
        for player, why in rests
        for entry in [entries[player]]
    )


def _why(entry: Entry, number: int, now: datetime) -> Why:
    if entry.first_round > number:
        return Why.LATE
    if entry.state == EntryState.ENTERED and number in entry.requested:
        return Why.REQUESTED
    return Why.FREE if can_be_paired(entry, number, now) else Why.ABSENT


def points_of(tournament: Tournament, entry: Entry, number: int, why: Why) -> Fraction:
    """The share of a win that a round without a game gives."""
    plan = tournament.plan
    if why is Why.BYE:
        return plan.bye
    if why is Why.REQUESTED:
        return plan.requested
    if why is Why.LATE:
        return late_points(plan.late, entry.first_round)[number - 1]
    return Fraction(0)


def finish(tournament: Tournament, found: standings.FoundStandings, now: datetime, *, early: bool = False) -> None:
    """Its last round is closed: these standings are final. `early`: too few are left for all that was to follow. Call it with the
    tournament's row locked."""
    tournament.state, tournament.finished_at = TournamentState.FINISHED, now
    tournament.save(update_fields=["state", "finished_at"])
    Due.objects.filter(tournament=tournament).delete()
    standings.keep_standings(tournament, found)
    if early and not tournament.rounds.filter(tables__state=TableState.COUNTED).exists():
        tournament.standings.all().delete()  # without any result nobody has a place
    places = tournament.standings.order_by("order").values_list("entry__number", "place")
    log.write(tournament, "finished", now=now, seed=tournament.seed, places=[list(one) for one in places], early=early)
    notifications.over(tournament, now=now)
