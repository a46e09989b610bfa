"""What players contribute to the deal, so that nobody chooses it (docs/deals.md).

The browser of somebody who sits at a table sends the hash of a random contribution from the page that shows the commitment; leaving
deletes it. Who looks for a quick match sends it along, and sees the commitment when players are found. Some seconds after the table
is full, nobody can leave any more, and each browser opens its contribution. The game starts with the last, or after
`opening`. Where the operator names a beacon, a public source of chance (drand), it also waits for the round that was named
when the table closed.
Players without a hash (bots, programs, guests, pages without script, email) contribute nothing: then the deal follows from the
server's secret and what the others contribute.
"""

from __future__ import annotations

import json
import logging
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from math import ceil
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

import engine
from accounts.models import User
from engine.record import SIGNATURES
from games.models import Game, Participant, Seek, Status
from games.models.clock import Clock
from games.play import notifications
from games.play.begin import begin_game
from games.play.starts import beacon_of
from games.tables.errors import BadContribution, NotAtTable, TableClosed
from games.tables.gathering import BOT, GATHERING, HASH
from notifications.channels.http import AddressRefused, NoAnswer, ask, target_of
from notifications.services import publish_to, queue

logger = logging.getLogger("games")

AHEAD = timedelta(seconds=10)
"""So long after a table has closed its round is published, and at most one period of the beacon later."""


def beacon_line(game: Game) -> str:
    """The public round that goes into the deal; empty where none does."""
    if (named := beacon_of(game)) is None:
        return ""
    lost = game.has_begun and named.signature is None
    said = _("Round %(round)s was not available") if lost else _("Round %(round)s of a public random source")
    return f"{said % {'round': named.round}}: {named.address}"


def named(now: datetime) -> tuple[dict[str, Any] | None, datetime | None]:
    """The round for a table that closes now, as `Game.beacon` has it, and when it is published."""
    if settings.BEACON is None:
        return None, None
    url, genesis, period = settings.BEACON
    since = max(0, ceil(((now + AHEAD).timestamp() - genesis) / period))
    number, at = since + 1, datetime.fromtimestamp(genesis + since * period, UTC)
    return {"address": url.replace("{round}", str(number)), "round": number, "signature": None}, at


def published(address: str, number: int) -> bytes | None:
    """The signature of this round, whose hash is its randomness; None where nothing, or something else, is published there."""
    try:
        status, body = ask("GET", target_of(address))
        told = json.loads(body)
        signature = bytes.fromhex(told["signature"])
        if (
            status == 200
            and told["round"] == number
            and told["randomness"] == sha256(signature).hexdigest()
            and len(signature) in SIGNATURES
        ):
            return signature
        error: object = f"status {status}, or another round"
    except (AddressRefused, NoAnswer, ValueError, LookupError, TypeError, RecursionError) as raised:
        error = raised
    logger.warning("round %s of the beacon is not available: %s", number, error)
    return None


OPENING = timedelta(hours=12)
PATIENCE = timedelta(minutes=5)
"""So long after the last contribution the beacon is waited for."""
PAUSE = timedelta(seconds=10)
SECONDS = 10.0
"""How long one task asks beacons."""


def opening(clock: Clock) -> timedelta:
    """How long a full table waits for contributions."""
    return min(OPENING, clock.allowed)


@transaction.atomic
def begin_full(game: Game, *, now: datetime) -> bool:
    """Start the game of a full table, or first ask for contributions where people play each other. Call with the game's row locked.
    True if it started."""
    sitting = list(game.participants.values_list("bot", "sealed"))
    is_asked = any(sealed for _bot, sealed in sitting) and sum(not bot for bot, _sealed in sitting) > 1
    if game.sealed_at is None and game.seals and is_asked:
        game.sealed_at, game.starts_at = now, now + opening(game.clock)
        game.beacon, game.beacon_due_at = named(now)
        game.save(update_fields=["sealed_at", "starts_at", "beacon", "beacon_due_at"])
        sealed = list(game.participants.exclude(sealed="").values_list("user_id", flat=True))
        queue(notifications.deal_waits(game, sealed))
        publish_to(sealed)
        return False
    begin_game(game, now=now)
    return True


@dataclass(frozen=True, slots=True)
class Awaited:
    """A table that waits for the reader's contribution, with what their browser stores before it opens its own."""

    table: int
    commitment: str
    sealed: list[str | None]
    """The hashes of all players in the order of joining: they cannot change any more. None: this player contributes nothing."""
    beacon: str | None = None
    """The address of the public round that goes into the deal."""


