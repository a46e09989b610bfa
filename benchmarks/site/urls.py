"""The site's addresses and two views that do nothing: what is left of a request is server and middleware."""

from __future__ import annotations

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from accounts.middleware import impersonal


@impersonal
def empty(request: HttpRequest) -> HttpResponse:
    """Nothing."""
    return HttpResponse(status=204)


@impersonal
def empty_of_somebody(request: HttpRequest) -> HttpResponse:
    """Nothing, but who asks is known: the session is read, its user is not loaded."""
    return HttpResponse(status=204 if request.session.get(SESSION_KEY) else 403)


urlpatterns = [
    path("benchmark/empty/", empty),
    path("benchmark/empty-session/", empty_of_somebody),
    path("", include("stpete_site.urls")),
]
