"""How long games of a pace took on this site: the median of those that were played to their end by people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import timedelta
from statistics import median
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Exists, OuterRef

from games.models import Game, Participant, Status
from games.models.clock import COLUMNS, Clock, pace_name

KEY, EVERY = "games:lengths", 3600
"""Where they are kept, and for how many seconds they are not counted again."""
LATEST = 2000
FEWEST = 5
"""Fewer games say nothing."""


class Length(NamedTuple):
    time: timedelta
    games: int


def count_lengths() -> None:
    """Count them once an hour, from the latest games. One statement."""
    if not cache.add(f"{KEY}:counted", True, timeout=EVERY):
        return
    bots = Participant.objects.filter(game=OuterRef("pk")).exclude(bot="")
    games = Game.objects.filter(~Exists(bots), status=Status.FINISHED, annulled_at=None, fact__ended=0)
    found: dict[tuple[str, int], list[int]] = defaultdict(list)
    for seats, hours, *pace in games.order_by("-finished_at").values_list("fact__seats", "fact__hours", *COLUMNS)[
        :LATEST
    ]:
        name = pace_name(Clock.read(pace))
        if name is not None and hours is not None:
            found[name, seats].append(hours)
    cache.set(
        KEY,
        {
            one: Length(timedelta(hours=median(hours)), len(hours))
            for one, hours in found.items()
            if len(hours) >= FEWEST
        },
        timeout=None,
    )


def known_lengths() -> Mapping[tuple[str, int], Length]:
    """By the name of the pace and the number of players; empty where too few games are known. No statement."""
    found: Mapping[tuple[str, int], Length] = cache.get(KEY) or {}
    return found
