"""Small notes at the parts of the board, for somebody in his first real games. A script puts them where they belong, in the
first game of a device, and remembers what was read; without it they are one folded text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.hints.practice import is_practice
from games.play.positions import Play

NEW = timedelta(days=14)
"""How long somebody with an account is new."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One note. `at` is the id of the part of the page that it stands in."""

    key: str
    at: str
    text: str | Promise


ROWS = Mark(
    "tableau",
    "tableau",
    _("These cards are for sale. The tag shows your price. Select a card to see how its price is calculated."),
)
LOWER = Mark("lower", "lower", _("Cards here are cheaper but are discarded when the round ends."))
OWN = Mark("display", "display", _("Your cards and their income; your hand is below."))

READ_BY = 2
"""From the round after this one nothing is new any more."""


def marks_for(play: Play, user: User | None, *, now: datetime) -> Sequence[Mark]:
    """The notes for this reader: for guests, and accounts of some days, in practice games that they play. Each when there is
    something to see, and none about what he has done already."""
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
