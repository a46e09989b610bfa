"""The records of the latest games that a search finds, in pieces: JSON lines, or a ZIP of files."""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from typing import IO, cast
from zipfile import ZIP_DEFLATED, ZipFile

from accounts.export import Sink, entry
from games.models import Game
from games.play.positions import load
from games.play.results import chance_of
from games.replay.record import record_of
from games.search.found import Search, in_time

FORMS = {"jsonl": "application/x-ndjson", "zip": "application/zip"}
MOST_RECORDS = 500
"""Games of one export, the latest: each is replayed while a web server waits."""


def latest(search: Search) -> list[int]:
    """The numbers of the games of an export. Raises BadSearch where that takes too long."""
    with in_time():
        return list(search.games.order_by(f"-{search.field}", "-pk").values_list("pk", flat=True)[:MOST_RECORDS])


def _records(games: Iterable[int]) -> Iterator[tuple[int, str]]:
    for number in games:
        with suppress(Game.DoesNotExist):  # of an import that was removed since
            play = load(number)
            if chance_of(play) is not None:  # closed since
                yield number, json.dumps(record_of(play), ensure_ascii=False)


def zipped_or_lines(games: Iterable[int], form: str, now: datetime) -> Iterator[bytes]:
    if form == "jsonl":
        yield from (f"{record}\n".encode() for _number, record in _records(games))
        return
    sink = Sink()
    with ZipFile(cast(IO[bytes], sink), "w", ZIP_DEFLATED) as packed:
        for number, record in _records(games):
            packed.writestr(entry(f"{number}.json", now), record)
            yield sink.take()
    yield sink.take()
