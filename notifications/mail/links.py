"""Signed links in emails: the one of a test email, and the way to unsubscribe (RFC 8058).

The button behind the first one shows that emails arrive. The second one names a user, or what an address without an account
was told about, and a category; it works forever, because people keep emails for years. Neither opens a session.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.signing import BadSignature, Signer, TimestampSigner
from django.urls import reverse

from accounts.models import User
from notifications.kinds import Category
from notifications.models import MutedAddress, Notification, digest_of
from notifications.preferences import wish
from notifications.registry import categories, kinds

VALID = timedelta(days=7)


def _arrival_signer() -> TimestampSigner:
    return TimestampSigner(sep=".", salt="notifications.mail.arrival")


def arrival_url(user: User) -> str:
    token = _arrival_signer().sign(f"{user.pk}-{digest_of(user.email or '')[:20]}")
    return settings.SITE_URL + reverse("notifications:arrived", args=[token])


def read_arrival(token: str) -> User | None:
    """The user whose present address it proves; None for a token that is old, of another address, or not ours."""
    try:
        number, _dash, digest = _arrival_signer().unsign(token, max_age=VALID).partition("-")
    except BadSignature:
        return None
    user = User.objects.filter(pk=int(number), is_active=True, deleted_at=None).first()
    return user if user is not None and digest_of(user.email or "")[:20] == digest else None


class _ShortSigner(Signer):
    """132 bits of signature: enough, and the header stays short enough to survive relays that fold long lines."""

    def signature(self, value: str | bytes, key: str | bytes | None = None) -> str:
        return super().signature(value, key)[:22]


def _way_out_signer() -> Signer:
    return _ShortSigner(sep=".", salt="games.mail.unsubscribe")  # as in all mails since the first


@dataclass(frozen=True, slots=True)
class WayOut:
    """What a token says: the user, or the address that was told about `subject`, wants no emails of this category."""

    category: Category
    user_id: int | None = None
    subject: str = ""

    def token(self) -> str:
        who = f"u{self.user_id}" if self.user_id is not None else f"i{self.subject.rpartition(':')[2]}"
        return _way_out_signer().sign(f"{who}-{self.category.name}")

    def url(self) -> str:
        return settings.SITE_URL + reverse("notifications:unsubscribe", args=[self.token()])


def read_way_out(token: str) -> WayOut | None:
    """What the token says; None for one that is not ours, or whose category no longer exists."""
    try:
        who, _dash, name = _way_out_signer().unsign(token).partition("-")
    except BadSignature:
        return None
    category = categories().get(name)
    if category is None:
        return None
    if who[0] == "u":
        return WayOut(category, user_id=int(who[1:]))
    return WayOut(category, subject=f"{category.strangers}:{who[1:]}")


def unsubscribe(way: WayOut) -> None:
    """Stop these emails. Repeating it changes nothing."""
    if way.user_id is not None:
        for user in User.objects.filter(pk=way.user_id):
            if way.category.leave is not None:
                way.category.leave(user.pk)
            else:
                wish(user, way.category, wanted=False)
        return
    apps = {kind.app for kind in kinds().values() if kind.category is way.category}
    told = Notification.objects.filter(app__in=apps, subject=way.subject, user=None).exclude(address="")
    for address in set(told.values_list("address", flat=True)):
        MutedAddress.objects.mute(address)
