"""What a refusal means for the address: gone for good, full or away for now, or something about the site.

The codes are those of RFC 3463 (`5.1.1`) and, where a server gives none, of RFC 5321 (`550`).
"""

import re

from notifications.models import Trouble

_ENHANCED = re.compile(r"(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])")
_PLAIN = re.compile(r"^\s*([45])\d\d\b")
_ABOUT_US = re.compile(
    r"\brelay|\bspam\b|blacklist|block ?list|\bblocked\b|reputation|\bdmarc\b|\bdkim\b|\bspf\b", re.I
)

FOR_NOW = ("2.2", "4.4", "4.7", "3.2", "3.1")
"""What passes although it is said with a 5: a full mailbox, a name that does not resolve just now, expired, a full system."""


def status_in(said: str) -> str:
    """The enhanced status code in what a server said; empty if it gave none."""
    found = _ENHANCED.search(said)
    return found[1] if found else ""


def severity(status: str, said: str = "") -> Trouble:
    """What a refusal with this enhanced status and these words means.

    >>> severity("5.1.1"), severity("5.2.2"), severity("5.7.1"), severity("", "550 no such user")
    (Trouble.HARD, Trouble.SOFT, Trouble.BLOCKED, Trouble.HARD)
    """
    if status:
        family, _dot, detail = status.partition(".")
        if family != "5":
            return Trouble.SOFT
        if detail.startswith("7."):
            return Trouble.BLOCKED
        if detail in FOR_NOW or detail.startswith("6."):
            return Trouble.SOFT
        return Trouble.BLOCKED if detail == "0.0" and _ABOUT_US.search(said) else Trouble.HARD
    plain = _PLAIN.match(said)
    if plain and plain[1] == "4":
        return Trouble.SOFT
    if _ABOUT_US.search(said):
        return Trouble.BLOCKED
    return Trouble.SOFT if said.lstrip().startswith("552") else Trouble.HARD
