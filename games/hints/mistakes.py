"""What the last move of a player cost, in a practice game: beside the adviser's move, from what they saw before it.

It is worked out when the page after the move is made, so the move itself waits for nothing, and kept in the memory of the process
until the next one. The work is bounded: the adviser's look, and only where that finds a loss, play-outs of both moves in the same
guessed worlds.
"""

from random import Random
from typing import Any, Final

from django.core.cache import caches

import engine
from accounts.models import User
from engine.bots import judge
from games.board.people import people
from games.board.reasons import Reader, deed_in_words, estimate
from games.hints.advice import Advice, advice_in_words, is_practice, seed_for, weighed
from games.models import Source
from games.names.cards import Deck
from games.play.positions import Play

LEAST: Final = 4.0
"""Points that a move must cost to be told, by both estimates ..."""
LEAST_SURE: Final = 1.0
"""... and those that the play-outs leave no doubt about."""
WORLDS: Final = 25


def cost_of(view: engine.View, played: str, seed: str) -> tuple[str, float] | None:
    """A better answer than the one that the viewer gave, and by how many points; None where there is none beyond doubt. The move
    that a hint with this seed names is never a mistake."""
    if view.viewer is None or len(view.moves) == 1:
        return None
    best, *others = weighed(view, seed)
    behind = {str(one.move): best.ahead - one.ahead for one in (best, *others)}
    if behind.get(played, LEAST) < LEAST:
        return None
    move = engine.parse_move(played, engine.guess(view, Random(seed)))
    decision = judge.Decision(0, view.viewer, view, move, ())
    loss = judge.compare(decision, best.move, Random(f"{seed}:cost"), WORLDS)
    if loss.points < LEAST or loss.interval[0] < LEAST_SURE:
        return None
    return str(best.move), loss.points


def may_be_told(play: Play, user: User) -> bool:
    """Is this a running practice game of this player?"""
    return play.game.is_running and is_practice(play) and play.seat_of(user) is not None


def last_mistake(play: Play, user: User | None) -> dict[str, Any] | None:
    """The last move of this player and about what it `cost`, and the better one with its reason; None where there is nothing to
    tell, or they do not want to be told."""
    if user is None or not user.tell_mistakes or not may_be_told(play, user):
        return None
    seat = play.acting_seat(user)
    own = [place for place, row in enumerate(play.moves) if row.seat == seat.index and row.source == Source.PAGE]
    if not own:
        return None
    row, view = play.moves[own[-1]], engine.view_for(play.at(own[-1]).step.state, seat.index)
    key, shared = f"mistake:{play.game.pk}:{row.number}", caches["shared"]
    found = shared.get(key)
    if found is None:
        before = max((other.number for other in play.rows if other.number < row.number), default=0)
        found = cost_of(view, row.text, seed_for(play, before, seat.index)) or ("", 0.0)
        shared.set(key, found)
    better, points = found
    if not better:
        return None
    reader = Reader(view, Deck(play.options), people(play, seat.index))
    says, terms = advice_in_words(Advice(better, "", 0.0), reader)
    deed = deed_in_words(engine.parse_move(row.text, play.at(own[-1]).step.state), reader)
    return {"deed": deed, "cost": estimate(points), "says": says, "terms": terms}
