"""Where a message may go: to public addresses only, whatever a name resolves to at the moment of connecting.

Who gives us an address to send to may mean a machine beside ours. So a name is resolved once, every address it has is checked,
and the connection is made to one that was checked (`notifications.channels.http`); the name is not looked up again.
"""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

LONGEST = 1000
LOWEST_PORT = 1024
"""Below are services that speak something else; 443 (and 80 in networks that are named) is always possible."""

_NAT64 = IPv6Network("64:ff9b::/96")
Address = IPv4Address | IPv6Address


class Refused(Exception):
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
    """Take a URL apart. Raises Refused for one to which nothing is ever sent, without looking anything up."""
    if len(url) > LONGEST or not url.isascii() or any(sign <= " " or sign == "\x7f" for sign in url):
        raise Refused("not_an_address", _("This is not a valid webhook URL."))
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refused("not_an_address", _("This is not a valid webhook URL.")) from None
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.username is not None or port == 0:
        raise Refused("not_an_address", _("This is not a valid webhook URL."))
    if not _is_name(parts.hostname):
        raise Refused("not_an_address", _("This is not a valid webhook URL."))
    if parts.scheme == "http" and not settings.WEBHOOK_NETWORKS:
        raise Refused("not_https", _("The URL must start with https://."))
    is_https = parts.scheme == "https"
    port = port or (443 if is_https else 80)
    if port < LOWEST_PORT and port not in (443, 80):
        raise Refused("port", _("This port is not allowed."))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(is_https, parts.hostname, port, path)


def _is_name(host: str) -> bool:
    """Whether it can be looked up at all: its labels are neither empty nor longer than a name may have them."""
    try:
        return bool(host.encode("idna"))
    except UnicodeError:
        return False


def addresses_of(target: Target) -> list[str]:
    """Every address that the name has now, each of them checked. Raises Refused when one may not be reached, OSError when there
    is none."""
    found = {entry[4][0] for entry in socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)}
    addresses = [ip_address(str(one).partition("%")[0]) for one in sorted(map(str, found))]
    for one in addresses:
        if not is_allowed(one) or not (target.is_https or _is_named(one)):
            raise Refused("private", _("This URL points to a private network."))
    return [str(one) for one in addresses]


def is_allowed(address: Address) -> bool:
    """Whether it is public, also what it stands for, or in a network that the settings name."""
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
