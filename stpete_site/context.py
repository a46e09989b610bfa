"""What the frame of every page needs: the places of the site, which of them this page is in, and how many games wait."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext

from games.models import Seat, Status

MINE = ("games:mine",)
LOBBY = ("games:lobby", "games:new", "games:table", "games:link", "games:invitation")
ARCHIVE = ("games:archive", "games:replay")
RULES = ("rules",)


@dataclass(frozen=True)
class Place:
    """One entry of the header: where it leads, what it says, whether we are there, and a number to show beside it."""

    url: str
    label: str
    is_here: bool
    badge: int = 0


@dataclass(frozen=True)
class Frame:
    """The header's places; `mine` stands alone on a phone; `next` leads back here after signing in."""

    places: list[Place]
    mine: Place | None
    next: str


def frame(request: HttpRequest) -> dict[str, Any]:
    """Context processor. Lazy: a fragment that draws no header asks nothing of the database."""
    return {"frame": SimpleLazyObject(lambda: build_frame(request))}


def build_frame(request: HttpRequest) -> Frame:
    """One statement for somebody signed in, none for a visitor."""
    here = request.resolver_match.view_name if request.resolver_match else ""
    mine = None
    if request.user.is_authenticated:
        mine = _place(MINE, gettext("My games"), here, waiting_games(request.user.pk))
    lobby, archive, rules = _place(LOBBY, gettext("Lobby"), here), _place(ARCHIVE, gettext("Archive"), here), _place(RULES, gettext("Rules"), here)
    return Frame([place for place in (mine, lobby, archive, rules) if place], mine, _way_back(request))


def _place(names: tuple[str, ...], label: str, here: str, badge: int = 0) -> Place | None:
    try:
        return Place(reverse(names[0]), label, here in names, badge)
    except NoReverseMatch:
        return None


def waiting_games(user_id: int) -> int:
    """In how many running games it is this person's turn."""
    return Seat.objects.filter(
        waiting=True, game__status=Status.RUNNING, tenures__user=user_id, tenures__until__isnull=True
    ).count()


def _way_back(request: HttpRequest) -> str:
    """`?next=…` for the sign-in link; nothing where one is signing in already or the page answers only a POST."""
    if request.method != "GET" or request.path.startswith(reverse("account_login").rpartition("login/")[0]):
        return ""
    return f"?{urlencode({'next': request.get_full_path()})}" if request.path != "/" else ""
