"""One POST to an address that was checked, with limits to its time and to what is read of the answer.

urllib3's connection does the HTTP and the TLS. It is opened to the checked address, while the certificate has to be for the name;
a redirect is an answer like any other and followed by nobody, and no proxy of the environment is asked.
"""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from http.client import HTTPException
from time import monotonic

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from notifications.channels.address import Target, addresses_of

STEP = 5.0
"""Seconds that connecting, and each wait for the other side, may take."""

WHOLE = 10.0
"""Seconds that all of it may take, however slowly the other side speaks."""

_LOOKING = threading.BoundedSemaphore(20)
"""Lookups at a time in a process: a name server that hangs leaves no more threads behind."""

MOST_READ = 2048
"""Bytes of the answer that are looked at."""


class NoAnswer(Exception):
    """The other side could not be reached, did not speak HTTP, or took too long."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    text: str
    retry_after: str = ""


def post(target: Target, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send it once. Raises Refused where the name leads to an address that may not be reached, NoAnswer when nothing came back."""
    began = monotonic()
    try:
        addresses = looked_up(target)
    except (OSError, UnicodeError) as error:
        raise NoAnswer(f"{target.host} is not known: {error}") from error
    if not addresses:
        raise NoAnswer(f"{target.host} has no address")
    connection = _connection(target, addresses[0])
    watch = threading.Timer(max(0.0, WHOLE - (monotonic() - began)), _cut, [connection])
    watch.daemon = True
    watch.start()
    try:
        connection.request(
            "POST",
            target.path,
            body=body,
            headers={"Host": target.name, "User-Agent": "StPete", "Connection": "close", **headers},
            preload_content=False,
            decode_content=False,
        )
        answer = connection.getresponse()
        text = answer.read(MOST_READ, decode_content=False).decode("utf-8", "replace")
        return Answer(answer.status, text, answer.headers.get("Retry-After", ""))
    except (HTTPError, HTTPException, OSError, ValueError) as error:
        raise NoAnswer(f"{type(error).__name__}: {error}") from error
    finally:
        watch.cancel()
        connection.close()


def looked_up(target: Target) -> list[str]:
    """`addresses_of`, within the time of a step: the system's own lookup knows no deadline, so it has a thread that nobody waits
    for any longer. Raises TimeoutError where it takes too long, or where as many as may already do."""
    places = _LOOKING
    if not places.acquire(timeout=STEP):
        raise TimeoutError("too many names are looked up that nobody answers for")
    found: Future[list[str]] = Future()
    threading.Thread(target=_look, args=(target, found, places), name=f"looks up {target.host}", daemon=True).start()
    try:
        return found.result(timeout=STEP)
    except TimeoutError:
        raise TimeoutError("the name server does not answer") from None


def _look(target: Target, found: Future[list[str]], places: threading.BoundedSemaphore) -> None:
    try:
        found.set_result(addresses_of(target))
    except BaseException as error:
        found.set_exception(error)
    finally:
        places.release()


def _connection(target: Target, address: str) -> HTTPConnection:
    """To the address, as the name."""
    if not target.is_https:
        return HTTPConnection(address, target.port, timeout=STEP)
    return HTTPSConnection(
        address,
        target.port,
        timeout=STEP,
        ssl_context=ssl.create_default_context(),
        server_hostname=target.host,
        assert_hostname=target.host,
    )


def _cut(connection: HTTPConnection) -> None:
    """Whoever waits at this connection finds it at its end."""
    try:
        if connection.sock is not None:
            connection.sock.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
