"""Tables, seats and people of a tournament as choices of a form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.models import Chair, TableState, Tournament

Choices = list[tuple[str, str]]


def tables(
    tournament: Tournament, director: User, states: Iterable[TableState], *, of_open_deals: bool = False
) -> Choices:
    """Tables in these states where the director does not sit, the latest round first, with who sits there. `of_open_deals`
    leaves out those whose deal another table still plays: nobody sees what came of them."""
    chairs = (
        Chair.objects.filter(round__tournament=tournament, table__state__in=list(states))
        .select_related("entry__user", "table", "round")
        .order_by("-round__number", "table__number", "table__leg", "seat")
    )
    if of_open_deals:
        chairs = chairs.exclude(table__game__deal__isnull=False, table__game__deal__released_at=None)
    found: dict[int, list[Chair]] = {}
    for chair in chairs:
        found.setdefault(chair.table_id, []).append(chair)
    return [
        (str(table), f"{place_words(seated[0])}: {', '.join(chair.entry.user.name for chair in seated)}")
        for table, seated in found.items()
        if all(chair.entry.user_id != director.pk for chair in seated)
    ]


def seats(tournament: Tournament, director: User) -> list[tuple[str, Sequence[tuple[str, str]]]]:
    """Everybody at a table whose game runs, by table: `<table>-<entry>`. Tables of the director are left out."""
    chairs = (
        Chair.objects.filter(round__tournament=tournament, table__state=TableState.RUNNING)
        .select_related("entry__user", "table", "round")
        .order_by("round__number", "table__number", "table__leg", "seat")
    )
    found: dict[int, list[Chair]] = {}
    for chair in chairs:
        found.setdefault(chair.table_id, []).append(chair)
    return [
        (place_words(seated[0]), [(f"{table}-{chair.entry_id}", chair.entry.user.name) for chair in seated])
        for table, seated in found.items()
        if all(chair.entry.user_id != director.pk for chair in seated)
    ]


def place_words(chair: Chair) -> str:
    """`Round 2, table 3`, with the game of a match where there are several."""
    values = {"round": chair.round.number, "table": chair.table.number, "game": chair.table.leg}
    if chair.table.leg > 1:
        return _("Round %(round)s, table %(table)s, game %(game)s") % values
    return _("Round %(round)s, table %(table)s") % values


def entries(tournament: Tournament, states: Iterable[str]) -> Choices:
    """Entrants in these states by name."""
    rows = tournament.entries.filter(state__in=list(states)).select_related("user")
    return sorted(((str(entry.pk), entry.user.name) for entry in rows), key=lambda one: one[1].casefold())
