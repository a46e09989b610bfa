"""Where requests come from, as limits count them: an IPv4 address, or the IPv6 network of a household."""

from __future__ import annotations

import ipaddress

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
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return str(mapped or found)


def network_of(address: str) -> str:
    """
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
