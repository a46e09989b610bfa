"""The ASGI application: `GET /streams/<game>/`, `GET /streams/mine/` and nothing else.

Server-sent events. `look`: something has changed, and the version of the game is this one. `beat`: nothing has, so many
seconds have gone by. Both say the version and nothing more. A person's own stream says with `look` which of their games, tables
or notifications have changed, as the site answers them at `/api/v1/pulse/`.
"""

import asyncio
import contextlib
import ipaddress
import re
from collections.abc import Awaitable, Callable, Mapping
from random import random
from typing import Any
from urllib.parse import urlsplit

from streams.hub import Full, Hub, Mine, Stream

from .door import Away, Door, Sight, SightRefused
from .words import mark_of, mark_of_token

Scope = Mapping[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

ADDRESS = re.compile(r"/streams/([0-9]{1,18}|mine)/")
SESSION = "sessionid"
BEAT = 20.0
"""Seconds. A page that hears nothing for longer asks for itself; proxies close what is silent for a minute."""
CHECK = 30.0
"""Seconds between two questions whether this page may still listen; `games.play.seen` knows by them that it is open."""
LONGEST, SOON = 60.0, 5.0
"""Seconds for which an answer counts while the site gives no other, and those between two tries to get one."""
AGAIN = 1.0
"""Seconds between two questions at least, however much is new for somebody."""
SENDING = 10.0
"""Seconds within which a page takes what it is told."""

ANYBODY = "*"
ALLOWED = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-headers", b"Authorization"),
    (b"access-control-max-age", b"7200"),
)
"""What a browser learns that asks whether a page of another site may send a token."""


class App:
    """`proxies` stand in front of the site and of this. Without any, its pages come here from another port of the same host."""

    def __init__(self, hub: Hub, door: Door, *, proxies: int = 0, check: float = CHECK) -> None:
        self.hub, self.door, self.proxies, self.check = hub, door, proxies, check

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise NotImplementedError(scope["type"])
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        found = ADDRESS.fullmatch(scope["path"])
        origin = headers.get("origin", "")
        if origin and not self._is_ours(origin, headers.get("host", "")):  # of another site: a token counts, no cookie
            origin = ANYBODY
            headers.pop("cookie", None)
        if found is None:
            await _refuse(send, 404)
        elif (
            scope["method"] == "OPTIONS"
            and "authorization" in headers.get("access-control-request-headers", "").lower()
        ):
            await _refuse(send, 204, *ALLOWED)
        elif scope["method"] != "GET":
            await _refuse(send, 405)
        elif origin == ANYBODY and "authorization" not in headers:
            await _refuse(send, 403)
        else:
            address = network_of(headers.get("x-forwarded-for", ""), scope.get("client"), self.proxies)
            mark = _mark(headers)
            stream = Mine(0, mark, address) if found[1] == "mine" else Stream(int(found[1]), mark, address)
            await self._serve(stream, headers, origin, receive, send)

    def _is_ours(self, origin: str, host: str) -> bool:
        """A page of this site: of the same host, from this port or, without a proxy, from the site's."""
        try:
            page, here = urlsplit(origin), urlsplit(f"//{host}")
            return page.hostname == here.hostname and (
                page.netloc == here.netloc or (not self.proxies and (page.port or 80) == self.door.port)
            )
        except ValueError:
            return False

    async def _serve(
        self, stream: Stream, headers: Mapping[str, str], origin: str, receive: Receive, send: Send
    ) -> None:
        try:
            self.hub.let_in(stream)
        except Full:
            return await _refuse(send, 503)
        try:
            try:
                sight = await self.door.ask(stream.asks, headers)
            except SightRefused as refused:
                return await _refuse(send, refused.status)
            except Away:
                return await _refuse(send, 503)
            stream.begin(sight)
            self.hub.follow(stream)
            await _begin(send, origin)
            tasks = [
                asyncio.create_task(self._check(stream, sight, headers)),
                asyncio.create_task(_gone(stream, receive)),
            ]
            try:
                await _tell(stream, send)
            finally:
                for task in tasks:
                    task.cancel()
        finally:
            self.hub.let_go(stream)

    async def _check(self, stream: Stream, sight: Sight, headers: Mapping[str, str]) -> None:
        """Ask again and again whether this page may listen, and whether it has missed something. Ends the stream when it may
        not, when somebody else sits before it, and when nobody has said for a minute that it may."""
        clock = asyncio.get_running_loop().time
        confirmed, pause = clock(), self.check * (0.8 + 0.2 * random())
        while not stream.is_over:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await stream.ask.wait()
            if not stream.is_over and (early := confirmed + AGAIN - clock()) > 0:
                await asyncio.sleep(early)
            stream.ask.clear()
            try:
                latest = await self.door.ask(stream.asks, headers)
            except SightRefused:
                return stream.end()
            except Away:
                if clock() - confirmed > LONGEST - 2 * SOON:
                    return stream.end()
                pause = SOON
                continue
            if latest.viewer != sight.viewer:
                return stream.end()
            stream.learn(latest, sight)
            self.hub.follow(stream)
            sight, confirmed, pause = latest, clock(), self.check * (0.8 + 0.2 * random())


