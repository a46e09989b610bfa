"""What the club tells: its evenings, to members, and an offer, to people of whom it knows only an address."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import OperationalError
from redis.exceptions import ConnectionError as RedisAway

from notifications.kinds import About, Bundling, Category, Email, Letter, NoLongerTrue, Sample
from notifications.mail.blocks import Button, Items
from notifications.models import Notification

CLUB = Category(
    "club", label="mails when the club meets", wish="when the club meets", help="Once a week.", strangers="caller"
)
OFFERS = About("offers", "https://club.example/offer/", "Club", "Reading club", "Reading club")
TROUBLES = {"database": OperationalError("no connection"), "cache": RedisAway("no connection"), "bug": KeyError("oops")}


class Evening(Email):
    app, name, label, category = "club", "evening", "an evening", CLUB
    bundling = Bundling(across_subjects=True, ahead=timedelta(days=1))

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        if trouble := TROUBLES.get(notification.data.get("trouble", "")):
            raise trouble
        return "" if datetime.fromisoformat(notification.data["at"]) > now else "has been"

    def is_before_eyes(self, notification: Notification) -> bool:
        return cache.get(f"board:{notification.user_id}") is not None

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        places = [notification.data["place"] for notification in notifications]
        if "closed meanwhile" in places:
            raise NoLongerTrue("cancelled")
        if "nowhere" in places:
            raise ValueError("there is no such place")
        return self.letter(places)

    def letter(self, places: list[str]) -> Letter:
        about = About("club", "https://club.example/", "Club", "Reading club", "Reading club")
        subject = f"{len(places)} evening" if len(places) == 1 else f"{len(places)} evenings"
        return Letter(about, "The club meets", body=[Button("Come", about.url), Items(places)], subject=subject)

    def samples(self) -> Iterable[Sample]:
        yield Sample(self, "club-evening", lambda: self.letter(["the library"]))


class Offer(Email):
    app, name, label, category = "club", "offer", "an offer", CLUB

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        return self.letter()

    def letter(self) -> Letter:
        return Letter(OFFERS, "Come and read", body=[Button("Come", OFFERS.url)])

    def samples(self) -> Iterable[Sample]:
        yield Sample(self, "club-offer", self.letter, to_stranger=True)


EMAILS = (Evening, Offer)
REASONS: dict[str, str] = {}
