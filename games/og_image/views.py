"""The picture of a game or table for links elsewhere.

It is made from a visitor's view whoever asks, without a session or a clock; its ETag follows from what it shows. A process keeps
64, draws one at a time, and 60 a minute for one network. For anything else (by link, closed, unknown, too many) the site's
picture is served.
"""

import hashlib
from collections.abc import Callable, Hashable
from datetime import datetime
from threading import Lock
from typing import TypeVar

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

import engine
from accounts.allauth_internals import ratelimit
from accounts.limits import APP
from games.board.score import FinalLine
from games.cache import Cache
from games.lobby.table_page import TablePage
from games.models import Game
from games.og_image.drawing import Postcard, PostcardSeat, draw
from games.og_image.position import as_png, as_svg, picture_of
from games.options.table_words import option_words, pace_words, selection_words
from games.page.content import GamePage
from games.play.positions import Play
from games.replay.content import ReplayPage
from games.selectors import queries
from games.tables.links import public_game


def of_game(play: Play, *, now: datetime) -> Postcard:
    """A begun game. Nothing hidden is on it, because it is made from a visitor's view; the caller has asked whether the game may
    be shown. No clock is on it, so the picture changes with the game alone."""
    page = GamePage(play, None, now=now)
    view, bar = page.view, page.bar
    final = {line.person.seat: line for line in page.final}
    places = tuple(_place(seat, str(page.names[seat.seat]), final.get(seat.seat)) for seat in view.seats)
    moment, news = (bar.title, bar.subtitle) if page.over else (bar.subtitle, bar.title)
    decided = " ".join(page.ending.says) if page.over else ""
    terms = ". ".join(filter(None, [_terms(play.options), decided]))
    return Postcard(play.game.title, terms, places, moment, news)


def _terms(options: engine.Options) -> str:
    return ", ".join([selection_words(options), *option_words(options)])


def _place(seat: engine.SeatView, name: str, line: FinalLine | None) -> PostcardSeat:
    if line is None:
        return PostcardSeat(seat.seat, name, str(seat.points))
    return PostcardSeat(seat.seat, name, line.points, line.winner, rank=line.rank)


def of_table(game: Game, *, now: datetime) -> Postcard:
    """A table that gathers people, or was closed. `game` comes from `queries.table`."""
    page = TablePage(game, None, now)
    chips = [one.chip for one in page.places]
    places = tuple(PostcardSeat(chip.seat, chip.name, is_free=chip.kind in ("free", "kept")) for chip in chips)
    if page.closed or not page.gathers:
        moment = page.closed
    elif page.free:
        moment = ngettext("%(number)s free seat", "%(number)s free seats", page.free) % {"number": page.free}
    else:
        moment = _("All seats are taken.")
    return Postcard(game.title, _terms(game.engine_options), places, moment, pace_words(game.clock))


T = TypeVar("T", bound=Hashable)

LOOK = 2
"""Goes up when the same words are drawn in another way."""

MOST = 64
"""Pictures a process keeps, of some 40 kB each."""

PATIENCE = 2.0
"""Seconds that somebody waits for the pictures of others."""

pictures: Cache[bytes] = Cache(MOST)
_drawing = Lock()


def kept_picture(of: Hashable) -> bytes | None:
    return pictures.get(of)


def drawn_picture(of: T, drawing: Callable[[T], bytes]) -> bytes | None:
    """The PNG, drawn now. None where others keep the pen for too long."""
    if not _drawing.acquire(timeout=PATIENCE):
        return None
    try:
        picture = kept_picture(of) or drawing(of)
    finally:
        _drawing.release()
    pictures.put(of, picture)
    return picture


FRESH = 60
"""For so many seconds nobody has to ask again."""


@require_safe
def picture(request: HttpRequest, game_id: int, language: str) -> HttpResponse:
    """A PNG of 1200 x 630. What a visitor may not see, and what is asked for too often, is the site's own picture."""
    if language not in dict(settings.LANGUAGES):
        return _the_sites()
    with translation.override(language):
        card = _postcard(game_id)
    if card is None:
        return _the_sites()
    return _answered(request, card, draw)


@require_safe
def position_picture(request: HttpRequest, game_id: int, ply: int, language: str, kind: str) -> HttpResponse:
    """The position after so many moves of a public game, as SVG or as PNG of 1200 x 630. To build the position costs more than to
    draw it, so every one counts."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    play = public_game(game_id)
    if not play.game.has_begun or ply >= len(play.steps):
        raise Http404
    if _asks_too_often(request):
        return _the_sites()
    with translation.override(language):
        items = picture_of(ReplayPage(play, None, ply=ply))
    if kind == "png":
        return _answered(request, items, as_png, is_counted=True)
    response = HttpResponse(as_svg(items), content_type="image/svg+xml")
    return _lasting(response, _etag(items))


def _etag(of: object) -> str:
    """What the picture says is its name: it changes when the picture does, and tells no more than the picture."""
    return quote_etag(hashlib.sha256(f"{LOOK} {of!r}".encode()).hexdigest()[:32])


def _asks_too_often(request: HttpRequest) -> bool:
    key = str(ratelimit.get_ip(request))
    return ratelimit.consume(request, app=APP, action="picture_drawn", key=key, limit_get=True) is None


def _answered(request: HttpRequest, of: T, drawing: Callable[[T], bytes], *, is_counted: bool = False) -> HttpResponse:
    etag = _etag(of)
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None and unchanged.status_code == 304:
        return _lasting(unchanged, etag)
    drawn = kept_picture(of)
    if drawn is None:
        if not is_counted and _asks_too_often(request):
            return _the_sites()
        drawn = drawn_picture(of, drawing)
    return _lasting(HttpResponse(drawn, content_type="image/png") if drawn else _the_sites(), etag)


def _postcard(game_id: int) -> Postcard | None:
    """None where a visitor without the link sees nothing, which is also said of numbers that nobody has. At most four
    statements."""
    try:
        play = public_game(game_id)
    except Http404:
        return None
    if play.game.has_begun:
        return of_game(play, now=now())
    return of_table(queries.table(game_id), now=now())


def _the_sites() -> HttpResponse:
    return HttpResponseRedirect(static("img/preview.png"))


def _lasting(response: HttpResponse, etag: str) -> HttpResponse:
    if response.status_code in (200, 304):
        response["ETag"] = etag
        patch_cache_control(response, public=True, max_age=FRESH)
    return response
