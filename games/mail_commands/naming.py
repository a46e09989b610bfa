"""Names in mails: the one that somebody plainly gives for a new account, and changing one's own."""

import re
from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.forms import check_name_is_free, name_is_taken
from accounts.models import User
from accounts.names import check_name, tidy_name
from games.errors import GameError
from games.mail_commands.words import YES, command

MOST_WORDS = 3
"""Capitalised words that are a name without being called one."""

_END = re.compile(r"[,;!?()]|\.(?=\s|$)|\s[-–—]\s")
_QUOTED = re.compile(r"[\"“”„‚‘'«»]([^\"“”„‚‘«»]+)[\"“”‘’'«»][.!]?")
_CALLED = re.compile(r"\b(?:(?:my|mein)\s+)?name\s*[:=]\s*(.+)", re.IGNORECASE)
_SAID = re.compile(
    r"\b(?:ich hei(?:ß|ss)e|(?:mein|my) name(?: ist| is)?|call me|nennt? mich)\s+(.+)",
    re.IGNORECASE,
)
_HINTED = re.compile(r"(?:as|als|ich bin(?: der| die)?|i am|i['’]m)\s+(.+)", re.IGNORECASE)
_AFTER_YES = """
aber absolutely all alle alles allright also and anytime auch auf bald beste besten bestens bin bis bitte by
cheers clear count course da dabei dank danke dankeschön das dear definitely definitiv dein deine dienstag dir
doch donnerstag du ein eine einverstanden en excellent fein fine for freitag freude friday fun für gast genau
gern gerne gewiss great greetings gruß grüße guest gut gute hallo happy hello herzlich heute hey hi hurra ich
ihr immer in indeed ist it ja jawohl jederzeit jo join kind klar klasse lg liebe lieben lieber love lovely
madam me mfg mir mit mittwoch monday montag more morgen na naturally natürlich nein nice no nur of oh ok okay
perfect perfekt please pleasure prima regards samstag saturday sehr selbstverständlich server sicher sir so
sofort sonntag spiel spiele sunday super sure thank thanks the thursday today toll tomorrow tonight top
tuesday unbedingt und very viele vielen wahnsinn wednesday welcome why wonderful wunderbar yeah yep yes you
zustimmen
"""
_NO_NAMES = frozenset(_AFTER_YES.split())
"""What people write after a yes that is no name, also where they begin it with a capital letter."""


class BadName(GameError):
    code = "bad_name"
    status = 400


def plain_name(lines: Sequence[str]) -> str:
    """The name that a yes gives plainly, however good it is; empty where it is not plainly one.

    >>> plain_name(["ja, ich heiße Anna"]), plain_name(["yes Anna"]), plain_name(["Ja gerne!", "Name: anna b"])
    ('Anna', 'Anna', 'anna b')
    >>> plain_name(["Ja gerne!"]), plain_name(["Ja Gerne"]), plain_name(["ja, als Gast"])
    ('', '', '')
    """
    for line in lines:
        if found := _CALLED.search(line):
            return _bare(found[1])
    for line in lines:
        if (found := _SAID.search(line)) and (name := _first(found[1])):
            return name
    word, rest = command(" ".join(lines[0].split())) if lines else (None, "")
    if word not in YES:
        return ""
    if found := _QUOTED.fullmatch(rest):
        return found[1].strip()
    hinted = _HINTED.fullmatch(rest)
    name = _bare(hinted[1] if hinted else rest)
    return name if _looks_like_one(name) else ""


def name_for(user: User, rest: str) -> str:
    """The name that `user` asks for. Raises BadName with what is wrong with it."""
    name = tidy_name(_bare(rest))
    try:
        check_name(name)
        check_name_is_free(name, but_for=user)
    except ValidationError as error:
        raise BadName(" ".join(error.messages)) from error
    return name


def change_name(user: User, rest: str) -> str:
    """Give `user` another name; the sentence that says so. Raises BadName."""
    user.display_name = name_for(user, rest)
    try:
        with transaction.atomic():
            user.save(update_fields=["display_name"])
    except IntegrityError:  # somebody else was quicker
        raise BadName(name_is_taken().messages[0]) from None
    return _("Other players now see you as %(name)s.") % {"name": user.name}


def _first(text: str) -> str:
    """The name that "I am called …" goes on with: one word up to a comma, or a few with capitals."""
    name = _END.split(text, maxsplit=1)[0].strip()
    found = _QUOTED.match(text)
    if found:
        return found[1].strip()
    is_one = " " not in name and name.lower() not in _NO_NAMES
    return name if is_one or _looks_like_one(name) else ""


def _bare(text: str) -> str:
    """Without quotation marks around it and without the end of a sentence."""
    found = _QUOTED.fullmatch(text.strip())
    name = (found[1] if found else text.rstrip("!?, ")).strip()
    is_initial = len(name.rpartition(" ")[2]) <= len("Jr.")
    return name if is_initial else name.rstrip(".")


def _looks_like_one(name: str) -> bool:
    words = name.rstrip(".").split()
    return 0 < len(words) <= MOST_WORDS and all(
        word[0].isupper() and word.strip(".,").lower() not in _NO_NAMES and not _END.search(word.rstrip("."))
        for word in words
    )
