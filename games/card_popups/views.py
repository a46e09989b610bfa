"""The sheet of a card or tile as a fragment, which a page of the game fetches when somebody looks it up."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.activity import visitor_of
from games.board.table import Table
from games.card_popups.cards import sheet_of
from games.play.positions import Play
from games.reference.shelves import SHELVES
from games.tables.links import watched


@require_safe
@never_cache
def sheet(request: HttpRequest, game_id: int, shelf: str, id: str) -> HttpResponse:
    """What this visitor may know of it now; of a finished game also after `?at=17` moves through the eyes of `?seat=2`."""
    play = watched(request, game_id)
    box = SHELVES.get(shelf)
    found = sheet_of(box, id, _table(request, play)) if box and play.game.has_begun else None
    if found is None:
        raise Http404
    return render(request, "games/reference/sheet.html", {"entry": found.entry, "lines": found.lines}, using="jinja2")


def _table(request: HttpRequest, play: Play) -> Table:
    at, seat = (_number(request.GET.get(name, "")) for name in ("at", "seat"))
    if not play.game.is_finished or at is None:
        user = visitor_of(request)
        return Table(play, play.eyes_of(user) if user else None)
    return Table(play, seat if seat is not None and seat < len(play.seats) else None, ply=min(at, len(play.steps) - 1))


def _number(text: str) -> int | None:
    return int(text[:9]) if text.isascii() and text.isdecimal() else None
