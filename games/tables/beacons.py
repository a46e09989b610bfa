"""Rounds of a public source of chance (drand) that go into deals, where the operator names one (docs/deals.md).

A round is named when a table closes and is published a little later, so nobody could know it before. The beacon's signature is
not checked here: anybody compares the round with the published one.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from math import ceil
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from engine.record import SIGNATURES
from games.models import Game
from games.play.starts import beacon_of
from notifications.channels.http import AddressRefused, NoAnswer, ask, target_of

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
