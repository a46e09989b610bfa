"""Bringing records of finished games: a file is kept as a row, a task makes its games a few at a time, and all go again as a whole.

What a few lines brought, and that they were read, is written in one transaction: a worker that dies leaves nothing half done.
"""

import logging
import time
import zlib
from datetime import datetime, timedelta
from itertools import islice

from django.db import transaction
from django.db.models import F, Sum
from django.utils.translation import gettext_lazy as _

from accounts.limits import hold_count
from accounts.models import User
from games.errors import GameError
from games.imports.reading import Brought, Refused, read_line, write_games
from games.models import Game, GameImport

logger = logging.getLogger("games")

LARGEST = 60_000_000
"""Bytes of a file."""
MOST_LINES = 20_000
"""Of all files of one account together."""
MOST_REFUSALS = 200
"""So many lines are named with their reason; all are counted."""
BATCH = 25
LEASE = timedelta(minutes=5)
"""Longer than the work on a batch; then another worker takes it over."""
SECONDS = 10.0
"""How long one task works before other heavy work has its turn."""


class BadFile(GameError):
    code = "bad_import_file"
    sentence = _("That file has no records. Choose a file with one record per line.")
    status = 422


class FileTooLarge(GameError):
    code = "import_too_large"
    sentence = _("That file is too large. Split it into files of at most 60 MB.")
    status = 413


class TooManyImported(GameError):
    code = "too_many_imported"
    sentence = _("You can import up to 20,000 games. Remove an earlier import first.")


class ImportRunning(GameError):
    code = "import_running"
    sentence = _("Your last import is still running. Wait until it has finished.")


@transaction.atomic
def bring(*, user: User, name: str, content: bytes, now: datetime) -> GameImport:
    """Keep a file, to be worked off. Raises BadFile, FileTooLarge, ImportRunning or TooManyImported."""
    if len(content) > LARGEST:
        raise FileTooLarge
    content = content.rstrip()
    if not content:
        raise BadFile
    if (lines := content.count(b"\n") + 1) > MOST_LINES:  # before anything takes them apart
        raise TooManyImported
    hold_count(user.pk)
    own = GameImport.objects.filter(uploader=user)
    if own.filter(due_at__isnull=False).exists():
        raise ImportRunning
    if lines + (own.aggregate(all=Sum("lines"))["all"] or 0) > MOST_LINES:
        raise TooManyImported
    packed = zlib.compress(content)
    return GameImport.objects.create(
        uploader=user, name=name[:100], content=packed, lines=lines, created_at=now, due_at=now
    )


def remove(*, user: User | None, number: int, now: datetime) -> None:
    """Have all games of an import deleted, and then the import. Raises GameImport.DoesNotExist where it is not theirs; None stands
    for staff, who may remove all."""
    found = GameImport.objects.filter(pk=number, **({} if user is None else {"uploader": user}))
    if not found.filter(removed_at=None).update(removed_at=now, due_at=now) and not found.exists():
        raise GameImport.DoesNotExist


def forget_person(user: User, *, now: datetime) -> None:
    """Read no more of their files. The games that are made stay, without the name of the file and its refused lines."""
    own = GameImport.objects.filter(uploader=user)
    own.filter(due_at__isnull=False, removed_at=None).update(due_at=None, finished_at=now)
    own.update(name="", content=b"", refusals=[])


def work_on(now: datetime) -> int | None:
    """Go on with the import that has waited longest, for `SECONDS` at most. Its number; None where nothing is due."""
    due = GameImport.objects.filter(due_at__lte=now).order_by("due_at", "pk")
    number = due.values_list("pk", flat=True).first()
    if number is None or not due.filter(pk=number).update(due_at=now + LEASE):
        return None
    until = time.monotonic() + SECONDS
    packed = GameImport.objects.values_list("content", flat=True).get(pk=number)
    content = zlib.decompress(packed).split(b"\n") if packed else []
    while time.monotonic() < until:
        if not _removed_some(number) and not _read_some(number, content, now):
            return number
    GameImport.objects.filter(pk=number, due_at__isnull=False).update(due_at=now)
    return number


def _read_some(number: int, content: list[bytes], now: datetime) -> bool:
    """The next lines; False when all are read, or the import is gone. They are held against the rules before the row is locked."""
    going = GameImport.objects.filter(pk=number, due_at__isnull=False, removed_at=None)
    start = going.values_list("done", flat=True).first()
    if start is None:
        return False
    some = list(islice(enumerate(content, start=1), start, start + BATCH))
    brought, refused = list[Brought](), list[dict[str, object]]()
    for line, text in some:
        if not text.strip():
            continue
        try:
            brought.append(read_line(text))
        except Refused as error:
            refused.append({"line": line, "code": error.code, "reason": error.reason})
        except Exception:
            logger.exception("line %s of import %s", line, number)
            refused.append({"line": line, "code": "unreadable", "reason": "The line could not be read."})
    with transaction.atomic():
        row = going.select_for_update().filter(done=start).first()
        if row is None:
            return True  # another worker was quicker, or it has ended
        if brought:
            write_games(brought, row, now)
        row.done, row.made, row.refused = start + len(some), row.made + len(brought), row.refused + len(refused)
        row.refusals = [*row.refusals, *refused][:MOST_REFUSALS]
        if row.done >= row.lines:
            row.content, row.due_at, row.finished_at = b"", None, now
            logger.info("import %s: %s games, %s lines refused", number, row.made, row.refused)
        row.save()
    return row.due_at is not None


def _removed_some(number: int) -> bool:
    """Delete some games of an import that is to be removed, at the end the row; False where there is none such."""
    with transaction.atomic():
        row = GameImport.objects.select_for_update().filter(pk=number, removed_at__isnull=False).first()
        if row is None:
            return False
        some = list(Game.objects.filter(imported=row).order_by("pk").values_list("pk", flat=True)[: 4 * BATCH])
        Game.objects.filter(pk__in=some).delete()
        GameImport.objects.filter(pk=number).update(made=F("made") - len(some))
        if not some:
            row.delete()
    return True
