"""The records of what a search finds, in pieces, so that their number does not matter: JSON lines, or a ZIP of files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from typing import IO, cast
from zipfile import ZIP_DEFLATED, ZipFile

from django.http import QueryDict

from accounts.export import Sink, entry
from games.play.positions import load
from games.play.results import chance_of
from games.replay.record import record_of
from games.search.found import Search, listing

FORMS = {"jsonl": "application/x-ndjson", "zip": "application/zip"}


def _records(search: Search) -> Iterator[tuple[int, str]]:
    """The number and the record of each game, the latest first; no page is kept in memory but the present one."""
    found, query = listing(search), ""
    while True:
        page = found.page(QueryDict(query))
        for game in page.rows:
            play = load(game.pk)
            if chance_of(play) is not None:  # what was closed since the page was read
                yield game.pk, json.dumps(record_of(play), ensure_ascii=False)
        if not page.older:
            return
        query = page.older


def zipped_or_lines(search: Search, form: str, now: datetime) -> Iterator[bytes]:
    if form == "jsonl":
        yield from (f"{record}\n".encode() for _number, record in _records(search))
        return
    sink = Sink()
    with ZipFile(cast(IO[bytes], sink), "w", ZIP_DEFLATED) as packed:
        for number, record in _records(search):
            packed.writestr(entry(f"{number}.json", now), record)
            yield sink.take()
    yield sink.take()
