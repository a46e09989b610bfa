"""Who may follow a game: asked of the site, with the cookies of the page or the token of a
program, at the address that the page itself would ask.

So there is one answer to "may this be seen", sessions are read where they are kept, and this process needs neither Django nor
a connection to the database. An answer is good for a minute.
"""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

AT_A_TIME = 4
"""Questions to the site under way: pages come first."""
PATIENCE = 5.0
"""Seconds for a question, with its waiting for others: a site that hangs lets no stream live longer than it should."""
MOST_BYTES = 20_000
PASSED_ON = ("host", "cookie", "authorization", "x-forwarded-proto", "x-forwarded-for", "user-agent")
"""What the site decides by: whose page it is, and whether it answers to this name at all."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What the page may know: the game's version, the mark of its state for these eyes, and whose eyes they are. For somebody's
    own stream the version is 0, and `known` has what the person may know of each of their games and tables and of their
    notifications."""

    version: int
    tag: str
    viewer: str
    known: dict[str, str] = field(default_factory=dict)


class SightRefused(Exception):
    """This page may not follow this game, or nobody has signed in whose stream it could be."""

    def __init__(self, status: int = 404) -> None:
        super().__init__(status)
        self.status = status


class Away(Exception):
    pass


class Door:
    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self._free = asyncio.Semaphore(AT_A_TIME)

    async def ask(self, path: str, headers: Mapping[str, str]) -> Sight:
        """What the site says at `path`. Raises SightRefused or Away."""
        sent = "".join(f"{name}: {headers[name]}\r\n" for name in PASSED_ON if name in headers)
        request = f"GET {path} HTTP/1.0\r\n{sent}X-Stream: 1\r\n\r\n"
        try:
            async with asyncio.timeout(PATIENCE), self._free:
                answer = await self._exchange(request.encode("latin-1"))
        except (OSError, TimeoutError) as error:
            raise Away from error
        return _understood(answer)

    async def _exchange(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_connection(self.host, self.port)
        try:
            writer.write(request)
            answer = b""
            while len(answer) < MOST_BYTES and (part := await reader.read(MOST_BYTES)):
                answer += part
            return answer
        finally:
            writer.close()


def _understood(answer: bytes) -> Sight:
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    status = first.split(" ")[1:2]
    if not status or status[0].startswith("5") or status == ["429"]:
        raise Away
    if status != ["200"]:
        raise SightRefused(int(status[0]) if status[0] in ("401", "403") else 404)
    fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    try:
        told = json.loads(body)
        if "version" in told:
            return Sight(int(told["version"]), fields["etag"], fields["x-viewer"])
        return Sight(0, fields["etag"], fields["x-viewer"], _known(told))
    except (ValueError, KeyError, TypeError) as error:
        raise Away from error


def _known(told: Mapping[str, Any]) -> dict[str, str]:
    """
    >>> _known({"games": [{"game": 7, "version": 3}], "tables": [], "notifications": 12})
    {'game 7': '{"game": 7, "version": 3}', 'notifications': '{"notifications": 12}'}
    """
    found = {f"game {one['game']}": one for one in told["games"]}
    found |= {f"table {one['table']}": one for one in told["tables"]}
    return {
        name: json.dumps(one)
        for name, one in (found | {"notifications": {"notifications": told["notifications"]}}).items()
    }
