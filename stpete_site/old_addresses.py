"""Addresses that the site once had: mails in inboxes, bookmarks and programs hold them, so they lead on for ever.

A GET is answered with 301 and anything else with 308, which asks a program to send the same again. Calendars are read at the old
address without a redirect, because some programs follow none.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.utils.encoding import escape_uri_path, iri_to_uri

MOVED = [
    (re.compile(old), new)
    for old, new in (
        (r"^/(api/v1/)?events/", r"/\1tournaments/"),
        (r"^/api/v1/notices/wishes/", "/api/v1/notifications/preferences/"),
        (r"^/api/v1/notices/", "/api/v1/notifications/"),
        (r"^/((?:api/v1/)?(?:tournaments|leagues)/\d+/)desk/", r"/\1manage/"),
        (r"^/api/v1/(tournaments/\d+/)entry/", r"/api/v1/\1registration/"),
        (r"^/((?:api/v1/)?tournaments/\d+/)back/", r"/\1rejoin/"),
        (r"^/(tournaments/\d+/)enter/", r"/\1register/"),
        (r"^/(tournaments/\d+/)leave/", r"/\1withdraw/"),
        (r"^/profile/told/", "/profile/notifications/history/"),
        (r"^/profile/notices/", "/profile/notifications/"),
        (r"^/games/(\d+)/talk/", r"/games/\1/chat/"),
        (r"^/talk/lines/", "/chat/messages/"),
        (r"^/talk/", "/chat/"),
        (r"^/admin/about/event/", "/admin/about/tournament/"),
    )
]
"""What an address once began with and what it begins with now, applied one after the other."""

_WAS = re.compile(
    r"/(?:api/v1/(?:events|notices)|events|talk|profile/(?:told|notices)|admin/about/event)/"
    r"|/(?:api/v1/)?(?:tournaments|leagues|games)/\d+/(?:desk|entry|back|enter|leave|talk)/"
)
_FEED = re.compile(r"/events/(?:mine/[^/]+|\d+/calendar)\.ics")


def now_at(path: str) -> str:
    """The address that this one has become; the same where it is none that has moved.

    >>> now_at("/events/7/desk/pause/")
    '/tournaments/7/manage/pause/'
    >>> now_at("/games/7/back/")
    '/games/7/back/'
    """
    if _WAS.match(path):
        for old, new in MOVED:
            path = old.sub(new, path)
    return path


class OldAddressMiddleware:
    """Leads on from an old address before anything else looks at the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        was = request.path_info
        if (path := now_at(was)) == was:
            return self.get_response(request)
        if _FEED.fullmatch(was):
            request.path_info, request.path = path, request.path.removesuffix(was) + path
            return self.get_response(request)
        query = request.META.get("QUERY_STRING", "")
        where = escape_uri_path(request.path.removesuffix(was) + path) + (f"?{iri_to_uri(query)}" if query else "")
        keeps_method = request.method not in ("GET", "HEAD")
        return HttpResponsePermanentRedirect(where, preserve_request=keeps_method)
