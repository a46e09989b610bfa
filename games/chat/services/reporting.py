"""Somebody finds that a line should not be there, and somebody who runs the site deals with it."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.limits import hold_count
from accounts.models import User
from games.chat.errors import EnoughForToday, OwnLine
from games.chat.limits import A_DAY, MOST_REPORTS_A_DAY
from games.chat.readers import Window, lines_for
from games.chat.services.removing import take_away
from games.chat.text import tidy
from games.models import Game, Line, Removal, Report, ReportReason
from games.play.parts import has_part
from moderation.errors import OwnMatter

AROUND = 10
"""So many lines before and after the reported one are kept with the report."""


@transaction.atomic
def report(
    *, line: Line, reporter: User, seen: Window | None, reason: ReportReason, words: str, now: datetime
) -> Report:
    """Write it down with what the reporter could read around the line. A second report of the same line by the same person is the
    first one. Raises OwnLine or EnoughForToday."""
    if line.author_id == reporter.pk:
        raise OwnLine
    hold_count(reporter.pk)
    if Report.objects.filter(reporter=reporter, at__gt=now - A_DAY).count() >= MOST_REPORTS_A_DAY:
        raise EnoughForToday
    around = lines_for(line.game, line.room, None, seen).filter(  # type: ignore[arg-type]
        number__gte=line.number - AROUND, number__lte=line.number + AROUND
    )
    context = [
        {"number": one.number, "author": one.author_id, "at": one.at.isoformat(), "text": one.text} for one in around
    ]
    made, _new = Report.objects.get_or_create(
        line=line,
        reporter=reporter,
        defaults={"reason": reason, "words": tidy(words), "context": context, "at": now},
    )
    return made


def not_own(staff: User) -> QuerySet[Report]:
    """The reports that he may read and settle: not of his own lines, nor of games in which he has a part."""
    own = Game.objects.filter(has_part(staff)).values("pk")
    return Report.objects.exclude(line__author=staff).exclude(line__game__in=own)


@transaction.atomic
def settle(*, report_id: int, staff: User, note: str | None = None, removes: bool = False, now: datetime) -> Report:
    """Somebody who runs the site has dealt with it: seen, with a `note` for his like, and with `removes` the line goes. Settling
    again changes the note or removes the line; who settled it first stays. Raises Report.DoesNotExist, and
    OwnMatter for a line of his own or of a game in which he has a part."""
    found = Report.objects.select_for_update(of=("self",)).get(pk=report_id)
    if not not_own(staff).filter(pk=report_id).exists():
        raise OwnMatter
    if found.settled_at is None:
        found.settled_at, found.settled_by = now, staff
    if note is not None:
        found.note = tidy(note)
    found.save(update_fields=["settled_at", "settled_by", "note"])
    if removes:
        line = Line.objects.select_for_update(of=("self",)).get(pk=found.line_id)
        take_away(line, by=staff, why=Removal.STAFF, now=now)
    return found
