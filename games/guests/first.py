"""The first look at a game: the panel of a card that would be a good buy stands open, so that the first move is one click."""

from random import Random

import engine
from accounts.models import User
from engine.bots import BOTS
from games.board.tableau import Choice
from games.options.strengths import USUAL
from games.play.positions import Play

FIRST = "first"
"""What the address names instead of a card (`?card=first`). While somebody else is asked it names none."""


def first_card(play: Play, user: User | None) -> str:
    """The card of the tableau that the plain bot would buy for this player, as the address names cards; else none."""
    seat = play.seat_of(user) if user is not None and play.game.is_running else None
    if seat is None:
        return ""
    view = engine.view_for(play.state, seat.index)
    if not view.moves:
        return ""
    chance = Random(play.game.version)
    move = BOTS[USUAL].choose(view, engine.guess(view, chance), chance)
    verb, card, *rest = [*str(move).split(), ""]
    if verb != "buy":
        return ""
    slots = view.lower if "lower" in rest else view.upper
    slot = next((one for one in slots if one is not None and one.card == card), None)
    return str(Choice(slot.row, slot.place, slot.card)) if slot is not None else ""
