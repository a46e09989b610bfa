"""Saying to the process of the streams (streams/) that somebody has something new; what it is, he asks the site himself."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Protocol, cast

from django.core.cache import caches
from django.db import transaction

from streams.words import You


class Publishing(Protocol):
    """The site's cache, which shares its server with the streams."""

    def publish(self, text: str) -> None: ...


def publish(text: object) -> None:
    """Say it now."""
    cast(Publishing, caches["default"]).publish(str(text))


def for_people(people: Iterable[int | None]) -> None:
    """Say it to these accounts once the transaction stands."""
    named = tuple(sorted({one for one in people if one is not None}))
    if named:
        transaction.on_commit(partial(publish, You(named)), robust=True)
