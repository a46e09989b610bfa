"""The bots a host may choose among: their strength in words, and the names by which everybody at a table knows them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy


@dataclass(frozen=True, slots=True)
class Strength:
    """One bot in words: `word` follows its name, `about` says in one sentence what to expect of it."""

    bot: str
    word: str | Promise
    about: str | Promise


STRENGTHS: Mapping[str, Strength] = {
    strength.bot: strength
    for strength in (
        Strength(
            "plain",
            pgettext_lazy("strength of a bot", "plain"),
            gettext_lazy("The gentlest: looks one move ahead and only at its own cards, and answers at once."),
        ),
        Strength(
            "search-1",
            pgettext_lazy("strength of a bot", "weak"),
            gettext_lazy(
                "Plays the phase to its end in its head, takes cards that you want and mostly beats the plain bot; thinks"
                " for less than a tenth of a second."
            ),
        ),
        Strength(
            "search-2",
            pgettext_lazy("strength of a bot", "medium"),
            gettext_lazy("Looks a whole phase further; thinks mostly for less than a tenth of a second."),
        ),
        Strength(
            "search-3",
            pgettext_lazy("strength of a bot", "strong"),
            gettext_lazy(
                "Looks as far and weighs several ways in which the hidden cards may lie; thinks for up to a fifth of a"
                " second."
            ),
        ),
    )
}
"""Every bot of `engine.bot.BOTS`, the plain one first and the others from the weakest to the strongest (docs/bots.md)."""

USUAL = "plain"
"""The bot where nobody chose one: the easiest to follow for somebody who is new to the game."""


@dataclass(frozen=True, slots=True)
class BotName:
    """What a bot is called in running text (`Bot 2`), its strength in a word, and both (`Bot 2 (strong)`)."""

    called: str
    strength: str

    @property
    def full(self) -> str:
        return _("%(bot)s (%(strength)s)") % {"bot": self.called, "strength": self.strength}


def bot_names(bots: Sequence[str]) -> list[BotName]:
    """Names for the bots of one table in their order, numbered where there are several."""
    if len(bots) == 1:
        return [_bot_name(bots[0], _("Bot"))]
    return [_bot_name(bot, _("Bot %(number)s") % {"number": number}) for number, bot in enumerate(bots, 1)]


def _bot_name(bot: str, called: str) -> BotName:
    """A bot that is no longer offered is named by its record name."""
    return BotName(called, str(STRENGTHS[bot].word) if bot in STRENGTHS else bot)
