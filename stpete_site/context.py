"""What the frame of every page needs: the places of the site, which of them this is, and how many games wait."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext

from accounts import guests
from games.selectors.chain import waiting_games

MINE = ("games:mine",)
LOBBY = ("games:lobby", "games:new", "games:table", "games:link", "games:invitation", "games:quick")
TOURNAMENTS = ("tournaments:tournaments", "tournaments:calendar", "tournaments:tournament")
ARCHIVE = ("games:archive", "games:replay")
RATINGS = ("tournaments:ladder", "tournaments:ladder-of", "tournaments:ratings", "tournaments:against")
RULES = ("rules", "games:handbook", "games:exact", "games:section", "games:rule", "games:rules-search")
CARDS = ("games:cards", "games:card")


@cache
def address_of(name: str) -> str:
    """Where a place of the header is, which every page says."""
    return reverse(name)


@dataclass(frozen=True)
class Place:
    """One entry of the header: where it leads, what it says, whether we are there, and a number to show beside it."""

    url: str
    label: str
    is_here: bool
    badge: int = 0


class Frame:
    """What the header says, each part reckoned when it is drawn. One statement for somebody signed in, none for a visitor.

    `reader` is who is signed in, also a guest whom the page itself takes for a visitor. `mine` stands alone on a phone; `here`
    is the name of this page, `next` leads back to it after signing in.
    """

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        self.reader = guests.of(request) or getattr(request, "user", None)
        self.here = request.resolver_match.view_name if request.resolver_match else ""

    @cached_property
    def mine(self) -> Place | None:
        if self.reader is None or not self.reader.is_authenticated:
            return None
        return Place(
            address_of(MINE[0]), gettext("My games"), self.here in MINE, waiting_games(self._request, self.reader)
        )

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The header's entries, in their order."""
        return (
            *([self.mine] if self.mine else []),
            self._place(LOBBY, gettext("Lobby")),
            self._place(TOURNAMENTS, gettext("Tournaments")),
            self._place(ARCHIVE, gettext("Archive")),
            self._place(RATINGS, gettext("Ratings")),
            self._place(RULES, gettext("Rules")),
            self._place(CARDS, gettext("Cards")),
        )

    def _place(self, names: tuple[str, ...], label: str) -> Place:
        return Place(address_of(names[0]), label, self.here in names)

    @property
    def next(self) -> str:
        return _way_back(self._request)

    @property
    def site(self) -> str:
        """How addresses begin that are read elsewhere."""
        return str(settings.SITE_URL)

    @property
    def mailbox(self) -> str:
        """Where caught mails are read; empty on a site that sends them."""
        return reverse("mailbox") if settings.SHOWS_MAILBOX else ""

    @property
    def operator(self) -> str:
        """Who runs the site; empty where nobody has said so, as on a laptop: then no page leads to imprint and terms."""
        return str(settings.OPERATOR_NAME)


def frame(request: HttpRequest) -> dict[str, Any]:
    """Context processor. A fragment that draws no header asks nothing of the database."""
    return {"frame": Frame(request)}


def _way_back(request: HttpRequest) -> str:
    """`?next=…` for the sign-in link; nothing where one is signing in already or the page answers only a POST."""
    if request.method != "GET" or request.path.startswith(reverse("account_login").rpartition("login/")[0]):
        return ""
    return f"?{urlencode({'next': request.get_full_path()})}" if request.path != "/" else ""
