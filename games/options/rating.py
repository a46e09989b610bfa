"""Whether a game counts for the ratings, and why it does not. Plain functions of plain values."""

from enum import Enum

from django.utils.translation import gettext_lazy as _


class Unrated(Enum):
    """Why a game is not rated, by what is known before it begins."""

    CASUAL = "casual"
    ALONE = "alone"
    BOT = "bot"
    HOUSEHOLD = "household"


WORDS = {
    Unrated.CASUAL: _("no, casual game"),
    Unrated.ALONE: _("no, solo game"),
    Unrated.BOT: _("no, a bot plays from the start"),
    Unrated.HOUSEHOLD: _("no, two players share a household"),
}


def why_unrated(*, wished: bool, players: int, bots: int) -> Unrated | None:
    """Why a game of so many seats, so many of them a bot's from the start, is not rated; None when it is.

    A rating compares people: nobody alone, and nobody beside a bot. Whether two share a household is no question of the
    options: `games.play.rating`.
    """
    if players < 2:
        return Unrated.ALONE
    if not wished:
        return Unrated.CASUAL
    return Unrated.BOT if bots else None


def rating_words(reason: Unrated | None) -> str:
    """The line of a table that says whether it is rated."""
    return str(_("yes, it counts for all players' ratings") if reason is None else WORDS[reason])
