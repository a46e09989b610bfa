"""What a game of an event is called."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

from tournaments.models import Event, Round, Table

LONGEST = 60
TAIL = re.compile(r", round (\d+), table (\d+)\Z")


def title_of(event: Event, of: Round, table: Table) -> str:
    """The title as its row keeps it, in the site's own language; pages say it in that of the reader."""
    tail = f", round {of.number}, table {table.number}"
    room = LONGEST - len(tail)
    name = event.title if len(event.title) <= room else event.title[: room - 1] + "…"
    return f"{name}{tail}"


def told(title: str) -> str | None:
    """The same in the active language; None for a title that is none of an event's games."""
    found = TAIL.search(title)
    if found is None:
        return None
    tail = _("round {round}, table {table}").format(round=found[1], table=found[2])
    return f"{title[: found.start()]}, {tail}"
