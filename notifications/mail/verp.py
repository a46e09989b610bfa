"""The return address of each mail, by which a report of a server says which mail it speaks of (VERP).

With BOUNCE_ADDRESS `bounces@pete.example.org` a mail's envelope comes from `bounces+<token>@pete.example.org`. The token is the
delivery's in letters that survive servers without regard for capitals.
"""

import base64
import binascii
import re

from django.conf import settings

_TOKEN = re.compile(r"\+([a-z2-7]{26})@", re.I)


def return_address(token: str) -> str:
    """Where servers report about the mail of this delivery; empty where nobody reads reports, or for a token of old."""
    if not settings.BOUNCE_ADDRESS:
        return ""
    try:
        octets = base64.b64decode(token + "==", altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return ""
    name, _at, domain = settings.BOUNCE_ADDRESS.partition("@")
    return f"{name}+{base64.b32encode(octets).decode().rstrip('=').lower()}@{domain}"


def is_return_address(address: str) -> bool:
    """Whether reports come to it: BOUNCE_ADDRESS itself, or with what has the form of a token."""
    if not settings.BOUNCE_ADDRESS:
        return False
    local, _at, domain = address.strip().strip("<>").lower().rpartition("@")
    name, _at, ours = settings.BOUNCE_ADDRESS.lower().partition("@")
    return domain == ours and re.fullmatch(rf"{re.escape(name)}(\+[a-z2-7]{{26}})?", local) is not None


def token_in(address: str) -> str:
    """The delivery's token in a return address of ours; empty for every other one."""
    found = _TOKEN.search(address)
    if not found or not settings.BOUNCE_ADDRESS:
        return ""
    name, _at, domain = settings.BOUNCE_ADDRESS.lower().partition("@")
    if f"{name}+{found[1].lower()}@{domain}" not in address.lower():
        return ""
    octets = base64.b32decode(found[1].upper() + "======")
    return base64.urlsafe_b64encode(octets).decode().rstrip("=")
