"""Write the dump once a month: all public games in one file, one line each. A killed worker's dump continues at its last block.

A line has the number of the game, when it finished, whether it is rated or voided, its record, and the hash of that record.
"""

import fcntl
import gzip
import hashlib
import json
import logging
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import cast

from django.conf import settings
from django.utils import translation

from engine.record import digest
from games.models import Dump, Game
from games.play.positions import Play, load
from games.play.results import chance_of
from games.replay.record import record_of
from games.selectors.queries import open_archive

logger = logging.getLogger("games")

BATCH = 100
SECONDS = 10.0
"""How long one task works before other heavy work has its turn."""


def path_of(dump: Dump) -> Path:
    return Path(settings.HOME) / "dumps" / f"st-pete-{dump.month}.jsonl.gz"


def latest() -> Dump | None:
    """The finished dump, for download."""
    found: Dump | None = Dump.objects.filter(finished_at__isnull=False).first()
    return found


def go_on(now: datetime) -> bool:
    """Continue this month's dump for `SECONDS`. True while there is more to do. The finished dump replaces older ones, so that
    no file keeps the names of accounts deleted since."""
    dump, _made = Dump.objects.get_or_create(month=f"{now:%Y-%m}", defaults={"started_at": now})
    if dump.finished_at is not None:
        return False
    path, until = path_of(dump), time.monotonic() + SECONDS
    path.parent.mkdir(mode=0o700, exist_ok=True)
    draft = path.with_suffix(".part")
    with draft.open("ab") as file, suppress(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        dump.refresh_from_db()
        file.truncate(dump.size)  # what a worker that died had not noted
        while time.monotonic() < until:
            rest = open_archive().filter(pk__gt=dump.last).order_by("pk")
            if not (some := list(rest.values_list("pk", flat=True)[:BATCH])):
                break
            lines = list(_lines(some))
            file.write(
                gzip.compress("".join(lines).encode(), mtime=0)
            )  # of such parts, one after the other, a file may be made
            file.flush()
            dump.last, dump.games, dump.size = some[-1], dump.games + len(lines), file.tell()
            dump.save(update_fields=["last", "games", "size"])
        else:
            return True
        with draft.open("rb") as whole:
            dump.sha256 = hashlib.file_digest(whole, "sha256").hexdigest()
        draft.replace(path)
        dump.finished_at = now
        dump.save(update_fields=["sha256", "finished_at"])
        logger.info("dump %s: %s games, %s bytes", dump.month, dump.games, dump.size)
        for older in Dump.objects.exclude(pk=dump.pk):
            path_of(older).unlink(missing_ok=True)
            path_of(older).with_suffix(".part").unlink(missing_ok=True)
            older.delete()
    return False


def _lines(numbers: list[int]) -> Iterator[str]:
    with translation.override("en"):  # the names of former players
        for number in numbers:
            with suppress(Game.DoesNotExist):
                play = load(number)
                if chance_of(play) is not None:  # closed since
                    yield f"{json.dumps(_line(play), ensure_ascii=False)}\n"


def _line(play: Play) -> dict[str, object]:
    game, record = play.game, record_of(play)
    return {
        "game": game.pk,
        "finished": cast(datetime, game.finished_at).date().isoformat(),
        "rated": game.rated,
        "voided": game.is_annulled,
        "sha256": digest(record),
        "record": record,
    }
