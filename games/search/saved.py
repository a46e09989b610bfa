"""Searches that somebody keeps, each with a feed of its latest games under an address of its own."""

import hmac
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.feedgenerator import Atom1Feed
from django.utils.http import urlencode
from django.utils.timezone import localtime, now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.errors import GameError
from games.models import SavedSearch
from games.search.found import Search, in_time, listing
from games.selectors import queries
from games.selectors.played import finished_rows
from statements import row_number

MOST = 20
SALT = "games.search.saved"  # part of every address that was given out


class TooManySaved(GameError):
    code = "too_many_searches"
    sentence = gettext_lazy("You have reached the limit of saved searches. Delete one first.")


@dataclass(frozen=True, slots=True)
class Kept:
    """A saved search, and the address of its feed."""

    text: str
    feed: str

    @property
    def query(self) -> str:
        return urlencode({"q": self.text})


def of(user: User, request: HttpRequest) -> list[Kept]:
    """Those of a user, the newest first. One statement."""
    found = SavedSearch.objects.filter(user=user).select_related("user")
    return [Kept(one.text, _address(one, request)) for one in found]


def keep(user: User, text: str, *, now: datetime) -> None:
    """Keep a search, once. Raises BadSearch, or TooManySaved."""
    Search.read(text)
    known = SavedSearch.objects.filter(user=user)
    if known.count() >= MOST and not known.filter(text=text).exists():
        raise TooManySaved
    SavedSearch.objects.get_or_create(user=user, text=text, defaults={"created_at": now})


def forget(user: User, text: str) -> None:
    SavedSearch.objects.filter(user=user, text=text).delete()


def _token(one: SavedSearch) -> str:
    """The secret part of a feed's address. As that of the calendar it ends with the password, or when its owner renews that."""
    told = f"{one.pk}:{one.user.get_session_auth_hash()}:{one.user.feed_key}"
    return f"{one.pk}-{salted_hmac(SALT, told).hexdigest()[:32]}"


def _address(one: SavedSearch, request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("games:search-feed", args=[_token(one)]))


def of_token(token: str) -> SavedSearch | None:
    """The search whose feed has this address; None for a token that is nobody's."""
    number = row_number(token.partition("-")[0])
    found = SavedSearch.objects.filter(pk=number, user__is_active=True, user__deleted_at=None)
    one = found.select_related("user").first()
    return one if one is not None and hmac.compare_digest(_token(one).encode(), token.encode()) else None


def atom(one: SavedSearch, request: HttpRequest) -> str:
    """The latest games of the search. Raises BadSearch where it names a player who is gone, or takes too long."""
    search = Search.read(one.text)
    with in_time():
        page = listing(search).page(type(request.GET)())
    here = request.build_absolute_uri(f"{reverse('games:archive')}?{urlencode({'q': one.text})}")
    feed = Atom1Feed(
        title=_("St Pete: %(search)s") % {"search": one.text},
        link=here,
        description="",
        feed_url=_address(one, request),
        language=one.user.language,
    )
    for row in finished_rows(queries.with_seats(page.rows), one.user, now()):
        over = row.game.finished_at
        if over is None:
            continue
        points = ", ".join(chip.name if chip.figure is None else f"{chip.name} {chip.figure}" for chip in row.chips)
        address = request.build_absolute_uri(row.href)
        feed.add_item(
            title=f"{row.game.title} ({row.due_note})",
            link=address,
            description=f"{row.due}: {points}. {row.sub}" if row.due else f"{points}. {row.sub}",
            unique_id=address,
            pubdate=localtime(over),
            updateddate=localtime(over),
        )
    return str(feed.writeString("utf-8"))
