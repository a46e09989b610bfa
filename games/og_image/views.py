"""The picture of a game or table. It is the same for whoever asks: no session is looked at."""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from accounts.allauth_internals import ratelimit
from accounts.limits import APP
from accounts.permissions import can
from games.models import Game, Visibility
from games.play.positions import load
from games.selectors import queries

from . import kept, told

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
    # what the picture says is its name: it changes when the picture does, and tells no more than the picture
    etag = quote_etag(hashlib.sha256(f"{kept.LOOK} {card!r}".encode()).hexdigest()[:32])
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None and unchanged.status_code == 304:
        return _lasting(unchanged, etag)
    drawn = kept.kept(card)
    if drawn is None:
        if ratelimit.consume(request, app=APP, action="picture_drawn", key=str(ratelimit.get_ip(request))) is None:
            return _the_sites()
        drawn = kept.drawn(card)
    return _lasting(HttpResponse(drawn, content_type="image/png") if drawn else _the_sites(), etag)


def _postcard(game_id: int) -> told.Postcard | None:
    """None where a visitor without the link sees nothing, which is also said of numbers that nobody has. At most four
    statements."""
    try:
        play = load(game_id)
    except Game.DoesNotExist:
        return None
    if play.game.visibility != Visibility.PUBLIC or play.game.is_closed:
        return None
    if play.game.has_begun:
        return told.of_game(play, now=now()) if can(None, "watch game", play) else None
    game = queries.table(game_id)
    return told.of_table(game, now=now()) if can(None, "see table", game) else None


def _the_sites() -> HttpResponse:
    return HttpResponseRedirect(static("img/preview.png"))


def _lasting(response: HttpResponse, etag: str) -> HttpResponse:
    if response.status_code in (200, 304):
        response["ETag"] = etag
        patch_cache_control(response, public=True, max_age=FRESH)
    return response
