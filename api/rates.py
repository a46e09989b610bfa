"""How often a program may ask, and the headers that say how much of it is left (draft-ietf-httpapi-ratelimit-headers).

Requests of strangers are counted by where they come from: an IPv4 address, or the IPv6 network of a household.
"""

from __future__ import annotations

import ipaddress
from math import ceil
from typing import TYPE_CHECKING, cast

from rest_framework.throttling import SimpleRateThrottle

if TYPE_CHECKING:
    from rest_framework.request import Request
    from rest_framework.response import Response
    from rest_framework.views import APIView

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
PREFIX = 64
"""Bits of an IPv6 address that a household cannot choose."""


def plain(address: str) -> str:
    """An IPv4 address as itself, also where a socket for both kinds has written it as one of the other.

    >>> plain("::ffff:203.0.113.9"), plain("2001:db8::1"), plain("hello")
    ('203.0.113.9', '2001:db8::1', 'hello')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(getattr(found, "ipv4_mapped", None) or found)


def network_of(address: str) -> str:
    """An IPv4 address as itself, of an IPv6 address its network.

    >>> network_of("2001:db8:1:2:3:4:5:6"), network_of("203.0.113.9"), network_of("::ffff:203.0.113.9"), network_of("hello")
    ('2001:db8:1:2::', '203.0.113.9', '203.0.113.9', 'hello')
    """
    try:
        found = ipaddress.ip_address(plain(address))
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, PREFIX), strict=False).network_address)
    return str(found)


class ByNetwork(SimpleRateThrottle):
    def get_ident(self, request: Request) -> str:
        return network_of(str(super().get_ident(request)))


class Rate(ByNetwork):
    """Reads and writes of one person apart, and all that strangers ask from one address. The rates are in the settings."""

    def __init__(self) -> None:
        """Which rate it is follows from the request."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        known = request.user is not None and request.user.is_authenticated
        self.scope = ("read" if request.method in SAFE_METHODS else "write") if known else "anonymous"
        self.num_requests, self.duration = self.parse_rate(self.THROTTLE_RATES[str(self.scope)])
        request.rate = self  # type: ignore[attr-defined]
        return bool(super().allow_request(request, view))

    @property
    def rate(self) -> str:  # type: ignore[override]
        return str(self.THROTTLE_RATES[str(self.scope)])

    def get_cache_key(self, request: Request, view: APIView) -> str:
        ident = request.user.pk if request.user and request.user.is_authenticated else self.get_ident(request)
        return self.cache_format % {"scope": f"api-{self.scope}", "ident": ident}

    def put_headers(self, response: Response) -> None:
        """`RateLimit-Policy`: the quota and its seconds; `RateLimit`: what remains of it, and the seconds until more does."""
        if not self.num_requests or not self.duration or not hasattr(self, "history"):
            return
        left = max(self.num_requests - len(self.history), 0)
        oldest = self.history[-1] if self.history else self.now
        response["RateLimit-Policy"] = f'"{self.scope}";q={self.num_requests};w={self.duration}'
        response["RateLimit"] = f'"{self.scope}";r={left};t={max(ceil(self.duration - (self.now - oldest)), 0)}'


class WrongTokens(ByNetwork):
    """Wrong tokens from one address. No other limit counts them, because nobody is signed in."""

    scope = "wrong_token"

    def counts(self, request: Request) -> bool:
        """Count one more; False when there were too many, and `wait()` says for how long."""
        return bool(self.allow_request(request, cast("APIView", None)))  # which view it was for is the same to us

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return self.cache_format % {"scope": f"api-{self.scope}", "ident": self.get_ident(request)}
