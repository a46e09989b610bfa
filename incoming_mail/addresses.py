"""The site's own addresses, as they stand in mails: `reply+TOKEN@domain` for an answer, `play@domain` for a command."""

import re

from django.conf import settings

from notifications.mail import verp

PLAY = "play"
_REPLY = re.compile(r"reply\+([a-z2-7]{26})")


def is_configured() -> bool:
    """Whether mails to the site arrive anywhere. Where they do not, no mail and no page offers it."""
    return bool(settings.INBOUND_DOMAIN)


def reply_address(token: str) -> str:
    return f"reply+{token}@{settings.INBOUND_DOMAIN}"


def play_address() -> str:
    """Where somebody writes who answers no mail; empty where nothing arrives."""
    return f"{PLAY}@{settings.INBOUND_DOMAIN}" if is_configured() else ""


def token_in(address: str) -> str:
    """The token of a reply address of ours; empty in any other."""
    found = _REPLY.fullmatch(_local_part(address))
    return found.group(1) if found else ""


def is_play(address: str) -> bool:
    return _local_part(address) == PLAY


def is_ours(address: str) -> bool:
    """Whether somebody may write there: it has the form of one of ours."""
    return is_play(address) or bool(token_in(address))


def is_let_in(address: str) -> bool:
    """Whether mails to it are taken: ours, and where servers report to. What is neither is refused at the door."""
    return is_ours(address) or verp.is_return_address(address)


def _local_part(address: str) -> str:
    """What stands before our domain, in small letters; empty where the domain is another."""
    local, at, domain = address.strip().strip("<>").lower().rpartition("@")
    return local if at and is_configured() and domain == settings.INBOUND_DOMAIN else ""
