"""By which channels a user can be reached, and how soon: their settings, address, endpoints and hours."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from allauth.account.models import EmailAddress

from accounts.models import User
from notifications.deliverability import BOUNCED, is_stopped
from notifications.kinds import Email
from notifications.models import Channel, Endpoint, Hours, MutedAddress, Notification, When
from notifications.preferences import Wishes, decide, wishes_of


@dataclass(frozen=True, slots=True)
class Route:
    """One way to send something: the channel, the number of the endpoint or an address, and how soon."""

    channel: str
    endpoint: str = ""
    when: When = When.AT_ONCE

    @property
    def place(self) -> dict[str, str]:
        """What a `Delivery` has of it."""
        return {"channel": self.channel, "endpoint": self.endpoint}


@dataclass(frozen=True, slots=True)
class Reach:
    """What is known of one person at one moment. Four statements make it; asking it costs none."""

    user: User
    wishes: Wishes
    is_verified: bool
    endpoints: Sequence[Endpoint]
    hours: Hours

    def routes(self, kind: Email, subject: str) -> list[Route]:
        if _is_nobody(self.user, kind):
            return []
        found = []
        if kind.category.is_asked_for:
            return [Route(Channel.MAIL)] if self.is_verified else []
        mail = decide(self.wishes.get(Channel.MAIL, {}), kind.category, subject)
        if mail is not When.NEVER and self.is_verified and self.user.mail_stopped_at is None:
            found.append(Route(Channel.MAIL, "", mail))
        for one in self.endpoints:
            when = decide(self.wishes.get(one.channel, {}), kind.category, subject)
            if when is not When.NEVER:
                found.append(Route(one.channel, str(one.pk), when))
        return found

    def why_not(self, kind: Email, subject: str, channel: str) -> str:
        """Why this user does not get this by this channel, as a code; empty if they do."""
        if _is_nobody(self.user, kind):
            return "no account"
        if not kind.category.is_asked_for:
            if decide(self.wishes.get(channel, {}), kind.category, subject) is When.NEVER:
                return "not wanted"
            if channel == Channel.MAIL and self.user.mail_stopped_at is not None:
                return BOUNCED
        if channel == Channel.MAIL:
            return "" if self.is_verified else "not verified"
        return "" if any(one.channel == channel for one in self.endpoints) else "no endpoint"


def reaches_of(users: Iterable[User]) -> dict[int, Reach]:
    """What is known of each of these users, by number, in four statements. An address counts once its owner has confirmed it, an
    endpoint while it is not switched off."""
    asked = {user.pk: user for user in users}
    if not asked:
        return {}
    proved = {
        (number, email.lower())
        for number, email in EmailAddress.objects.filter(user__in=asked, verified=True).values_list("user_id", "email")
    }
    said, hours = wishes_of(asked), Hours.objects.in_bulk(asked)
    endpoints: dict[int, list[Endpoint]] = {}
    for one in Endpoint.objects.filter(user__in=asked, subject="", off_at=None).order_by("pk"):
        endpoints.setdefault(one.user_id, []).append(one)
    return {
        number: Reach(
            user,
            said.get(number, {}),
            (number, (user.email or "").lower()) in proved,
            endpoints.get(number, ()),
            hours.get(number) or Hours(user=user),
        )
        for number, user in asked.items()
    }


def reach_of(user: User) -> Reach:
    return reaches_of([user])[user.pk]


def hours_of(user: User) -> Hours:
    return Hours.objects.filter(user=user).first() or Hours(user=user)


def why_unreachable(notification: Notification, kind: Email, channel: str, reach: Reach | None) -> str:
    """Why this notification reaches nobody by this channel, as a code; empty if it does. `reach` is that of its user. With
    an empty `channel`, by no channel at all; the code is that of email then."""
    if reach is None:
        if not notification.address:
            return "nobody"
        if MutedAddress.objects.is_muted(notification.address):
            return "not wanted"
        return BOUNCED if is_stopped(notification.address) else ""
    if not channel:
        return (
            "" if reach.routes(kind, notification.subject) else reach.why_not(kind, notification.subject, Channel.MAIL)
        )
    return reach.why_not(kind, notification.subject, channel)


def _is_nobody(user: User, kind: Email) -> bool:
    return user.deleted_at is not None or user.is_guest or not (user.is_active or kind.category.is_asked_for)
