"""What a game of a tournament is called."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

from tournaments.models import Round, Table, Tournament

LONGEST = 60
TAIL = re.compile(r", round (\d+), table (\d+)\Z")


def title_of(tournament: Tournament, of: Round, table: Table) -> str:
    """The title as its row keeps it, in the site's own language; pages say it in that of the reader."""
    tail = f", round {of.number}, table {table.number}"
    room = LONGEST - len(tail)
    name = tournament.title if len(tournament.title) <= room else tournament.title[: room - 1] + "…"
    return f"{name}{tail}"


def told(title: str) -> str | None:
    """The same in the active language; None for a title that is none of a tournament's games."""
    found = TAIL.search(title)
    if found is None:
        return None
    tail = _("round {round}, table {table}").format(round=found[1], table=found[2])
    return f"{title[: found.start()]}, {tail}"
