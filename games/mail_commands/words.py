"""What an email says, as orders and commands, and what a player changes about themselves with them: name, language, and how often
emails come. Moves are read by `games.text_client.lines`.

A name is the one that somebody plainly gives for a new account, or asks for instead of their own.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Self

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from accounts.forms import check_name_is_free, name_is_taken
from accounts.models import Language, User
from accounts.names import check_name, tidy_name
from games.errors import GameError
from games.text_client.lines import parts_of
from notifications.models import ALL, Channel, When
from notifications.preferences import say

MOST_ORDERS = 12
LONGEST_ORDER = 80


class Word(StrEnum):
    """A command: its name, how the reader's language teaches it, and its other spellings. All are understood in every language."""

    STATUS = "status", pgettext_lazy("command", "status"), "position stand"
    HAND = "hand", pgettext_lazy("command", "hand")
    LOG = "log", pgettext_lazy("command", "log"), "history verlauf protokoll"
    PRICES = "prices", pgettext_lazy("command", "prices"), "price preise"
    RULES = "rules", pgettext_lazy("command", "rules"), "rule regel regeln"
    RESIGN = "resign", pgettext_lazy("command", "resign"), "aufgeben"
    STOP = "stop", pgettext_lazy("command", "stop"), "stopp"
    START = "start", pgettext_lazy("command", "start"), "weiter"
    HELP = "help", pgettext_lazy("command", "help"), "hilfe"
    GAMES = "games", pgettext_lazy("command", "games"), "spiele partien list liste"
    NEW = "new", pgettext_lazy("command", "new"), "neu"
    JOIN = "join", pgettext_lazy("command", "join"), "beitreten"
    INVITE = "invite", pgettext_lazy("command", "invite"), "einladen"
    AGREE = "agree", pgettext_lazy("command", "agree"), "zustimmen accept annehmen"
    LEAVE = "leave", pgettext_lazy("command", "leave"), "gehen"
    DECLINE = "decline", pgettext_lazy("command", "decline"), "no nein ablehnen"
    YES = "yes", pgettext_lazy("command", "yes"), "ja"
    NAME = "name", pgettext_lazy("command", "name")
    LANGUAGE = "language", pgettext_lazy("command", "language"), "sprache"
    EMAILS = "emails", pgettext_lazy("command", "emails"), "mails"
    AUTO = "auto", pgettext_lazy("command", "auto"), "automatic automatik automatisch"
    SAY = "say", pgettext_lazy("command", "say"), "sag sage"
    BOTS = "bots", pgettext_lazy("command", "bots"), "bot"
    REMATCH = "rematch", pgettext_lazy("command", "rematch"), "revanche"
    UNDO = "undo", pgettext_lazy("command", "undo"), "zurück zurueck zurücknehmen"
    DRAFT = "draft", pgettext_lazy("command", "draft"), "entwurf"
    SEND = "send", pgettext_lazy("command", "send"), "senden sende"
    DROP = "drop", pgettext_lazy("command", "drop"), "verwerfen verwirf"
    ORDERS = "orders", pgettext_lazy("command", "orders"), "order anweisung anweisungen"
    PROPOSE = "propose", pgettext_lazy("command", "propose"), "vorschlag vorschlagen"
    VACATION = "vacation", pgettext_lazy("command", "vacation"), "holiday holidays urlaub"

    taught: Promise
    spellings: Sequence[str]

    def __new__(cls, name: str, taught: Promise, others: str = "") -> Self:
        word = str.__new__(cls, name)
        word._value_ = name
        word.taught, word.spellings = taught, (name, *others.split())
        return word

    @property
    def spelled(self) -> str:
        """The command as the reader's language teaches it.

        >>> Word.PRICES.spelled
        'prices'
        """
        return str(self.taught)


READING = frozenset({Word.STATUS, Word.HAND, Word.LOG, Word.PRICES, Word.RULES, Word.HELP, Word.GAMES})
"""What changes nothing."""

_WORDS = {spelling: word for word in Word for spelling in word.spellings}


YES = frozenset({Word.YES, Word.AGREE, Word.JOIN})
NO = frozenset({Word.DECLINE, Word.LEAVE})
"""Answers to a mail that asks for one of both; alone, without the number of a table."""


def orders(lines: Sequence[str]) -> list[str]:
    """What is to be done one after the other, as on the page of the game as text; what a part means is said there as well.

    >>> orders(["2; pass until change", "Buy Library."])
    ['2', 'pass until change', 'Buy Library']
    """
    return [" ".join(part.split())[:LONGEST_ORDER] for part in parts_of("\n".join(lines))][:MOST_ORDERS]


def command(order: str) -> tuple[Word | None, str]:
    """The command that an order begins with, and the rest of it; None where it is none.

    >>> command("Regel BUY-3")
    (<Word.RULES: 'rules'>, 'BUY-3')
    """
    first, _space, rest = order.partition(" ")
    return _WORDS.get(first.lower().rstrip(":,.!")), rest.strip()


_SAYING = re.compile(r"(?:^|;)\s*(?:say|sage?)\b[\s:,]*", re.IGNORECASE)


