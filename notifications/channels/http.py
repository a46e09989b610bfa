"""Sends one message to a public address, with limits on time and on how much of the answer is read.

A user who gives us a URL may mean a machine beside ours. So the name is resolved once, each of its addresses is checked, and
the connection goes to a checked one. urllib3 does the HTTP and the TLS; the certificate has to be for the name. Redirects
are not followed, and no proxy is used.
"""

import socket
import ssl
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from http.client import HTTPException
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from time import monotonic
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

LONGEST = 1000
LOWEST_PORT = 1024
"""Below are services that speak something else; 443 (and 80 in networks that are named) is always possible."""

_NAT64 = IPv6Network("64:ff9b::/96")
Address = IPv4Address | IPv6Address


class AddressRefused(Exception):
    """Nothing is sent to this address. `code` is stable, `sentence` is for people."""

    def __init__(self, code: str, sentence: str | StrPromise) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code, self.sentence = code, sentence


@dataclass(frozen=True, slots=True)
class Target:
    """A checked URL, taken apart. `path` has the query with it."""

    is_https: bool
    host: str
    port: int
    path: str

    @property
    def name(self) -> str:
        """As the header Host has it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.is_https else 80) else f"{host}:{self.port}"


def target_of(url: str) -> Target:
    """Take a URL apart. Raises AddressRefused for one to which nothing is ever sent, without looking anything up."""
    wrong = AddressRefused("not_an_address", _("This is not a valid webhook URL."))
    if len(url) > LONGEST or not url.isascii() or any(sign <= " " or sign == "\x7f" for sign in url):
        raise wrong
    try:
        parts = urlsplit(url)
        port = parts.port
        name = (parts.hostname or "").encode("idna")  # raises for labels that cannot be looked up
    except ValueError:
        raise wrong from None
    if (
        parts.scheme not in ("https", "http")
        or not parts.hostname
        or not name
        or parts.username is not None
        or port == 0
    ):
        raise wrong
    if parts.scheme == "http" and not settings.WEBHOOK_NETWORKS:
        raise AddressRefused("not_https", _("The URL must start with https://."))
    is_https = parts.scheme == "https"
    port = port or (443 if is_https else 80)
    if port < LOWEST_PORT and port not in (443, 80):
        raise AddressRefused("port", _("This port is not allowed."))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(is_https, parts.hostname, port, path)


def addresses_of(target: Target) -> list[str]:
    """Every address that the name has now, each of them checked. Raises Refused when one may not be reached, OSError when there
    is none."""
    found = {entry[4][0] for entry in socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)}
    addresses = [ip_address(str(one).partition("%")[0]) for one in sorted(map(str, found))]
    for one in addresses:
        if not is_allowed(one) or not (target.is_https or _is_named(one)):
            raise AddressRefused("private", _("This URL points to a private network."))
    return [str(one) for one in addresses]


def is_allowed(address: Address) -> bool:
    """Whether the address, and any address inside it, is public or in a network that the settings name."""
    if _is_named(address):
        return True
    return all(one.is_global and not one.is_multicast and not one.is_reserved for one in _meant(address))


def _is_named(address: Address) -> bool:
    networks = map(ip_network, settings.WEBHOOK_NETWORKS)
    return any(one.version == address.version and address in one for one in networks)


def _meant(address: Address) -> list[Address]:
    """The address and the one of version 4 that it leads to, if it has one inside."""
    if isinstance(address, IPv4Address):
        return [address]
    if address.ipv4_mapped is not None:
        return [address.ipv4_mapped]
    inside: list[Address] = [address]
    if address.sixtofour is not None:
        inside.append(address.sixtofour)
    if address.teredo is not None:
        inside += address.teredo
    if address in _NAT64:
        inside = [IPv4Address(int(address) & 0xFFFFFFFF)]
    return inside


STEP = 5.0
"""Seconds that connecting, and each wait for the other side, may take."""

WHOLE = 10.0
"""Seconds that all of it may take, however slowly the other side speaks."""

_LOOKING = threading.BoundedSemaphore(20)
"""Lookups at a time in a process: a name server that hangs leaves no more threads behind."""

MOST_READ = 2048
"""Bytes of the answer that are looked at."""


class NoAnswer(Exception):
    pass


def post(target: Target, body: bytes, headers: Mapping[str, str]) -> int:
    """Send it once, and return the status of the answer. Raises as `ask`."""
    return ask("POST", target, body, headers)[0]


def ask(
    method: str, target: Target, body: bytes | None = None, headers: Mapping[str, str] | None = None
) -> tuple[int, bytes]:
    """Status of the answer, and its first `MOST_READ` bytes. Raises AddressRefused where the name leads to an address that may not
    be reached, NoAnswer when nothing came back."""
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
            method,
            target.path,
            body=body,
            headers={"Host": target.name, "User-Agent": "StPete", "Connection": "close", **(headers or {})},
            preload_content=False,
            decode_content=False,
        )
        answer = connection.getresponse()
        return answer.status, answer.read(MOST_READ, decode_content=False)
    except (HTTPError, HTTPException, OSError, ValueError) as error:
        raise NoAnswer(f"{type(error).__name__}: {error}") from error
    finally:
        watch.cancel()
        connection.close()


def looked_up(target: Target) -> list[str]:
    """`addresses_of` with a time limit. The system's lookup has none, so it runs in a thread that is left behind if it takes
    too long. Raises TimeoutError then, or while too many lookups hang."""
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
    try:
        if connection.sock is not None:
            connection.sock.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
