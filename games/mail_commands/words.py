"""What somebody wrote, as orders and commands: pure functions. Moves are read by `games.text_client.lines`."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from games.text_client.lines import parts_of

MOST_ORDERS = 12
LONGEST_ORDER = 80


class Word(StrEnum):
    """A command, whatever language it is written in."""

    STATUS = "status"
    HAND = "hand"
    LOG = "log"
    PRICES = "prices"
    RULES = "rules"
    RESIGN = "resign"
    STOP = "stop"
    START = "start"
    HELP = "help"
    GAMES = "games"
    NEW = "new"
    JOIN = "join"
    INVITE = "invite"
    AGREE = "agree"
    LEAVE = "leave"
    DECLINE = "decline"
    YES = "yes"
    NAME = "name"

    @property
    def spelled(self) -> str:
        """The command as the reader's language teaches it; every spelling is understood in every language.

        >>> Word.PRICES.spelled
        'prices'
        """
        return str(_SPELLED[self])


_SPELLED: Mapping[Word, Promise] = {
    Word.STATUS: pgettext_lazy("command", "status"),
    Word.HAND: pgettext_lazy("command", "hand"),
    Word.LOG: pgettext_lazy("command", "log"),
    Word.PRICES: pgettext_lazy("command", "prices"),
    Word.RULES: pgettext_lazy("command", "rules"),
    Word.RESIGN: pgettext_lazy("command", "resign"),
    Word.STOP: pgettext_lazy("command", "stop"),
    Word.START: pgettext_lazy("command", "start"),
    Word.HELP: pgettext_lazy("command", "help"),
    Word.GAMES: pgettext_lazy("command", "games"),
    Word.NEW: pgettext_lazy("command", "new"),
    Word.JOIN: pgettext_lazy("command", "join"),
    Word.INVITE: pgettext_lazy("command", "invite"),
    Word.AGREE: pgettext_lazy("command", "agree"),
    Word.LEAVE: pgettext_lazy("command", "leave"),
    Word.DECLINE: pgettext_lazy("command", "decline"),
    Word.YES: pgettext_lazy("command", "yes"),
    Word.NAME: pgettext_lazy("command", "name"),
}

READING = frozenset({Word.STATUS, Word.HAND, Word.LOG, Word.PRICES, Word.RULES, Word.HELP, Word.GAMES})
"""What changes nothing."""

_WORDS = {
    **{word.value: word for word in Word},
    "position": Word.STATUS,
    "stand": Word.STATUS,
    "history": Word.LOG,
    "verlauf": Word.LOG,
    "protokoll": Word.LOG,
    "price": Word.PRICES,
    "preise": Word.PRICES,
    "rule": Word.RULES,
    "regel": Word.RULES,
    "regeln": Word.RULES,
    "aufgeben": Word.RESIGN,
    "stopp": Word.STOP,
    "weiter": Word.START,
    "hilfe": Word.HELP,
    "spiele": Word.GAMES,
    "partien": Word.GAMES,
    "list": Word.GAMES,
    "liste": Word.GAMES,
    "neu": Word.NEW,
    "beitreten": Word.JOIN,
    "einladen": Word.INVITE,
    "zustimmen": Word.AGREE,
    "accept": Word.AGREE,
    "annehmen": Word.AGREE,
    "gehen": Word.LEAVE,
    "no": Word.DECLINE,
    "nein": Word.DECLINE,
    "ablehnen": Word.DECLINE,
    "ja": Word.YES,
}


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
