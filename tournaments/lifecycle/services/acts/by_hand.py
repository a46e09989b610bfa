"""A round that is paired and has not begun is changed by hand: two players change places, or all is said anew."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from arbiter.kept import written
from arbiter.pairing.violations import Violation
from arbiter.progression.courses import violations
from arbiter.progression.situation import Why
from arbiter.sentences import Sentence
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import BadRequest, WrongState
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import directed
from tournaments.models import Chair, Entry, Rest, Round, RoundState, Table, TableState, Tournament, TournamentState

from .checks import entry_of, open_round, reasoned, sits_at
from .errors import OwnTable

CHANGED = Sentence("The directors changed this pairing manually. See the tournament log for when and why.")


@dataclass(frozen=True, slots=True)
class Seating:
    """A round as numbers: players of each table (by its row's id, or its number) in the order of their seats, and who has a
    bye."""

    tables: dict[int, list[int]] = field(default_factory=dict)
    byes: list[int] = field(default_factory=list)

    def swapped(self, one: int, other: int) -> Seating:
        """The same with two players in each other's places."""
        turn = {one: other, other: one}
        return Seating(
            {table: [turn.get(player, player) for player in players] for table, players in self.tables.items()},
            sorted(turn.get(player, player) for player in self.byes),
        )


def seating_of(of: Round) -> Seating:
    """The round as it is paired now."""
    tables: dict[int, list[int]] = {}
    chairs = Chair.objects.filter(round=of).order_by("table__number", "table__leg", "seat")
    for table, player in chairs.values_list("table", "entry__number"):
        tables.setdefault(table, []).append(player or 0)
    byes = Rest.objects.filter(round=of, why=Why.BYE.value).order_by("entry__number")
    return Seating(tables, [number or 0 for number in byes.values_list("entry__number", flat=True)])


def broken_by(tournament: Tournament, of: Round, seating: Seating) -> tuple[Violation, ...]:
    """What this seating violates of the rules that the round was paired by."""
    tables = [tuple(players) for players in seating.tables.values()]
    return violations(tournament.plan, tournament.plan.stages[of.stage], of.made_from, tables, tuple(seating.byes))


@transaction.atomic
def swap(
    *,
    tournament_id: int,
    director: User,
    number: int,
    one_id: int,
    other_id: int,
    reason: str,
    now: datetime,
    private: str = "",
) -> None:
    """Two entrants change places in a round, one of whom may have the bye.

    The act names what the new pairing violates. Raises NoSuchRound, WrongState once the round begins, BadRequest for two
    who have no place to change, OwnTable.
    """
    tournament = directed(tournament_id, director, TournamentState.RUNNING)
    words, of = reasoned(reason), not_begun(tournament, number)
    one, other = entry_of(tournament, one_id), entry_of(tournament, other_id)
    before = seating_of(of)
    check_places(of, before, one, other, director)
    after = before.swapped(one.number or 0, other.number or 0)
    found = broken_by(tournament, of, after)
    _write(of, one, other)
    note(of)
    act = log.write(
        tournament,
        "swapped",
        now=now,
        by=director,
        reason=words,
        private=private,
        round=number,
        players=[one.number, other.number],
        violates=[[one.code, list(one.players)] for one in found],
    )
    moved = Chair.objects.filter(round=of, entry__in=(one, other)).values_list("table", flat=True)
    notifications.paired_anew(tournament, of, list(moved), act.number, now=now)


def not_begun(tournament: Tournament, number: int) -> Round:
    """A round that is paired and of which no game has begun. Raises NoSuchRound, WrongState."""
    of = open_round(tournament, number)
    if of.state != RoundState.PAIRED or of.tables.exclude(state=TableState.WAITING).exists():
        raise WrongState
    return of


def note(of: Round) -> None:
    """What explains the pairing says first that it was changed."""
    said = written(CHANGED, Sentence)
    if said not in of.why:
        of.why = [said, *of.why]
        of.save(update_fields=["why"])


def check_places(of: Round, seating: Seating, one: Entry, other: Entry, director: User) -> None:
    """Raises BadRequest where two cannot change places, OwnTable where it concerns the director himself."""
    where = [_place(seating, entry.number or 0) for entry in (one, other)]
    if None in where or where[0] == where[1]:
        raise BadRequest(_("Choose two players from different tables, or one with the bye."))
    own = Table.objects.filter(pk__in=[place for place in where if place])
    if any(sits_at(table, director) for table in own) or director.pk in (one.user_id, other.user_id):
        raise OwnTable


def _place(seating: Seating, player: int) -> int | None:
    """The table where a player sits, 0 for a bye, None for who is not in the round."""
    if player in seating.byes:
        return 0
    return next((table for table, players in seating.tables.items() if player in players), None)


def _write(of: Round, one: Entry, other: Entry) -> None:
    """Their chairs and rests, made anew because nobody may sit twice in a round, not even for a moment."""
    turn = {one.pk: other, other.pk: one}
    chairs = list(Chair.objects.filter(round=of, entry__in=(one, other)))
    rests = list(Rest.objects.filter(round=of, entry__in=(one, other)))
    Chair.objects.filter(pk__in=[chair.pk for chair in chairs]).delete()
    Rest.objects.filter(pk__in=[rest.pk for rest in rests]).delete()
    Chair.objects.bulk_create(
        Chair(round=of, table_id=row.table_id, seat=row.seat, leg=row.leg, entry=turn[row.entry_id]) for row in chairs
    )
    Rest.objects.bulk_create(Rest(round=of, entry=turn[row.entry_id], why=row.why, points=row.points) for row in rests)
