"""What the club tells: its evenings, to members, and an offer, to people of whom it knows only an address."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import OperationalError
from redis.exceptions import ConnectionError as RedisAway

from notifications.kinds import About, Bundling, Category, NoLongerTrue
from notifications.models import Notification
from notifications.templated import Draft, Kind, Sample

CLUB = Category(
    "club", label="mails when the club meets", wish="when the club meets", help="Once a week.", strangers="caller"
)
OFFERS = About("offers", "https://club.example/offer/", "Club", "Reading club", "Reading club")
TROUBLES = {"database": OperationalError("no connection"), "cache": RedisAway("no connection"), "bug": KeyError("oops")}


@dataclass(frozen=True, slots=True)
class Evenings:
    places: list[str]


def still_ahead(notification: Notification, now: datetime) -> str:
    if trouble := TROUBLES.get(notification.data.get("trouble", "")):
        raise trouble
    return "" if datetime.fromisoformat(notification.data["at"]) > now else "has been"


def reads_the_board(notification: Notification) -> bool:
    return cache.get(f"board:{notification.user_id}") is not None


def evenings(notifications: Sequence[Notification], now: datetime) -> Draft:
    places = [notification.data["place"] for notification in notifications]
    if "closed meanwhile" in places:
        raise NoLongerTrue("cancelled")
    if "nowhere" in places:
        raise ValueError("there is no such place")
    return Draft(About("club", "https://club.example/", "Club", "Reading club", "Reading club"), Evenings(places))


def offer(notifications: Sequence[Notification], now: datetime) -> Draft:
    return Draft(OFFERS, None)


def always(notification: Notification, now: datetime) -> str:
    return ""


EVENING = Kind(
    "club",
    "evening",
    label="an evening",
    category=CLUB,
    draft=evenings,
    why_untrue=still_ahead,
    is_before_eyes=reads_the_board,
    bundling=Bundling(across_subjects=True, ahead=timedelta(days=1)),
)
OFFER = Kind("club", "offer", label="an offer", category=CLUB, draft=offer, why_untrue=always)

KINDS = (EVENING, OFFER)
SAMPLES = (
    Sample(
        "club-evening",
        "An evening of the club",
        EVENING,
        lambda: Draft(About("club", "https://club.example/", "Club", "Reading club"), Evenings(["the library"])),
    ),
    Sample("club-offer", "An offer of the club", OFFER, lambda: Draft(OFFERS, None), to_stranger=True),
)
