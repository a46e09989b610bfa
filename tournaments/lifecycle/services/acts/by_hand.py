"""A round that is paired and has not begun is changed by hand: two players change places, or all of a Swiss is said anew; and the
next round waits until a director has looked at it."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import chain

from django.utils.translation import gettext as _

from accounts.models import User
from arbiter.kept import written
from arbiter.pairing.tables.field import DUEL
from arbiter.pairing.violations import Violation
from arbiter.progression.courses import violations
from arbiter.progression.plan import Swiss
from arbiter.progression.situation import Seated, Why
from arbiter.sentences import Sentence
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import BadRequest, OwnTable, WrongState
from tournaments.lifecycle.services import pairing
from tournaments.lifecycle.services.acts import Ruling, entry_of, in_tournament, open_round, sits_at
from tournaments.lifecycle.services.rounds import begin_held
from tournaments.lifecycle.services.standings import plays_on
from tournaments.models import (
    Chair,
    Entry,
    Rest,
    Round,
    RoundState,
    Table,
    TableState,
    Tournament,
    TournamentState,
)

CHANGED = Sentence("The directors changed this pairing manually. See the tournament log for when and why.")


@dataclass(frozen=True, slots=True)
class Seating:
    """A round as numbers: players of each table (by its row's id, or its number) in the order of their seats, and who has a
    bye."""

    tables: dict[int, list[int]] = field(default_factory=dict)
    byes: list[int] = field(default_factory=list)

    def swapped(self, one: int, other: int) -> "Seating":
        turn = {one: other, other: one}
        return Seating(
            {table: [turn.get(player, player) for player in players] for table, players in self.tables.items()},
            sorted(turn.get(player, player) for player in self.byes),
        )


def seating_of(of: Round) -> Seating:
    tables: dict[int, list[int]] = {}
    chairs = Chair.objects.filter(round=of).order_by("table__number", "table__leg", "seat")
    for table, player in chairs.values_list("table", "entry__number"):
        tables.setdefault(table, []).append(player or 0)
    byes = Rest.objects.filter(round=of, why=Why.BYE.value).order_by("entry__number")
    return Seating(tables, [number or 0 for number in byes.values_list("entry__number", flat=True)])


def broken_by(tournament: Tournament, of: Round, seating: Seating) -> tuple[Violation, ...]:
    tables = [tuple(players) for players in seating.tables.values()]
    return violations(tournament.plan, tournament.plan.stages[of.stage], of.made_from, tables, tuple(seating.byes))


@in_tournament(TournamentState.RUNNING)
def swap(ruling: Ruling[Tournament], *, number: int, one_id: int, other_id: int) -> None:
    """Swap two players of a round, one of whom may have the bye. The log names the pairing rules that this breaks.

    Raises NoSuchRound, WrongState once the round has started, BadRequest if they cannot be swapped, OwnTable.
    """
    tournament, of = ruling.of, not_begun(ruling.of, number)
    one, other = entry_of(tournament, one_id), entry_of(tournament, other_id)
    before = seating_of(of)
    check_places(of, before, one, other, ruling.by)
    found = broken_by(tournament, of, before.swapped(one.number or 0, other.number or 0))
    turn = {one.pk: other, other.pk: one}
    chairs = list(Chair.objects.filter(round=of, entry__in=(one, other)))
    rests = list(Rest.objects.filter(round=of, entry__in=(one, other)))
    # deleted and created, since a player may not sit twice even for a moment
    Chair.objects.filter(pk__in=[chair.pk for chair in chairs]).delete()
    Rest.objects.filter(pk__in=[rest.pk for rest in rests]).delete()
    Chair.objects.bulk_create(
        Chair(round=of, table_id=row.table_id, seat=row.seat, leg=row.leg, entry=turn[row.entry_id]) for row in chairs
    )
    Rest.objects.bulk_create(Rest(round=of, entry=turn[row.entry_id], why=row.why, points=row.points) for row in rests)
    note_change(of)
    violates = [[one.code, list(one.players)] for one in found]
    act = ruling.write("swapped", round=number, players=[one.number, other.number], violates=violates)
    moved = Chair.objects.filter(round=of, entry__in=(one, other)).values_list("table", flat=True)
    notifications.paired_anew(tournament, of, list(moved), act.number, now=ruling.now)


def not_begun(tournament: Tournament, number: int) -> Round:
    """A round that is paired and of which no game has begun. Raises NoSuchRound, WrongState."""
    of = open_round(tournament, number)
    if of.state != RoundState.PAIRED or of.tables.exclude(state=TableState.WAITING).exists():
        raise WrongState
    return of


def note_change(of: Round) -> None:
    said = written(CHANGED, Sentence)
    if said not in of.why:
        of.why = [said, *of.why]
        of.save(update_fields=["why"])


def check_places(of: Round, seating: Seating, one: Entry, other: Entry, director: User) -> None:
    """Raises BadRequest if the two cannot be swapped, OwnTable if the director is one of them or plays at their
    tables."""
    where = [_where(seating, entry.number or 0) for entry in (one, other)]
    if None in where or where[0] == where[1]:
        raise BadRequest(_("Choose two players from different tables, or one with the bye."))
    own = Table.objects.filter(pk__in=[place for place in where if place])
    if any(sits_at(table, director) for table in own) or director.pk in (one.user_id, other.user_id):
        raise OwnTable


def _where(seating: Seating, player: int) -> int | None:
    """The table of a player, 0 for a bye, None if they are not in the round."""
    if player in seating.byes:
        return 0
    return next((table for table, players in seating.tables.items() if player in players), None)


@in_tournament(TournamentState.RUNNING)
def arrange(ruling: Ruling[Tournament], *, number: int, seating: Seating) -> None:
    """All tables of a round of a Swiss, in their order, and its byes are as this says. Who has left may be left out.

    The act names what the new pairing violates. Raises NoSuchRound, WrongState once the round begins or where it is not of a
    Swiss, BadRequest for what cannot be played, OwnTable where the director's own table would be another.
    """
    tournament, of = ruling.of, not_begun(ruling.of, number)
    before = seating_of(of)
    check_seating(tournament, of, before, seating, ruling.by)
    found, gone = broken_by(tournament, of, seating), sorted(_players(before) - _players(seating))
    entries: dict[int | None, Entry] = {entry.number: entry for entry in tournament.entries.exclude(number=None)}
    of.tables.all().delete()
    of.rests.filter(why=Why.BYE.value).delete()
    pairing.seat_all(tournament, of, [Seated(tuple(table)) for table in seating.tables.values()], entries)
    rests = [*((number, Why.BYE) for number in seating.byes), *((number, Why.ABSENT) for number in gone)]
    pairing.write_rests(tournament, of, rests, entries)
    tournament.standings_due = True  # other byes bring their points
    tournament.save(update_fields=["standings_due"])
    note_change(of)
    tables = list(seating.tables.values())
    other = [index for index, table in enumerate(tables, start=1) if table not in before.tables.values()]
    act = ruling.write(
        "arranged",
        round=number,
        tables=tables,
        byes=sorted(seating.byes),
        gone=gone,
        changed=len(other),
        violates=[[one.code, list(one.players)] for one in found],
    )
    rows = of.tables.filter(number__in=other).values_list("pk", flat=True)
    notifications.paired_anew(tournament, of, list(rows), act.number, now=ruling.now)


def check_seating(tournament: Tournament, of: Round, before: Seating, after: Seating, director: User) -> None:
    """Raises BadRequest for what cannot be played so, and for no change at all; OwnTable; WrongState outside of a Swiss."""
    if not isinstance(tournament.plan.stages[of.stage], Swiss):
        raise WrongState
    entries = {entry.number or 0: entry for entry in tournament.entries.select_related("user").exclude(number=None)}
    known, times = _players(before), Counter(chain(*after.tables.values(), after.byes))
    sizes: Collection[int] = (
        tournament.plan.sizes.allowed if tournament.plan.sizes and len(known) > DUEL else tournament.plan.all_sizes
    )
    for number, count in times.items():
        if number not in known:
            raise BadRequest(
                _("No player in this round has number %(number)s. Check the numbers.") % {"number": number}
            )
        if count > 1:
            raise BadRequest(_("%(name)s is listed more than once.") % {"name": entries[number].user.name})
    for number in sorted(known - times.keys()):
        if plays_on(entries[number]):
            raise BadRequest(
                _("%(name)s has neither a table nor a bye. Add one of them.") % {"name": entries[number].user.name}
            )
    for index, table in enumerate(after.tables.values(), start=1):
        if len(table) not in sizes:
            values = {"table": index, "size": len(table), "sizes": ", ".join(map(str, sorted(sizes)))}
            raise BadRequest(_("Table %(table)s has %(size)s players; this tournament allows %(sizes)s.") % values)
    if list(after.tables.values()) == list(before.tables.values()) and sorted(after.byes) == sorted(before.byes):
        raise BadRequest(_("This is already the pairing. Change something first."))
    own = next((number for number, entry in entries.items() if entry.user_id == director.pk), None)
    if own in known and _place(before, own) != _place(after, own):
        raise OwnTable


def _players(seating: Seating) -> set[int]:
    return {*chain(*seating.tables.values()), *seating.byes}


def _place(seating: Seating, number: int | None) -> list[int] | None:
    """The table of a player in seat order; None for a bye."""
    return next((table for table in seating.tables.values() if number in table), None)


SHORTEST, LONGEST = timedelta(hours=1), timedelta(days=7)


@in_tournament(TournamentState.OPEN, TournamentState.RUNNING)
def hold(ruling: Ruling[Tournament], *, lasts: timedelta | None) -> None:
    """The next round to be paired begins when a director begins it, or after this time: a tournament never depends on one account.
    None: it is not held after all. Raises BadRequest for less than an hour or more than a week."""
    if lasts is not None and not SHORTEST <= lasts <= LONGEST:
        raise BadRequest(_("A round can be on hold for one hour to one week."))
    ruling.of.hold = lasts
    ruling.of.save(update_fields=["hold"])
    ruling.write("held", seconds=int(lasts.total_seconds()) if lasts else 0)


@in_tournament(TournamentState.RUNNING)
def let_begin(ruling: Ruling[Tournament]) -> None:
    """A round that is held begins now. Raises WrongState where none is, or the tournament is paused."""
    of = ruling.of.rounds.filter(is_held=True).order_by("number").first()
    if of is None or ruling.of.paused_at is not None:
        raise WrongState
    ruling.write("let begin", round=of.number)
    begin_held(ruling.of, ruling.now)
