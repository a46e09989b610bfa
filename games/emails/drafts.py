"""A draft in an answer: what its moves would do, for its player's eyes."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

import engine
from games.models import Seat
from games.play.moves import position_after, with_draft
from games.play.positions import Play
from games.text_client.lines import order_in
from games.text_client.moves import consequence

from .rules import Section


def consequences(play: Play, seat: Seat, draft: Sequence[str], now: datetime) -> Iterable[Section]:
    """What each move of a draft would do, as far as it can be said now."""
    for place, order in enumerate(draft):
        state = position_after(play, seat, draft[:place])
        move = "pass" if order_in(order) else order
        if state is None or move not in engine.view_for(state, seat.index).moves:
            return
        would = consequence(with_draft(play, seat, draft[:place], now=now), seat, move)
        lines = [line for part in would.parts for line in part.lines()]
        yield Section(_("If you send it: %(move)s") % {"move": would.what}, lines)
