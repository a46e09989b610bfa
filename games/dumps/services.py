"""The dump: all public games in one file, a line each, made once a month. A worker that dies goes on where it had written last.

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
    """The dump that is there to be taken."""
    found: Dump | None = Dump.objects.filter(finished_at__isnull=False).first()
    return found


def go_on(now: datetime) -> bool:
    """Go on with the dump of this month, for `SECONDS`; whether there is more to do. When it is whole, it takes the place of older
    ones: who has deleted the account since stands in none but the last."""
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
