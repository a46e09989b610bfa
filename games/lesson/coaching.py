"""Small notes at the parts of the board for somebody in their first games, and what a phase is about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import engine
from accounts.models import User
from games.hints.advice import is_practice
from games.play.positions import Play

PHASE_SENTENCES: Mapping[str, Promise] = {
    "first-worker": _(
        "In the first phase, everyone must buy Workers, one card per turn. Then the green cards pay rubles."
    ),
    "worker": _(
        "Workers are dealt. Players take turns to buy, take or pass. Then all green cards in play areas pay rubles."
    ),
    "market": _(
        "Market cards are dealt. At the end of the phase, the yellow cards pay rubles and the market square is scored."
    ),
    "building": _(
        "Buildings are dealt. Players take turns to buy, take or pass. Then all blue cards in play areas score points."
    ),
    "noble": _(
        "Nobles are dealt. Players take turns to buy, take or pass. Then all red cards in play areas pay "
        "rubles and score points."
    ),
    "exchange": _(
        "Exchange cards are dealt. Each replaces a card in your play area. Nothing is scored, and the round ends."
    ),
}
"""By phase; the compulsory Workers of the first one by the kind of their question."""


def describe_phase(view: engine.View) -> str:
    """The sentence for this position; nothing when the game is over."""
    if view.over:
        return ""
    kind = view.question.kind if view.question else ""
    return str(PHASE_SENTENCES.get(kind) or PHASE_SENTENCES[view.phase])


NEW = timedelta(days=14)
"""How long somebody with an account is new."""


@dataclass(frozen=True, slots=True)
class CoachingNote:
    """One note. `at` is the id of the part of the page that it stands in."""

    key: str
    at: str
    text: str | Promise


ROWS = CoachingNote(
    "tableau",
    "tableau",
    _("These cards are for sale. The tag shows your price. Select a card to see how its price is calculated."),
)
LOWER = CoachingNote("lower", "lower", _("Cards here are cheaper but are discarded when the round ends."))
OWN = CoachingNote("display", "display", _("Your cards and their income; your hand is below."))

READ_BY = 2
"""From the round after this one nothing is new any more."""


def coaching_notes(play: Play, user: User | None, *, now: datetime) -> Sequence[CoachingNote]:
    """The notes for this reader: for guests, and accounts of some days, in practice games that they play. Each when there is
    something to see, and none about what they have done already."""
    seat = play.seat_of(user) if user else None
    if user is None or seat is None or not play.game.is_running or not is_practice(play):
        return ()
    if not user.is_guest and user.created_at <= now - NEW:
        return ()
    state = play.state
    if state.round > READ_BY:
        return ()
    if not state.players[seat.index].display:
        return (ROWS,)
    return (OWN, LOWER) if any(state.lower) else (OWN,)
