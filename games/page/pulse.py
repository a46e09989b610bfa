"""What open pages ask every few seconds, where they hear of changes, and what they say was seen."""

from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.views import redirect_to_login
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import activity
from accounts.activity import visitor_of
from accounts.authentication import reader_of
from accounts.middleware import impersonal, owner_of
from games import extensions
from games.board.table import number_in
from games.models import OVER, PassMode, Tenure, Visibility
from games.play import visibility
from games.play.seen import mark_open, record_seen
from games.tables import links
from statements import Prepared

EVERY = 10
"""Seconds between two polls of a page, so that a move appears within 15 s."""

STREAM, VIEWER = "X-Stream", "X-Viewer"
"""With this header the process of the streams asks for a page that listens (streams/door.py). It learns with the other one who sits
before the page, and a session that is no longer in order is refused: a stream goes on by itself, where a page would show it."""


def pulse_tag(version: int, status: str, is_paused: bool, own_pass: str, *, said: int = 0) -> str:
    """Changes whenever the page would show something else: a new log row, an end, a pause, the own standing pass, and for who has
    sat there a line of the table's talk."""
    return f'"{version}-{status}-{"p" * is_paused}-{own_pass}-{said}"'


class _Row(NamedTuple):
    """A tenure, with its seat and game."""

    version: int
    status: str
    visibility: str
    link_token: str
    paused_at: object
    said: int
    is_closed: bool
    seat: int
    waiting: bool
    pass_mode: str
    user_id: int | None
    active_on: date | None
    until: object


COLUMNS = (
    *("seat__game__version", "seat__game__status", "seat__game__visibility", "seat__game__link_token"),
    *("seat__game__paused_at", "seat__game__said", "is_closed"),
    *("seat__index", "seat__waiting", "seat__pass_mode", "user_id", "user__active_on"),
    "until",
)


@lru_cache(maxsize=8)
def _tenures(closed: Q | None) -> Prepared:
    """All tenures of a game; `closed` is what other apps ask for, and follows in the statement."""

    def build(game: int) -> QuerySet[Tenure, Any]:
        found = Tenure.objects.filter(seat__game=game).annotate(is_closed=visibility.is_closed("seat__game"))
        return found.order_by("seat__index", "pk").values_list(*COLUMNS)

    return Prepared(build, 1)


@require_safe
@impersonal
def pulse(request: HttpRequest, game_id: int) -> HttpResponse:
    """304 when the page is still right, else the new version. The session is read, its user is not loaded.

    A program may ask with a token that may read.

    The one GET that writes: players with a seat are noted as active, once a day (`accounts.activity`).
    """
    is_for_stream, is_program = STREAM in request.headers, "Authorization" in request.headers
    user_id = reader_of(request) if is_program else int(request.session.get(SESSION_KEY) or 0)  # no row has the user 0
    if user_id is None:  # a token that opens nothing or not this
        raise Http404
    if is_for_stream and user_id and not is_program and owner_of(request.session) is None:
        raise Http404
    rows = [_Row(*row) for row in _tenures(extensions.closed())(game_id)]
    sat = next((row for row in rows if row.user_id == user_id), None)
    if not rows or not (sat or _is_open(rows[0], request)):
        raise Http404
    if sat and not is_program:  # that a program listens shows nobody the game
        mark_open(user_id, game_id)
        activity.note(user_id, sat.active_on, now=now())
    first = rows[0]
    own = next((row for row in rows if row.user_id == user_id and row.until is None), None)
    own_pass = own.pass_mode if own else PassMode.NONE.value
    said = first.said if sat else 0
    tag = pulse_tag(first.version, first.status, first.paused_at is not None, own_pass, said=said)
    if request.headers.get("If-None-Match") == tag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = JsonResponse({"version": first.version, "your_turn": bool(own and own.waiting)})
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    if is_for_stream:
        response[VIEWER] = str(user_id)
    return response


def _is_open(row: _Row, request: HttpRequest) -> bool:
    """May somebody watch who has never had a seat? The same rule as "watch game" in `games.permissions`."""
    return not row.is_closed and (row.visibility == Visibility.PUBLIC or row.link_token in links.followed(request))


@never_cache
@require_POST
def seen(request: HttpRequest, game_id: int) -> HttpResponse:
    """`version` was on the screen, and `line` of the chat, and `result` if the page of the finished game was. For whoever has
    ever had a seat. Nothing beyond the present version and line is believed. With `next` it leads on to the next game."""
    user = visitor_of(request)
    if user is None:
        return redirect_to_login(reverse("games:game", args=[game_id]))  # this address answers no GET
    sat = Tenure.objects.filter(seat__game=game_id, user=user).order_by()
    found = sat.values_list("seat__game__version", "seat__game__said", "seat__game__status").first()
    if found is None:
        raise Http404
    version, line, status = found
    is_over = status in OVER
    record_seen(
        user=user,
        game_id=game_id,
        version=min(number_in(request.POST.get("version", "")) or 0, version),
        line=min(number_in(request.POST.get("line", "")) or 0, line),
        result=is_over and "result" in request.POST,
    )
    if "next" in request.POST:
        return redirect(f"{reverse('games:next')}?after={game_id}")
    return HttpResponse(status=204)


def stream_of(request: HttpRequest, game_id: int) -> str:
    """The address of its stream; empty where there is none.

    A proxy sends it to the right process; without one it is another port of the name by which this page was asked for, whose
    cookies it shares.
    """
    if not settings.STREAMS_PORT:
        return ""
    path = f"/streams/{game_id}/"
    if not settings.STREAMS_ARE_BESIDE:
        return path
    host, _port = split_domain_port(request.get_host())
    return f"//{host}:{settings.STREAMS_PORT}{path}"
