"""One POST to an address that was checked, with limits to its time and to what is read of the answer.

urllib3's connection does the HTTP and the TLS. It is opened to the checked address, while the certificate has to be for the name;
a redirect is an answer like any other and followed by nobody, and no proxy of the environment is asked.
"""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from notices.posts.address import Target, addresses_of

STEP = 5.0
"""Seconds that connecting, and each wait for the other side, may take."""

WHOLE = 10.0
"""Seconds that all of it may take, however slowly the other side speaks."""

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
    try:
        addresses = addresses_of(target)
    except (OSError, UnicodeError) as error:
        raise NoAnswer(f"{target.host} is not known: {error}") from error
    if not addresses:
        raise NoAnswer(f"{target.host} has no address")
    connection = _connection(target, addresses[0])
    watch = threading.Timer(WHOLE, _cut, [connection])
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