def spoken(lines: Sequence[str], more: Sequence[str] = ()) -> tuple[list[str], list[str], str | None]:
    """`lines` and `more` as far as they are orders, and what they say to the others at the table: all that follows the word, None
    without it.

    >>> spoken(["2; say Good luck", "to all"])
    (['2'], [], 'Good luck\\nto all')
    """
    every = [*lines, *more]
    for place, line in enumerate(every):
        if found := _SAYING.search(line):
            before = [*every[:place], line[: found.start()]] if line[: found.start()].strip() else every[:place]
            text = "\n".join([line[found.end() :], *every[place + 1 :]])
            return before[: len(lines)], before[len(lines) :], text
    return list(lines), list(more), None


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
aber abgemacht absolutely agreed all alle alles allright also amazing amen and anytime auch auf awesome bald
bereit beste besten bestens bin bis bitte bravo brilliant by cheers christmas ciao clear cool correct count
course da dabei dank danke dankeschön das deal dear definitely definitiv dein deine dienstag dir doch done
donnerstag du easter ein eine einverstanden en exactly excellent fantastic fantastisch fein fertig fine for
freilich freitag freude friday frohe froher frohes fun für gast gebongt geht's gehts geil gemacht genau genial
gern gerne gewiss go great greetings großartig gruß grüße guest gut gute hallo happy hello herrlich herzlich
heute hey hi hooray hurra ich idea idee ihr immer in indeed ist it ja jahr jawohl jederzeit jo join kind klar
klaro klasse let's lets lg liebe lieben lieber logo los love lovely läuft mach machen madam me mega mfg mir mit
mittwoch moin monday montag more morgen na naturally natürlich nein neues new nice nicht no nur of oh ok okay
okidoki ostern passt perfect perfekt please pleasure prima prost ready regards samstag saturday sehr
selbstverständlich server servus sicher sir so sofort sonntag sounds sowieso spiel spiele spitze sunday super
sure sweet thank thanks the thursday today toll tomorrow tonight top tuesday unbedingt und very viele vielen
wahnsinn warum was we wednesday weihnachten welcome wer what who why will wir wird wonderful wunderbar yay yeah
year yep yes you zustimmen
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


_LANGUAGES = {
    "english": Language.ENGLISH,
    "englisch": Language.ENGLISH,
    "en": Language.ENGLISH,
    "german": Language.GERMAN,
    "deutsch": Language.GERMAN,
    "de": Language.GERMAN,
}
_TIMES = {
    "once": When.AT_ONCE,
    "sofort": When.AT_ONCE,
    "first": When.FIRST,
    "zuerst": When.FIRST,
    "summary": When.DIGEST,
    "together": When.DIGEST,
    "gesammelt": When.DIGEST,
    "deadlines": When.DEADLINES,
    "fristen": When.DEADLINES,
}


class NoSuchChoice(GameError):
    code = "no_such_choice"
    status = 400


def _language(rest: str) -> Language:
    if (found := _LANGUAGES.get(rest.lower().rstrip(".!"))) is None:
        raise NoSuchChoice(_("Write “language English” or “language Deutsch”."))
    return found


def _time(rest: str) -> When:
    found = [when for word in rest.lower().rstrip(".!").split() if (when := _TIMES.get(word)) is not None]
    if len(found) != 1:
        raise NoSuchChoice(
            _(
                "Write “emails at once”, “emails first” (one at once, then together), “emails together” or “emails deadlines”."
            )
        )
    return found[0]


def _change_language(user: User, rest: str) -> str:
    user.language = _language(rest)
    user.save(update_fields=["language"])
    with translation.override(user.language):
        return _("Emails and pages are in English from now on.")


def _change_times(user: User, rest: str) -> str:
    when = _time(rest)
    say(user.pk, Channel.MAIL, ALL, "", when)
    return _("Your emails now come %(when)s.") % {"when": when.label}


_SWITCHES = {"on": True, "an": True, "ein": True, "off": False, "aus": False}


def _switch(rest: str) -> bool:
    if (found := _SWITCHES.get(rest.lower().rstrip(".!"))) is None:
        raise NoSuchChoice(_("Write “auto on” or “auto off”."))
    return found


def _change_auto(user: User, rest: str) -> str:
    user.pass_by_itself = _switch(rest)
    user.save(update_fields=["pass_by_itself"])
    if user.pass_by_itself:
        return _("Where you have only one move, it is played for you.")
    return _("From now on you are asked about every move, also where you have only one.")


CHANGES: Mapping[Word, Callable[[User, str], str]] = {
    Word.NAME: change_name,
    Word.LANGUAGE: _change_language,
    Word.EMAILS: _change_times,
    Word.AUTO: _change_auto,
}
"""Each changes something and says so; raises GameError."""

CHECKS: Mapping[Word, Callable[[User, str], object]] = {
    Word.NAME: name_for,
    Word.LANGUAGE: lambda _user, rest: _language(rest),
    Word.EMAILS: lambda _user, rest: _time(rest),
    Word.AUTO: lambda _user, rest: _switch(rest),
}
"""Each raises what its change would raise, and changes nothing."""
