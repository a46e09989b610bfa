"""Write the dump once a month: all public games in one file, one line each. A killed worker's dump continues at its last block.

A line has the number of the game, when it finished, whether it is rated or voided, its record, and the hash of that record. Where
pyarrow is installed, a second file holds the same as Parquet, with the record as text.
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
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import cast

from django.conf import settings
from django.utils import translation

from engine.record import canonical, digest
from games.models import Dump, Game
from games.play.positions import Play, load
from games.play.results import chance_of
from games.replay.record import record_of
from games.selectors.queries import open_archive

logger = logging.getLogger("games")

BATCH = 100
SECONDS = 10.0
"""How long one task works before other heavy work has its turn."""


LINES, PARQUET = "jsonl.gz", "parquet"


def path_of(dump: Dump, form: str = LINES) -> Path:
    return Path(settings.HOME) / "dumps" / f"st-pete-{dump.month}.{form}"


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
            # of such parts, one after the other, a file may be made
            file.write(gzip.compress("".join(lines).encode(), mtime=0))
            file.flush()
            dump.last, dump.games, dump.size = some[-1], dump.games + len(lines), file.tell()
            dump.save(update_fields=["last", "games", "size"])
        else:
            return True
        dump.sha256 = _hash_of(draft)
        if find_spec("pyarrow"):
            table = _as_parquet(draft, path_of(dump, PARQUET))
            dump.parquet_size, dump.parquet_sha256 = table.stat().st_size, _hash_of(table)
        draft.replace(path)
        dump.finished_at = now
        dump.save(update_fields=["sha256", "parquet_size", "parquet_sha256", "finished_at"])
        logger.info("dump %s: %s games, %s bytes", dump.month, dump.games, dump.size)
        for older in Dump.objects.exclude(pk=dump.pk):
            for form in (LINES, PARQUET, "jsonl.part"):
                path_of(older, form).unlink(missing_ok=True)
            older.delete()
    return False


def _hash_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _as_parquet(lines: Path, path: Path) -> Path:
    import pyarrow as arrow
    from pyarrow.parquet import ParquetWriter

    text, truth = arrow.string(), arrow.bool_()
    kinds = {"game": arrow.int64(), "finished": text, "rated": truth, "voided": truth, "sha256": text, "record": text}
    schema = arrow.schema(list(kinds.items()))
    with gzip.open(lines, "rt", encoding="utf-8") as file, ParquetWriter(path, schema, compression="zstd") as writer:
        while some := [json.loads(line) for line in islice(file, 10 * BATCH)]:
            rows = [one | {"record": canonical(one["record"])} for one in some]
            writer.write_table(arrow.Table.from_pylist(rows, schema=schema))
    return path


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
