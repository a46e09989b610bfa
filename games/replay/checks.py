"""Check that every finished game still follows from its deal and moves: part of the archive each night, all of it in a month.

A game that does not is an alarm (`games.due`), unless it was played under earlier rules, which are no longer here.
"""

import logging
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

import engine
from engine.record import Beacon, Contribution, Proven, result_of
from games.models import OVER, ArchiveCheck, BrokenGame, Game, Status
from games.play import position_cache
from games.play.positions import Play, load
from games.play.starts import contributions_to, record_in

logger = logging.getLogger("games.alarm")

NIGHTS = 28
LEAST = 200
"""Games of one night, where the whole archive has few."""
BATCH = 25
SECONDS = 10.0
"""How long one task works before other heavy work has its turn."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What fails, and the number of the first move that shows it."""

    ply: int
    code: str
    reason: str


def fault_in(play: Play) -> Fault | None:
    """What in a game does not match the rules; for a running one only its moves are checked."""
    result = play.game.result
    if not _is_committed(play):
        return Fault(0, "not-proven", "The deal is not the one that was shown before the game.")
    ply, state = 0, None
    try:
        for step in engine.walk(play.options, play.deal, ((row.seat, row.text) for row in play.moves)):
            ply, state = step.number, step.state
    except engine.ReplayError as error:
        return Fault(error.number, error.code, error.sentence)
    except engine.EngineError as error:
        return Fault(ply, error.code, error.sentence)
    assert state is not None
    if result is None:
        return Fault(ply, "result", "The game ends, but it was still running.") if state.is_over else None
    if state.is_over != (result["ended"] == "played out"):
        return Fault(
            ply, "result", f"The game is {'' if state.is_over else 'not '}over, but it ended: {result['ended']}."
        )
    came_to: dict[str, Any] = result_of(state, result["ended"]).to_json()
    if came_to != result:
        told = [[seat["points"] for seat in one["seats"]] for one in (result, came_to)]
        return Fault(ply, "result", f"Points were {told[0]}, now they are {told[1]}.")
    return None


def _fresh(number: int) -> Play:
    """The game as stored, not from the cache of this process."""
    position_cache.clear()
    return load(number)


def _is_committed(play: Play) -> bool:
    """Whether the secret matches the commitment of server or record, and contributions match their hashes."""
    game = play.game
    if (record := record_in(game.start)) is not None:
        chance = record.chance
        return not isinstance(chance, Proven) or (
            _are_sealed(chance.contributions)
            and chance
            == Proven.of(
                chance.secret,
                chance.table,
                chance.phrases,
                seats_given=chance.seats_given,
                is_shared=chance.is_shared,
                contributions=chance.contributions,
                beacon=(named := chance.beacon) and Beacon.of(named.address, named.round, named.signature),
            )
        )
    kept = game.deal or game
    is_bound = not kept.commitment or engine.commitment(bytes(kept.secret)) == kept.commitment
    return is_bound and _are_sealed(contributions_to(game))


def _are_sealed(given: Iterable[Contribution] | None) -> bool:
    return all(one.opened is None or engine.sealed(one.opened) == one.sealed for one in given or ())


def faults(*, running: bool = False) -> Iterator[tuple[Game, Fault]]:
    """All games that would end differently under these rules; with `running`, also those that could not continue."""
    states = (*OVER, Status.RUNNING) if running else OVER
    for number in Game.objects.filter(status__in=states).order_by("pk").values_list("pk", flat=True).iterator():
        play = _fresh(number)
        if (fault := fault_in(play)) is not None:
            yield play.game, fault


def check(number: int, now: datetime) -> bool:
    """Replay one game and store its fault. True if it has none."""
    try:
        play = _fresh(number)
    except Game.DoesNotExist:
        return True
    fault = fault_in(play)
    if fault is None:
        BrokenGame.objects.filter(game=number).delete()
        return True
    is_older = play.game.rules_version < engine.RULES_VERSION and fault.code != "not-proven"
    BrokenGame.objects.update_or_create(
        game=play.game,
        defaults={"at": now, "ply": fault.ply, "code": fault.code, "reason": fault.reason, "is_older": is_older},
    )
    logger.error("game %s does not follow from its moves at %s: %s", number, fault.ply, fault.code)
    return False


def begin_night(now: datetime) -> int:
    """Replay broken games again. Returns how many more games to replay per night, so that all are checked in a month."""
    for number in BrokenGame.objects.order_by("at").values_list("game", flat=True)[:LEAST]:
        check(number, now)
    games: int = Game.objects.filter(status__in=OVER).count()
    return max(LEAST, -(-games // NIGHTS))


def check_some(most: int, now: datetime) -> int:
    """Continue the check for `SECONDS` and at most so many games; the next check starts another night. Returns how many games
    are left for tonight."""
    walk = ArchiveCheck.objects.filter(finished_at=None).first() or ArchiveCheck.objects.create(started_at=now)
    until = time.monotonic() + SECONDS
    while most > 0 and time.monotonic() < until:
        found = Game.objects.filter(status__in=OVER, pk__gt=walk.last).order_by("pk").values_list("pk", flat=True)
        some = list(found[: min(BATCH, most)])
        if not some:
            ArchiveCheck.objects.filter(pk=walk.pk).update(finished_at=now)
            return 0
        failures = sum(not check(number, now) for number in some)
        with transaction.atomic():
            mine = ArchiveCheck.objects.filter(pk=walk.pk, last=walk.last)
            if not mine.update(last=some[-1], games=F("games") + len(some), failures=F("failures") + failures):
                return 0  # another worker is at it
        walk.last, most = some[-1], most - len(some)
    return most
