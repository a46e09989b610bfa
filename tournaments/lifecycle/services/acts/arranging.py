"""A round of a Swiss that is paired and has not begun is paired anew by hand: anybody at any table and seat, or with a bye."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import datetime
from itertools import chain

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from arbiter.pairing.tables.field import DUEL
from arbiter.progression.plan import Swiss
from arbiter.progression.situation import Seated, Why
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import BadRequest, WrongState
from tournaments.lifecycle.services import log, pairing
from tournaments.lifecycle.services.log import directed
from tournaments.models import Entry, EntryState, Rest, Round, Tournament, TournamentState

from .by_hand import Seating, broken_by, not_begun, note, seating_of
from .checks import reasoned
from .errors import OwnTable


@transaction.atomic
def arrange(
    *, tournament_id: int, director: User, number: int, seating: Seating, reason: str, now: datetime, private: str = ""
) -> None:
    """All tables of a round, in their order, and its byes are as this says. Who has left may be left out.

    The act names what the new pairing violates. Raises NoSuchRound, WrongState once the round begins or where it is not of a
    Swiss, BadRequest for what cannot be played, OwnTable where the director's own table would be another.
    """
    tournament = directed(tournament_id, director, TournamentState.RUNNING)
    words, of = reasoned(reason), not_begun(tournament, number)
    before = seating_of(of)
    check(tournament, of, before, seating, director)
    found, gone = broken_by(tournament, of, seating), sorted(_players(before) - _players(seating))
    _write(tournament, of, seating, gone)
    note(of)
    tables = list(seating.tables.values())
    act = log.write(
        tournament,
        "arranged",
        now=now,
        by=director,
        reason=words,
        private=private,
        round=number,
        tables=tables,
        byes=sorted(seating.byes),
        gone=gone,
        changed=sum(table not in before.tables.values() for table in tables),
        violates=[[one.code, list(one.players)] for one in found],
    )
    other = [index for index, table in enumerate(tables, start=1) if table not in before.tables.values()]
    rows = of.tables.filter(number__in=other).values_list("pk", flat=True)
    notifications.paired_anew(tournament, of, list(rows), act.number, now=now)


def check(tournament: Tournament, of: Round, before: Seating, after: Seating, director: User) -> None:
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
        if _plays(entries[number]):
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


def _plays(entry: Entry) -> bool:
    return entry.state == EntryState.ENTERED and not entry.is_idle


def _place(seating: Seating, number: int | None) -> list[int] | None:
    """The table of somebody, in the order of its seats; None for a bye."""
    return next((table for table in seating.tables.values() if number in table), None)


def _write(tournament: Tournament, of: Round, seating: Seating, gone: Collection[int]) -> None:
    entries: dict[int | None, Entry] = {entry.number: entry for entry in tournament.entries.exclude(number=None)}
    of.tables.all().delete()
    of.rests.filter(why=Why.BYE.value).delete()
    pairing.seat_all(tournament, of, [Seated(tuple(table)) for table in seating.tables.values()], entries)
    rests = [*((number, Why.BYE) for number in seating.byes), *((number, Why.ABSENT) for number in gone)]
    Rest.objects.bulk_create(
        Rest(
            round=of,
            entry=entries[number],
            why=why.value,
            points=str(pairing.points_of(tournament, entries[number], of.number, why)),
        )
        for number, why in rests
    )
    tournament.standings_due = True  # other byes bring their points
    tournament.save(update_fields=["standings_due"])
