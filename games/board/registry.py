"""What parts of the game add to the board: one `Addition` each (`games.board.questions`), found by the list below.

They are named and not imported, because an addition knows the panels and tables that ask here for what was added.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django.utils.module_loading import import_string

ADDITIONS = (
    "games.board.expansions.banquet.BANQUET",
    "games.board.expansions.events.EVENTS",
    "games.board.expansions.event_tools.EVENT_TOOLS",
    "games.board.base_game.BASE_GAME",
    "games.board.questions.TURN",
    "games.board.expansions.company.COMPANY",
    "games.board.expansions.helpers.HELPERS",
    "games.board.expansions.track.HURDLES",
    "games.board.expansions.hurdles.HURDLE_BONUS",
    "games.board.expansions.market.MARKET",
    "games.board.expansions.orders.ORDERS",
    "games.board.expansions.rivals.RIVALS",
)
"""In this order their tools stand near the own hand."""


@cache
def listed(field: str) -> list[Any]:
    """What all additions have in this field, a tuple in each, in their order."""
    return [thing for path in ADDITIONS for thing in getattr(import_string(path), field)]


@cache
def merged(field: str) -> dict[str, Any]:
    """What all additions have in this field, a dictionary in each."""
    return joined(field, (getattr(import_string(path), field) for path in ADDITIONS))


def joined(what: str, parts: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """These dictionaries as one. Raises ValueError where two have the same key, since one of them would be lost."""
    found: dict[str, Any] = {}
    for part in parts:
        if twice := found.keys() & part.keys():
            raise ValueError(f"two additions have {what} for {', '.join(sorted(twice))}")
        found |= part
    return found
