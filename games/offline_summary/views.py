"""A spectator's summary of a game: kept by devices for offline use, and the source of link previews.

It is made from `view_for(None)`, also for players, and holds no name, form or key of its reader. It is refused to guests and
visitors and for games closed to spectators, also to their seats. static/js/frame.js keeps the last 20 games of the signed-in
account; templates/offline/worker.js shows them when a page cannot be reached. Signing out wipes them (`Clear-Site-Data`), and so
does the next page of another account.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.activity import visitor_of
from games.board.round import TurnBar
from games.models import Game
from games.names import words
from games.page.content import GamePage
from games.play.positions import Play
from games.tables.links import watched


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """One seat. `rubles` is None where they are hidden; `cards` are those of the display, equal ones in one."""

    name: str
    points: int
    rubles: int | None
    hand: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A position before a visitor's eyes. `bar` says whom the game waits for, `moment` which phase it is."""

    game: Game
    at: datetime
    bar: TurnBar
    moment: str
    upper: tuple[str, ...]
    lower: tuple[str, ...]
    standings: tuple[SeatSummary, ...]


def glimpse(play: Play, *, now: datetime) -> Glimpse:
    """Nothing hidden is in it, because it is made from a visitor's view. The caller has asked whether the game may be shown."""
    page = GamePage(play, None, now=now)
    view, deck = page.view, page.deck
    moment = _("%(phase)s, round %(round)s") % {"phase": words.PHASE_NAMES[view.phase], "round": view.round}
    standings = []
    for seat in view.seats:
        cards = Counter(_("face down") if card.face_down else deck[card.card].name for card in seat.display)
        held = tuple(f"{number} × {name}" if number > 1 else name for name, number in cards.items())
        standings.append(SeatSummary(str(page.names[seat.seat]), seat.points, seat.rubles, seat.hand_count, held))
    return Glimpse(
        game=play.game,
        at=now,
        bar=page.bar,
        moment="" if view.over else moment,
        upper=tuple(deck[slot.card].name for slot in view.upper if slot is not None),
        lower=tuple(deck[slot.card].name for slot in view.lower if slot is not None),
        standings=tuple(standings),
    )


@require_safe
@never_cache
def show(request: HttpRequest, game_id: int) -> HttpResponse:
    """A spectator's position, also for who plays: somebody else may hold the device when it is opened. For accounts only, and not
    of a game that is closed to spectators, not even for its seats."""
    user, play = visitor_of(request), watched(request, game_id)
    if user is None or not play.game.has_begun or play.game.is_closed:
        raise Http404
    response = render(request, "games/offline_summary/page.html", {"glimpse": glimpse(play, now=now())})
    response["X-Account"] = str(user.pk)  # static/js/frame.js keeps it for nobody else
    return response
