"""Bringing records of finished games: a file is kept as a row, a task makes its games a few at a time, and all go again as a whole.

What a few lines brought, and that they were read, is written in one transaction: a worker that dies leaves nothing half done.

A line of the file is held against the rules; the rows that make of it an imported game are written like those of any other.
"""

import json
import logging
import time
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from django.db import transaction
from django.db.models import F, Sum
from django.utils.translation import gettext_lazy as _

import engine
from accounts.limits import hold_count
from accounts.models import User
from accounts.names import name_key
from engine.record import Record, canonical, digest, parse_record, verify
from games.errors import GameError
from games.models import FinishedSet, Game, GameImport, Seat, Status, Tenure, Visibility
from games.play import facts
from games.play.starts import start_from

LONGEST_LINE = 200_000
TITLE = 60


class Refused(Exception):
    """A line that is no record of a finished game. `code` is stable, `reason` a sentence."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(code, reason)
        self.code, self.reason = code, reason


@dataclass(frozen=True, slots=True)
class Brought:
    """A record that holds true, and everything that it tells in order."""

    record: Record
    entries: Sequence[engine.Entry]


def read_line(line: bytes) -> Brought:
    """Raises Refused."""
    if len(line) > LONGEST_LINE:
        raise Refused("too_long", f"The line is longer than {LONGEST_LINE} bytes.")
    try:
        record = parse_record(_unwrapped(line.decode()))
        plain = json.dumps(record.to_json(), ensure_ascii=False)
        plain.encode()
        if "\\u0000" in plain:
            raise Refused("characters", "The record has a character that cannot be kept.")
        if record.result is None:
            raise Refused("not_finished", "The game of the record is not finished.")
        told: list[engine.Entry] = []
        verify(record, told)
        return Brought(record, told)
    except engine.EngineError as error:
        raise Refused(error.code, error.sentence) from None
    except UnicodeError:
        raise Refused("encoding", "The line is not text in UTF-8.") from None
    except RecursionError:
        raise Refused("malformed", "The line has too many brackets.") from None


def _unwrapped(text: str) -> str:
    """The record in a line of a dump (`games.dumps`), which has the hash that it says; another line as it is."""
    with suppress(ValueError):
        whole = json.loads(text)
        if isinstance(whole, dict) and "record" in whole:
            if not isinstance(whole["record"], dict) or digest(whole["record"]) != whole.get("sha256"):
                raise Refused("hash", "The record does not have the hash of its line.")
            return canonical(whole["record"])
    return text


def write_games(brought: Sequence[Brought], source: GameImport | None, at: datetime) -> list[Game]:
    """Make the games, in a transaction of the caller: eight statements, however many there are."""
    games: list[Game] = Game.objects.bulk_create([_game(one.record, source, at) for one in brought])
    pairs = list(zip(games, brought, strict=True))
    seats = Seat.objects.bulk_create(Seat(game=game, index=index) for game in games for index in range(game.players))
    names = (name for one in brought for name in one.record.seats)
    Tenure.objects.bulk_create(
        Tenure(seat=seat, name=name, since=at, summed=True) for seat, name in zip(seats, names, strict=True)
    )
    FinishedSet.objects.bulk_create(
        FinishedSet(game=game, name=name, edition=one.record.options.edition, over_at=at)
        for game, one in pairs
        for name in one.record.options.sets
    )
    facts.write(_facts(game, one) for game, one in pairs)
    return games


def _game(record: Record, source: GameImport | None, at: datetime) -> Game:
    assert record.result is not None
    return Game(
        title=", ".join(record.seats)[:TITLE],
        status=Status.IMPORTED,
        visibility=Visibility.PUBLIC,
        options=record.options.to_dict(),
        pace_base=timedelta(),
        seats_given=True,
        secret=b"",
        start=start_from(record),
        rules_version=record.rules_version,
        version=len(record.moves),
        ply=len(record.moves),
        is_silent=True,
        result=record.result.to_json(),
        created_at=at,
        started_at=at,
        finished_at=at,
        imported=source,
    )


def _facts(game: Game, one: Brought) -> facts.Facts:
    names = [name_key(name) for name in one.record.seats]
    return facts.facts_of(game, one.entries, len(one.record.moves), [None] * len(names), names)


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
