"""The lots of a tournament: they follow from its seed, whose commitment its log shows when registration opens, and from what
players contribute, as in a game (docs/deals.md).

A browser sends the hash of a random contribution with the registration, and opens it between the end of registration and the
start. Where there is no such time, as in cups and leagues, the seed alone decides. A contribution that was opened counts also if
its player withdraws, and none is sealed after the first was opened: nobody chooses with those of the others in hand.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

import engine
from accounts.models import User
from games.tables.contributions import Awaited
from games.tables.errors import BadContribution
from games.tables.gathering import HASH
from tournaments.lifecycle.errors import WrongState
from tournaments.lifecycle.services.log import entry_of_user, locked
from tournaments.models import Entry, EntryState, Tournament, TournamentState

Kept = list[tuple[str, str]]
"""Hash and what was opened, empty where it was not, in the order of registering."""


def commitment_of(tournament: Tournament) -> str:
    """The seed's 32 characters are the secret."""
    return engine.commitment(tournament.seed.encode())


def kept_of(tournament: Tournament) -> Kept:
    sealed = tournament.entries.exclude(sealed="").order_by("pk")
    return list(sealed.values_list("sealed", "opened"))


def drawn(tournament: Tournament, kept: Iterable[Sequence[str]], entries: Sequence[Entry]) -> list[int]:
    """The place of each entry in the order of the lots, from 0. What is drawn are numbers in the order of registering, from 1, so
    withdrawals do not change the order of the others."""
    rows = tournament.entries.order_by("pk").values_list("pk", flat=True)
    number = {pk: str(place) for place, pk in enumerate(rows, start=1)}
    opened = [bytes.fromhex(one) or None for _sealed, one in kept]
    seed = engine.seed_for(tournament.seed.encode(), "lots", contributions=opened)
    order = engine.shuffled(seed, "lot", [number[entry.pk] for entry in entries])
    return [order.index(number[entry.pk]) for entry in entries]


def seal(entry: Entry, sealed: str) -> None:
    tournament = entry.tournament
    if HASH.fullmatch(sealed) and tournament.is_open and not tournament.entries.exclude(opened="").exists():
        entry.sealed = sealed
        entry.save(update_fields=["sealed"])


def _unopened(user: User) -> QuerySet[Entry]:
    own = Entry.objects.filter(user=user, opened="", state__in=(EntryState.ENTERED, EntryState.WAITING))
    return own.exclude(sealed="").filter(tournament__state=TournamentState.OPEN)


def sealed_of(user: User) -> list[str]:
    """The player's hashes that can still be opened."""
    return list(_unopened(user).values_list("sealed", flat=True))


def awaited_of(user: User, now: datetime) -> list[Awaited]:
    """The tournaments that wait for this player's contribution: registration is over, and they have not started."""
    found = Tournament.objects.filter(pk__in=_unopened(user).values("tournament"), closes_at__lte=now)
    return [Awaited(one.pk, commitment_of(one), [sealed for sealed, _opened in kept_of(one)]) for one in found]


@transaction.atomic
def open_contribution(*, table: int, user: User, contribution: str, now: datetime) -> None:
    """Take what the player's browser had sealed. Raises WrongState while registration goes on and after the start, NotEntered,
    BadContribution."""
    tournament = locked(table, TournamentState.OPEN)
    entry = entry_of_user(tournament, user, EntryState.ENTERED, EntryState.WAITING)
    if tournament.closes_at is None or tournament.closes_at > now:
        raise WrongState
    if not HASH.fullmatch(contribution) or engine.sealed(bytes.fromhex(contribution)) != entry.sealed:
        raise BadContribution
    entry.opened = contribution
    entry.save(update_fields=["opened"])