async def _tell(stream: Stream, send: Send) -> None:
    """Send what there is to tell until the stream is over or the page takes nothing any more."""
    while not stream.is_over:
        stream.news.clear()
        body = stream.words()
        try:
            async with asyncio.timeout(SENDING):
                await send({"type": "http.response.body", "body": body, "more_body": True})
        except (OSError, TimeoutError):
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(BEAT):
                await stream.news.wait()
    with contextlib.suppress(OSError):
        await send({"type": "http.response.body", "body": b""})


async def _gone(stream: Stream, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()


async def _begin(send: Send, origin: str) -> None:
    headers = [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
        (b"x-content-type-options", b"nosniff"),
        (b"vary", b"Origin, Cookie"),
    ]
    if origin:
        headers.append((b"access-control-allow-origin", origin.encode("latin-1")))
    if origin not in ("", ANYBODY):
        headers.append((b"access-control-allow-credentials", b"true"))
    await send({"type": "http.response.start", "status": 200, "headers": headers})


async def _refuse(send: Send, status: int, *more: tuple[bytes, bytes]) -> None:
    headers = [(b"content-length", b"0"), (b"cache-control", b"no-store"), *more]
    if status == 503:
        headers.append((b"retry-after", b"60"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def _mark(headers: Mapping[str, str]) -> str:
    """What the token or the session of a request is called; empty for a visitor."""
    if token := headers.get("authorization", "").rpartition(" ")[2]:
        return mark_of_token(token)
    session = _cookie(headers.get("cookie", ""), SESSION)
    return mark_of(session) if session else ""


def _cookie(header: str, name: str) -> str:
    for part in header.split(";"):
        key, _, value = part.strip().partition("=")
        if key == name:
            return value
    return ""


def network_of(forwarded: str, client: object, proxies: int) -> str:
    """Where somebody comes from, as the outermost of our proxies saw it; of an IPv6 address the network of a household.

    >>> network_of("203.0.113.9, 198.51.100.7", ("127.0.0.1", 5), 1)
    '198.51.100.7'
    >>> network_of("", ("2001:db8:1:2:3:4:5:6", 5), 0)
    '2001:db8:1:2::'
    >>> network_of("", ("::ffff:203.0.113.9", 5), 0)
    '203.0.113.9'
    """
    seen = [part.strip() for part in forwarded.split(",") if part.strip()]
    peer = client[0] if isinstance(client, tuple) and client else ""
    text = seen[-min(proxies, len(seen))] if proxies and seen else str(peer)
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    address = getattr(address, "ipv4_mapped", None) or address
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return str(address)
