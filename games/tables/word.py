"""A word from the host, which goes with an invitation to people who may not know him: plain text, short, without addresses."""

import re
import unicodedata

from django.utils.translation import gettext as _

from games.models import Invitation

from .errors import BadWord

LONGEST = Invitation._meta.get_field("word").max_length or 0
_ADDRESS = re.compile(r"://|\bwww\.|@|[a-z0-9-]{2,}\.[a-z]{2,}(?![a-z])", re.IGNORECASE)
"""What mail programs would make a link of: strangers are not led anywhere in our name."""


def checked_word(text: str) -> str:
    """The word on one line, without signs that nobody sees. Raises BadWord."""
    word = "".join(sign for sign in " ".join(text.split()) if unicodedata.category(sign) not in ("Cc", "Cf"))
    if len(word) > LONGEST:
        raise BadWord(_("Invitation messages can have at most %(most)s characters.") % {"most": LONGEST})
    if _ADDRESS.search(word):
        raise BadWord
    return word
