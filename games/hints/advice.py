"""Advice of a searching bot with its reason in words, and what the last move of a player cost beside its own; only in practice
games, where it harms nobody."""

from collections.abc import Collection
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from django.core import signing
from django.core.cache import caches
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from accounts.models import User
from engine.bots import ADVISER, Weighed, judge, reasons_for
from games.board.layout import LaidTable
from games.board.panel import changes
from games.board.people import people
from games.board.reasons import Reader, TermLine, deed_in_words, estimate, reason_in_words, term_lines
from games.board.tableau import CardChoice
from games.models import Source
from games.names.cards import Deck
from games.play.positions import Play


def is_practice(play: Play) -> bool:
    """One person plays bots at a table of their own, and nothing counts: no rating, no deal that others play, no list of best
    results."""
    game = play.game
    if game.rated or game.deal_id is not None or game.host_id is None or game.is_solo:
        return False
    owners = [play.owner(seat.index) for seat in play.seats]
    return sum(owner is not None for owner in owners) == 1


def seat_for_hint(play: Play, user: object) -> int | None:
    """The seat for which this person may ask for a hint now; None where they may not."""
    seat = play.seat_of(user) if user is not None and play.game.is_running and not play.game.is_paused else None
    return seat.index if seat is not None and seat.waiting and is_practice(play) else None


@dataclass(frozen=True, slots=True)
class Advice:
    """The bot's move, and how many points it gains over `next`, the best move about another card; empty if there is none."""

    move: str
    next: str
    gain: float


def advise(view: engine.View, seed: str, among: Collection[str] = ()) -> Advice:
    """What the bot would do in the place of the viewer, who is asked, `among` these moves or all. It gets their view and nothing
    else, so its advice tells nothing they could not know; `seed` drives its guesses and is no secret."""
    if len(view.moves) == 1:
        return Advice(view.moves[0], "", 0.0)
    best, *others = (one for one in weighed(view, seed) if not among or str(one.move) in among)
    others = [
        one
        for one in others
        if not (best.move.card == one.move.card and {best.move.kind, one.move.kind} == {"buy", "take"})
    ]
    if not others:
        return Advice(str(best.move), "", 0.0)
    return Advice(str(best.move), str(others[0].move), best.ahead - others[0].ahead)


def weighed(view: engine.View, seed: str) -> tuple[Weighed, ...]:
    """The moves that the bot compares, the best first."""
    chance = Random(seed)
    return ADVISER.weighed(view, engine.guess(view, chance), chance)


def seed_for(play: Play, version: int, seat: int) -> str:
    """What drives the guesses for this seat at this version: a hint is the same however often it is asked for."""
    return f"hint:{play.game.pk}:{version}:{seat}"


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do and why (`says`), the `terms` behind it, what the move `changes`, and the card that it is about as the address
    names cards."""

    says: str
    terms: tuple[TermLine, ...]
    changes: str
    card: str


def hint_in_words(advice: Advice, table: LaidTable) -> Hint | None:
    """The advice for this table; None where it is no move of the question that is asked."""
    if not {advice.move, advice.next or advice.move} <= table.moves.texts:
        return None
    found = _found(advice.move, table)
    card = str(CardChoice(found[0].row, found[0].place, found[0].card)) if found else ""
    says, terms = advice_in_words(advice, Reader(table.view, table.deck, table.names))
    return Hint(says, terms, ", ".join(changes(advice.move, table.moves)), card)


def advice_in_words(advice: Advice, reader: Reader) -> tuple[str, tuple[TermLine, ...]]:
    """The sentences of an advice and the terms behind them, for somebody who sees this position."""
    state = engine.guess(reader.view, Random(0))  # which guess it is changes no reason
    move = engine.parse_move(advice.move, state)
    second = engine.parse_move(advice.next, state) if advice.next else None
    terms = reasons_for(reader.view, state, move)
    says = reason_in_words(move, terms, reader, second=second, behind=advice.gain)
    if len(reader.view.moves) == 1:
        says = f"{says} {_('It is the only legal move.')}"
    return says, term_lines(terms, reader)


def _found(text: str, table: LaidTable) -> list[engine.Slot]:
    """The card that a move buys, takes or plays."""
    slots = (*table.view.upper, *table.view.lower, *(table.own_hand or ()), table.view.drawn, *table.view.spread)
    return [one for one in slots if one and (one.take == text or any(offer.move == text for offer in one.offers))]


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


SALT = "hint"
REFUSED = {
    "too_many_hints": gettext_lazy("You have reached the hint limit. Try again in a few minutes."),
    "no_hint": gettext_lazy("Hints are available only in practice games against bots, when it is your turn."),
}
"""Why there is no hint, by its code."""


def hint_in_address(page: LaidTable, text: str) -> Hint | str | None:
    """The hint of an address for this page, or the sentence why there is none. None where it was for another position or reader."""
    if not text or text in REFUSED:
        return str(REFUSED[text]) if text else None
    try:
        game, version, seat, move, following, gain = signing.loads(text, salt=SALT)
    except (signing.BadSignature, ValueError):
        return None
    if (game, version, seat) != (page.game.pk, page.game.version, page.viewer) or not page.asked:
        return None
    return hint_in_words(Advice(move, following, gain), page)
