"""Deadlines met and missed so far, by the log. A deadline passes in a transaction of its own, whose rows have one time: its first
row is the miss, the passes that follow from it are none.

Running games in which who is asked may be a secret begin at nought: the count would tell.
"""

from django.db import migrations
from django.db.models import Count, Exists, F, Max, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

BATCH = 1000
MET = Q(kind="move", source__in=("page", "api", "mail", "standing"))
MISSED = Q(kind__in=("move", "seat"), source="timeout")


def count(apps, editor):
    Seat, Tenure, LogRow = (apps.get_model("games", name) for name in ("Seat", "Tenure", "LogRow"))
    secret = Q(game__status="running", game__options__open_hands=False) & ~Q(game__options__sets=[])
    timed = Seat.objects.exclude(game__options__players=1).exclude(secret)
    held = LogRow.objects.filter(
        game__seats__tenures=OuterRef("pk"),
        game__seats__index=F("seat"),
        number__gt=OuterRef("since_number"),
        number__lte=OuterRef("until_number"),
    )
    ended = Tenure.objects.filter(user__isnull=False, until__isnull=False, seat__in=timed.values("pk"))
    _fill(ended, held, LogRow)
    now_held = LogRow.objects.filter(
        game__seats=OuterRef("pk"),
        game__seats__index=F("seat"),
        game__seats__tenures__user__isnull=False,
        game__seats__tenures__until__isnull=True,
        number__gt=F("game__seats__tenures__since_number"),
    )
    _fill(timed, now_held, LogRow)


def _fill(found, rows, LogRow):
    """Set both counts of what was found, a thousand rows a statement; `rows` are the log rows of each."""
    before = LogRow.objects.filter(game=OuterRef("game"), number=OuterRef("number") - 1, at=OuterRef("at"))
    met, missed = rows.filter(MET), rows.filter(MISSED).exclude(Exists(before))
    last = found.aggregate(last=Max("pk"))["last"] or 0
    for first in range(0, last + 1, BATCH):
        batch = found.filter(pk__gte=first, pk__lt=first + BATCH)
        batch.update(deadlines_met=_number(met), deadlines_missed=_number(missed))


def _number(rows):
    return Coalesce(Subquery(rows.order_by().values("game").annotate(number=Count("pk")).values("number")[:1]), 0)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_deadlines_kept"),
    ]

    operations = [
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
