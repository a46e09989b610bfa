"""What the frame of every page needs: the places of the site, which of them this is, and how many games wait."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext

from games.models import Seat, Status

MINE = ("games:mine",)
LOBBY = ("games:lobby", "games:new", "games:table", "games:link", "games:invitation", "games:quick")
ARCHIVE = ("games:archive", "games:replay")
RULES = ("rules", "games:section", "games:rule", "games:rules-search")
CARDS = ("games:cards", "games:card")


@dataclass(frozen=True)
class Place:
    """One entry of the header: where it leads, what it says, whether we are there, and a number to show beside it."""

    url: str
    label: str
    is_here: bool
    badge: int = 0


@dataclass(frozen=True)
class Frame:
    """The header's places; `mine` stands alone on a phone; `next` leads back here after signing in.

    `mailbox` is where caught mails are read, empty on a site that sends them.
    """

    places: list[Place]
    mine: Place | None
    next: str
    mailbox: str = ""


def frame(request: HttpRequest) -> dict[str, Any]:
    """Context processor. Lazy: a fragment that draws no header asks nothing of the database."""
    return {"frame": SimpleLazyObject(lambda: build_frame(request))}


def build_frame(request: HttpRequest) -> Frame:
    """One statement for somebody signed in, none for a visitor."""
    here = request.resolver_match.view_name if request.resolver_match else ""
    mine = None
    if request.user.is_authenticated:
        mine = Place(reverse(MINE[0]), gettext("My games"), here in MINE, waiting_games(request.user.pk))
    places = [
        *([mine] if mine else []),
        Place(reverse(LOBBY[0]), gettext("Lobby"), here in LOBBY),
        Place(reverse(ARCHIVE[0]), gettext("Archive"), here in ARCHIVE),
        Place(reverse(RULES[0]), gettext("Rules"), here in RULES),
        Place(reverse(CARDS[0]), gettext("Cards"), here in CARDS),
    ]
    mailbox = reverse("mailbox") if settings.SHOWS_MAILBOX else ""
    return Frame(places, mine, _way_back(request), mailbox)


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
