"""How often a password may be tried and a code asked for: counted where the tries come from, and for whom they are.

A limit for the account alone would let anybody lock out anybody: five wrong passwords, and nobody could sign in. So the
narrow limits count the tries of one network (an IPv4 address, or the IPv6 network of a household) at one account. The
wide ones, for the account, are more than one network may do; they only stop who guesses from many. A mailed code has
counters of its own: it is the way in while a password is locked. The rates are in the settings, ACCOUNT_RATE_LIMITS.
"""

from __future__ import annotations

from django.http import HttpRequest

from accounts.allauth_internals import ratelimit

APP = "allauth.account"
PASSWORD = ("password_from_here", "password_from_anywhere")
CODE = ("code_from_here", "code_from_anywhere")
MAILED = ("mailed_from_here", "mailed_from_anywhere")
"""Other mails that somebody can have sent to an address: of a sign-up, a forgotten password, a change of address."""
SECOND = ("second_from_here", "second_from_anywhere")
"""Codes of a second factor. Whoever tries them has the first one, so the wide limit may be narrow: a code has six digits."""


def count(request: HttpRequest, limits: tuple[str, str], address: str) -> ratelimit.RateLimitUsage | None:
    """Count one try at the account with this mail address; None when there were too many.

    What the narrow limit refuses does not count for the wide one.
    """
    counted = ratelimit.RateLimitUsage(usage=[])
    for action, key in zip(limits, _keys(request, address), strict=True):
        usage = ratelimit.consume(request, app=APP, action=action, key=key)
        if usage is None:
            return None
        counted.usage += usage.usage
    return counted


def forget(request: HttpRequest, limits: tuple[str, str], address: str) -> None:
    """Begin anew: whoever is here has proved to be the right one."""
    for action, key in zip(limits, _keys(request, address), strict=True):
        ratelimit.clear(request, app=APP, action=action, key=key)


def _keys(request: HttpRequest, address: str) -> tuple[str, str]:
    """The network with the account, and the account."""
    account = address.strip().lower()
    return f"{ratelimit.get_ip(request)} {account}", account
