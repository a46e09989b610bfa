"""What open pages ask every few seconds: has anything changed? One statement when nothing has."""

from collections.abc import Sequence
from typing import NamedTuple

from django.contrib.auth import SESSION_KEY
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.views.decorators.http import require_safe

from accounts.middleware import impersonal
from games.models import PassMode, Seat, Tenure, Visibility
from games.play import presence, sight
from games.tables import links

EVERY = 10
"""Seconds between two polls of a page, so that a move appears within 15 s."""


def pulse_tag(version: int, status: str, wishes: Sequence[bool], own_pass: str) -> str:
    """Changes whenever the page would show something else: a new log row, an end, a wish to end, the own standing pass."""
    return f'"{version}-{status}-{"".join("01"[wish] for wish in wishes)}-{own_pass}"'


class _Row(NamedTuple):
    version: int
    status: str
    visibility: str
    link_token: str
    wants_end: bool
    waiting: bool
    pass_mode: str
    is_closed: bool
    sat: bool
    sits: bool


@require_safe
@impersonal
def pulse(request: HttpRequest, game_id: int) -> HttpResponse:
    """304 when the page is still right, else the new version. The session is read, its user is not loaded."""
    user_id = request.session.get(SESSION_KEY)
    # a visitor is no row's user; an empty one is a bot's
    mine = Tenure.objects.filter(seat=OuterRef("pk"), user=user_id or 0)
    rows = [
        _Row(*row)
        for row in Seat.objects.filter(game__id=game_id)  # __id: a number too large for a column finds nothing
        .order_by("index")
        .annotate(is_closed=sight.is_closed("game"), sat=Exists(mine), sits=Exists(mine.filter(until__isnull=True)))
        .values_list(
            "game__version",
            "game__status",
            "game__visibility",
            "game__link_token",
            "wants_end",
            "waiting",
            "pass_mode",
            "is_closed",
            "sat",
            "sits",
        )
    ]
    if not rows or not _may_watch(rows, request):
        raise Http404
    if user_id and any(row.sat for row in rows):
        presence.touch(int(user_id), game_id)
    own = next((row for row in rows if row.sits), None)
    first = rows[0]
    own_pass = own.pass_mode if own else PassMode.NONE.value
    tag = pulse_tag(first.version, first.status, [row.wants_end for row in rows], own_pass)
    if request.headers.get("If-None-Match") == tag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = JsonResponse({"version": first.version, "your_turn": bool(own and own.waiting)})
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    return response


def _may_watch(rows: Sequence[_Row], request: HttpRequest) -> bool:
    """The same rule as `games.play.access.may_watch`, from the one statement."""
    first = rows[0]
    is_open = first.visibility == Visibility.PUBLIC or first.link_token in links.followed(request)
    return (is_open and not first.is_closed) or any(row.sat for row in rows)
