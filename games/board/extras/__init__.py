"""What parts of the game show beside cards and money, one module a part: its panel, lines of the overview and of mails.

A module declares EXTRA, an `Extra`. It is found by lying in this folder and asked where the view has an extra of its name.
"""

from collections.abc import Sequence
from functools import cache

import engine
from plugins import within

from .base import Extra, SeatTile, Shown


@cache
def _all() -> Sequence[Extra]:
    return list(within(__name__, "EXTRA"))


def extras_of(view: engine.View) -> list[Extra]:
    """Those of the parts that are in play, in the order of the parts."""
    order = list(view.extras)
    return sorted((extra for extra in _all() if extra.part in view.extras), key=lambda extra: order.index(extra.part))


__all__ = ["Extra", "SeatTile", "Shown", "extras_of"]
