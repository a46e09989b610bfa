"""A spectator's summary of a game: kept by devices for offline use, and the source of link previews.

It is made from `view_for(None)`, also for players, and holds no name, form or key of its reader. It is refused to guests and
visitors and for games closed to spectators, also to their seats. static/js/frame.js keeps the last 20 games of the signed-in
account; templates/offline/worker.js shows them when a page cannot be reached. Signing out wipes them (`Clear-Site-Data`), and so
does the next page of another account.
"""

from collections import Counter

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.activity import visitor_of
from games.names import words
from games.page.content import GamePage
from games.play.positions import Play
from games.tables.links import watched


def glimpse(play: Play) -> dict[str, object]:
    """Nothing hidden is in it, because it is made from a visitor's view. The caller has asked whether the game may be shown."""
    page = GamePage(play, None, now=now())
    view, deck = page.view, page.deck
    moment = _("%(phase)s, round %(round)s") % {"phase": words.PHASE_NAMES[view.phase], "round": view.round}
    standings = []
    for seat in view.seats:
        cards = Counter(_("face down") if card.face_down else deck[card.card].name for card in seat.display)
        held = [f"{number} × {name}" if number > 1 else name for name, number in cards.items()]
        standings.append((str(page.names[seat.seat]), seat, held))
    return {
        "game": play.game,
        "at": page.now,
        "bar": page.bar,
        "moment": "" if view.over else moment,
        "upper": [deck[slot.card].name for slot in view.upper if slot is not None],
        "lower": [deck[slot.card].name for slot in view.lower if slot is not None],
        "standings": standings,
    }


@require_safe
@never_cache
def show(request: HttpRequest, game_id: int) -> HttpResponse:
    """A spectator's position, also for who plays: somebody else may hold the device when it is opened. For accounts only, and not
    of a game that is closed to spectators, not even for its seats."""
    user, play = visitor_of(request), watched(request, game_id)
    if user is None or not play.game.has_begun or play.game.is_closed:
        raise Http404
    response = render(request, "games/offline_summary/page.html", glimpse(play))
    response["X-Account"] = str(user.pk)  # static/js/frame.js keeps it for nobody else
    return response
