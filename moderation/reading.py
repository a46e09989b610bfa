"""How rows of the audit log read: whom they are about and what was different, with names and links instead of numbers."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from accounts.admin_site import NAMES
from accounts.models import User
from moderation.actions import CellLink, key_of, links_of, moment
from moderation.models import MeasureKind, TrailRow
from moderation.notifications import PERSON

SUBJECTS = {"holder": PERSON, "directors": PERSON, "account": PERSON, "tournament": "tournament"}
"""What a number in `before` or `after` is that of, by its key."""
LABELS = {
    **{kind.value: kind.label for kind in MeasureKind},
    "account": _("account"),
    "annulled": _("voided"),
    "directors": _("directors"),
    "holder": _("seat holder"),
    "hours_more": _("extra hours"),
    "mails": _("emails"),
    "tournament": _("tournament"),
    "added": _("added"),
    "tournaments": _("Tournaments"),
    "leagues": _("Leagues"),
    "rated games": _("rated games"),
    "rows": _("rows"),
    "changed": _("changed"),
    "deleted": _("deleted"),
    "action": _("action"),
}

Links = Mapping[str, CellLink]


def links_in(rows: Iterable[TrailRow], reader: User) -> Links:
    return links_of({key for row in rows for key in _keys(row)}, reader)


def _keys(row: TrailRow) -> Iterator[str]:
    yield row.about
    for values in (row.before, row.after):
        for name, value in values.items():
            yield from (_key(name, one) for one in _all(value) if _is_number(name, one))


def _all(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _is_number(name: str, value: Any) -> bool:
    return name in SUBJECTS and isinstance(value, int) and not isinstance(value, bool)


def _key(name: str, number: int) -> str:
    return key_of(SUBJECTS[name], number)


def linked(cell: CellLink) -> SafeString | str:
    return format_html('<a href="{}">{}</a>', cell.url, cell.text) if cell.url else cell.text


def changes(row: TrailRow, links: Links) -> SafeString:
    """What was different, a line each: `seat holder: Anna → bot`."""
    names = dict.fromkeys((*row.before, *row.after))
    lines = (
        (LABELS.get(name) or NAMES.get(name) or name, _shown(name, row.before, links), _shown(name, row.after, links))
        for name in names
    )
    told = (
        (of, *((was, " → ", now) if was and now and was != now else (was or now, "", ""))) for of, was, now in lines
    )
    return format_html_join(mark_safe("<br>"), "{}: {}{}{}", told)


def _shown(name: str, values: Mapping[str, Any], links: Links) -> SafeString | str:
    """A seat is counted from 1, and a time said, as on all pages."""
    if name not in values:
        return ""
    shown: list[object] = []
    for one in _all(values[name]):
        at = parse_datetime(one) if isinstance(one, str) and one[:1].isdecimal() else None
        seat = one + 1 if name == "seat" else one
        shown.append(linked(links[_key(name, one)]) if _is_number(name, one) else moment(at) if at else seat)
    return format_html_join(", ", "{}", ((one,) for one in shown))
