"""Plain text as it is kept and as mails show it."""

import re
import unicodedata

from django.utils.translation import gettext as _

_TURNING = frozenset(("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))
_LINK = re.compile(r"(?:\b[a-z][a-z0-9+.-]*://|\bwww\.)\S+", re.IGNORECASE)


def tidy(text: str) -> str:
    """One form for each letter, no sign that controls anything or turns the direction of reading, no tower of empty lines."""
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept = "\n".join("".join(filter(_is_text, line.replace("\t", " "))).rstrip() for line in lines)
    return re.sub(r"\n{3,}", "\n\n", kept).strip()


def _is_text(sign: str) -> bool:
    return unicodedata.category(sign) not in ("Cc", "Cs") and unicodedata.bidirectional(sign) not in _TURNING


def without_links(text: str) -> str:
    """For a mail, whose program would make something to click of an address that somebody typed."""
    return _LINK.sub(lambda _found: _("[link]"), text)
