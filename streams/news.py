"""Hearing the site: one connection to Redis for all streams, made anew whenever it is lost."""

from __future__ import annotations

import asyncio
import logging

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from .hub import Hub
from .words import read

logger = logging.getLogger("streams")

PAUSE = 0.5
"""Seconds between two looks for a server that is away."""
SILENT = 5.0
"""Seconds without a word, after which the server is asked whether it is there; as long again, and it is away."""


async def listen(url: str, channel: str, hub: Hub) -> None:
    """Tell `hub` what is said in the channel. Returns never."""
    while True:
        try:
            await _listen(url, channel, hub)
        except (RedisError, OSError, TimeoutError) as error:
            if hub.note_away():
                logger.error("Redis is unreachable, so pages poll: %s", error)
        await asyncio.sleep(PAUSE)


async def _listen(url: str, channel: str, hub: Hub) -> None:
    client = Redis.from_url(url, socket_connect_timeout=2, decode_responses=True, retry=Retry(NoBackoff(), 0))
    async with client, client.pubsub() as ear:
        await ear.subscribe(channel)
        is_asked = False
        while True:
            heard = await ear.get_message(timeout=SILENT)
            if heard is None:
                if is_asked:
                    raise TimeoutError("no response")
                await ear.ping()
                is_asked = True
                continue
            is_asked = False
            if heard["type"] == "subscribe":
                hub.note_back()
            elif heard["type"] == "message" and (said := read(heard["data"])):
                hub.hear(said)
