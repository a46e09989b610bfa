"""The bots a host may choose among: their strength in words, and the names by which everybody at a table knows them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.names import BUILDERS


@dataclass(frozen=True, slots=True)
class Strength:
    """One bot in words: `word` follows its name, `about` says in one sentence what to expect of it. Its seats go by `names`,
    which no other strength has; there are as many as a table has seats."""

    bot: str
    word: str | Promise
    about: str | Promise
    names: Sequence[str]


_ALL = (
    Strength(
        "rung-1",
        pgettext_lazy("strength of a bot", "first game"),
        gettext_lazy("Often picks the wrong card and never spoils your plans. Good for a first game."),
        BUILDERS[:5],
    ),
    Strength(
        "rung-2",
        pgettext_lazy("strength of a bot", "easy"),
        gettext_lazy("Likes to build and misjudges many cards."),
        BUILDERS[5:10],
    ),
    Strength(
        "rung-3",
        pgettext_lazy("strength of a bot", "medium"),
        gettext_lazy("Collects Nobles and makes a mistake in most rounds."),
        BUILDERS[10:15],
    ),
    Strength(
        "rung-4",
        pgettext_lazy("strength of a bot", "hard"),
        gettext_lazy("Judges most cards well. Looks only at its own play area."),
        BUILDERS[15:20],
    ),
    Strength(
        "rung-5",
        pgettext_lazy("strength of a bot", "very hard"),
        gettext_lazy("Hardly ever misjudges a card and looks ahead a little."),
        BUILDERS[20:25],
    ),
    Strength(
        "rung-6",
        pgettext_lazy("strength of a bot", "master"),
        gettext_lazy("Looks ahead to the next phase and takes the cards you want."),
        BUILDERS[25:],
    ),
)
STRENGTHS: Mapping[str, Strength] = {strength.bot: strength for strength in _ALL}
"""The bots a host may choose among, from the easiest to the hardest (docs/bots.md)."""
_WORDS: Mapping[str, Strength] = {
    "plain": Strength("plain", pgettext_lazy("strength of a bot", "very easy"), "", BUILDERS[:5]),
    "search-1": Strength("search-1", pgettext_lazy("strength of a bot", "easy"), "", BUILDERS[5:10]),
    "search-2": Strength("search-2", pgettext_lazy("strength of a bot", "medium"), "", BUILDERS[10:15]),
    "search-3": Strength("search-3", pgettext_lazy("strength of a bot", "hard"), "", BUILDERS[15:20]),
    **STRENGTHS,
}
"""With those that are no longer offered: their seats go on under the same names."""

USUAL = "rung-1"
"""The bot where nobody chose one: the easiest to follow for somebody who is new to the game."""


@dataclass(frozen=True, slots=True)
class BotName:
    """What a bot is called in running text (`Rastrelli`), its strength in a word, and both (`Rastrelli (hard)`)."""

    called: str
    strength: str

    @property
    def full(self) -> str:
        return _("%(bot)s (%(strength)s)") % {"bot": self.called, "strength": self.strength}


def bot_names(game: int, bots: Sequence[str], playing: Sequence[str] | None = None) -> list[BotName]:
    """Names for the bots of one game in their order, no two alike. `playing` are those that sit there now, where an
    organiser has changed some: a seat keeps its name.

    A name follows from the number of the game, the strength, and how many of that strength come before. So it stays when
    the table becomes a game and seats are drawn, and when others sit down.
    """
    seen: Counter[str] = Counter()
    found = []
    for bot, now in zip(bots, playing or bots, strict=True):
        found.append(BotName(called(game, bot, seen[bot]), strength_word(now)))
        seen[bot] += 1
    return found


def called(game: int, bot: str, place: int) -> str:
    """The name of the bot that has so many of its strength before it."""
    if bot not in _WORDS:  # of an old game, and no longer offered
        return _("Bot %(number)s") % {"number": place + 1}
    names = _WORDS[bot].names
    return names[(game + place) % len(names)]


def strength_word(bot: str) -> str:
    """A bot that is no longer offered goes by its record name."""
    return str(_WORDS[bot].word) if bot in _WORDS else bot