def sealed_of(user: User) -> list[str]:
    """The player's hashes that can still be opened; a browser asks for no others. Two statements."""
    sits = Participant.objects.filter(user=user, opened="", game__status__in=GATHERING)
    return [
        hash
        for rows in (sits, Seek.objects.filter(user=user))
        for hash in rows.values_list("sealed", flat=True)
        if hash
    ]


def awaited_of(user: User) -> list[Awaited]:
    """Two statements, one where none waits."""
    own = Participant.objects.filter(user=user, opened="", game__status=Status.FULL, game__sealed_at__isnull=False)
    found = Game.objects.filter(pk__in=own.exclude(sealed="").values("game")).prefetch_related("participants")
    return [awaited(game) for game in found]


def awaited(game: Game) -> Awaited:
    sealed = [one.sealed or None for one in game.participants.all()]
    return Awaited(game.pk, game.commitment, sealed, game.beacon and game.beacon["address"])


@transaction.atomic
def open_contribution(*, table: int, user: User, contribution: str, now: datetime) -> Game:
    """Take the contribution that the player's browser sealed, in hex. The last one starts the game. Repeating changes nothing.

    Raises TableClosed if the table does not wait for it, NotAtTable, BadContribution if the hash differs.
    """
    game: Game = Game.objects.select_for_update().get(pk=table)
    own = game.participants.filter(user=user).first()
    if own is None:
        raise NotAtTable
    if own.opened and own.opened == contribution:
        return game
    if not game.waits_for_contributions:
        raise TableClosed
    if not HASH.fullmatch(contribution) or engine.sealed(bytes.fromhex(contribution)) != own.sealed:
        raise BadContribution
    game.participants.filter(pk=own.pk).update(opened=contribution)
    _begin_opened(game, now)
    return game


def _begin_opened(game: Game, now: datetime) -> None:
    """Begin the game if nothing is missing any more."""
    if game.participants.exclude(sealed="").filter(opened="").exists():
        return
    if game.beacon_due_at is not None:
        game.starts_at = min(game.starts_at or now, now + PATIENCE)
        game.save(update_fields=["starts_at"])
        return
    begin_game(game, now=now)
    publish_to(list(game.participants.exclude(user=None).values_list("user_id", flat=True)))


def awaiting_rounds(now: datetime) -> QuerySet[Game]:
    """Tables whose round should be published by now."""
    found: QuerySet[Game] = Game.objects.filter(status=Status.FULL, beacon_due_at__lte=now)
    return found


def take_rounds(now: datetime) -> None:
    """Ask the beacon for the rounds that tables wait for. A round that is not there is asked for again until its game begins, more
    often once only the round is missing; what is not done in `SECONDS` waits for the next task."""
    known: dict[str, bytes | None] = {}
    until = time.monotonic() + SECONDS
    for game in awaiting_rounds(now).order_by("beacon_due_at")[:200]:
        if game.beacon is None or game.starts_at is None or time.monotonic() > until:
            return
        again = now + PAUSE * (1 if game.starts_at - now <= PATIENCE else 6)
        mine = Game.objects.filter(pk=game.pk, status=Status.FULL, beacon_due_at=game.beacon_due_at)
        if not mine.update(beacon_due_at=again):
            continue  # another task is at it
        address, number = game.beacon["address"], game.beacon["round"]
        if address not in known:
            known[address] = published(address, number)
        if (signature := known[address]) is not None:
            _take_round(game.pk, signature, now)


@transaction.atomic
def _take_round(game_id: int, signature: bytes, now: datetime) -> None:
    game = Game.objects.select_for_update().get(pk=game_id)
    if not game.waits_for_contributions or game.beacon is None:
        return  # its time was over
    game.beacon, game.beacon_due_at = game.beacon | {"signature": signature.hex()}, None
    game.save(update_fields=["beacon", "beacon_due_at"])
    _begin_opened(game, now)


def seat_bot_for(user: User) -> None:
    """Give a deleted account's seat to a bot at tables that wait for contributions, because nobody can leave them. An
    unopened contribution counts as withheld."""
    waiting = Game.objects.filter(status=Status.FULL, sealed_at__isnull=False, participants__user=user)
    for game_id in list(waiting.values_list("pk", flat=True)):
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=game_id)
            if game.waits_for_contributions:
                game.participants.filter(user=user).update(user=None, bot=BOT)
