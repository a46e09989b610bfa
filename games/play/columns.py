"""Whether the columns that lists read say what the log says, and filling those that are still empty.

A database that is older than the columns has running games without them; `manage.py prepare` fills these before the site starts.
"""

from collections.abc import Iterator

from django.db import transaction
from django.db.models import Q

from games.models import Game, Status

from .positions import load
from .summary import Glance, glance_of, kept_glance

BATCH = 500


def running_games() -> Iterator[int]:
    """The numbers of all running games, read in batches."""
    last = 0
    while found := list(
        Game.objects.filter(status=Status.RUNNING, pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH]
    ):
        yield from found
        last = found[-1]


def faults() -> Iterator[str]:
    """A sentence for each column that differs from the replay."""
    for game_id in running_games():
        play = load(game_id)
        if play.game.is_running:  # it may have ended meanwhile
            yield from (f"game {game_id}: {fault}" for fault in _differences(kept_glance(play.game), glance_of(play)))
    for game_id in (
        Game.objects.exclude(status=Status.RUNNING).exclude(glance__isnull=True).values_list("pk", flat=True)
    ):
        yield f"game {game_id}: does not run, but has a glance"


def _differences(kept: Glance | None, replayed: Glance) -> Iterator[str]:
    if kept is None:
        yield "there is no glance"
        return
    there, right = kept.to_json(), replayed.to_json()
    for name, value in right.items():
        if there[name] != value:
            yield f"{name} is {there[name]}, by replay {value}"


@transaction.atomic
def write_glance(game_id: int) -> None:
    """Replay one game and write its column anew, under its lock."""
    play = load(game_id, lock=True)
    glance = glance_of(play).to_json() if play.game.is_running else None
    Game.objects.filter(pk=game_id, version=play.game.version).update(glance=glance)


def fill() -> int:
    """Write the glances of running games that have none yet, or one of before `laid` was in it. Returns how many."""
    older = Q(glance__isnull=True) | Q(glance__laid__isnull=True)
    found = list(Game.objects.filter(older, status=Status.RUNNING).values_list("pk", flat=True))
    for game_id in found:
        write_glance(game_id)
    return len(found)
