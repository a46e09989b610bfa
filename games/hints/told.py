"""A hint on its way from the button to the page: signed, in the address, for one position of one seat."""

from __future__ import annotations

from django.core import signing
from django.utils.translation import gettext_lazy as _

import engine
from games.board.layout import LaidTable
from games.play.positions import Play

from .advice import Advice, advise
from .words import Hint, in_words

SALT = "hint"
REFUSED = {
    "too_many_hints": _("You have reached the hint limit. Try again in a few minutes."),
    "no_hint": _("Hints are available only in practice games against bots, when it is your turn."),
}
"""Why there is none, by its code."""


def advice_for(play: Play, seat: int) -> Advice:
    """What the bot says to this seat, of which it sees the view alone; the same as often as it is asked."""
    return advise(engine.view_for(play.state, seat), f"hint:{play.game.pk}:{play.game.version}:{seat}")


def ask(play: Play, seat: int) -> str:
    """The same as the address has it."""
    advice = advice_for(play, seat)
    return signing.dumps(
        [play.game.pk, play.game.version, seat, advice.move, advice.next, round(advice.gain, 2)], salt=SALT
    )


def told(page: LaidTable, text: str) -> Hint | str | None:
    """The hint of an address for this page, or the sentence why there is none. Nothing where it was for another position, or
    for somebody else."""
    if not text or text in REFUSED:
        return str(REFUSED[text]) if text else None
    try:
        game, version, seat, move, following, gain = signing.loads(text, salt=SALT)
    except (signing.BadSignature, ValueError):
        return None
    if (game, version, seat) != (page.game.pk, page.game.version, page.viewer) or not page.asked:
        return None
    return in_words(Advice(move, following, gain), page)
