"""Who reads a mail: where it goes, in which language and in which zone its times are told."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.conf import settings

from accounts.models import User
from games.mail.categories import category_of
from games.models import Delivery, Invitation, Kind, MutedAddress


@dataclass(frozen=True, slots=True)
class Reader:
    """`user_id` is None for somebody who is invited by address and has no account yet; then `name` is empty."""

    address: str
    name: str
    language: str
    zone: ZoneInfo
    user_id: int | None = None


def reader_of(user: User) -> Reader:
    return Reader(user.email or "", user.display_name, user.language, user.zone, user.pk)


def reader_by_address(invitation: Invitation) -> Reader:
    """Somebody of whom we know an address and the language in which his friend invited him."""
    return Reader(invitation.email, "", invitation.language, ZoneInfo(settings.TIME_ZONE))


def why_unwanted(user: User, kind: Kind | str) -> str:
    """Why this user gets no mail of this kind, as a short reason; empty if he may be written to.

    Addresses count only when their owner has shown that they are his.
    """
    if user.deleted_at is not None or not user.is_active:
        return "no account"
    if not getattr(user, category_of(kind).preference):
        return "not wanted"
    verified = EmailAddress.objects.filter(user=user, email__iexact=user.email or "", verified=True)
    return "" if user.email and verified.exists() else "not verified"


def why_unwanted_at(address: str) -> str:
    """The same for an address without an account: whoever asked not to be invited again is left in peace."""
    return "not wanted" if MutedAddress.objects.is_muted(address) else ""


def why_unwanted_delivery(delivery: Delivery) -> str:
    """The same for a mail that is about to be sent."""
    if delivery.user is not None:
        return why_unwanted(delivery.user, delivery.kind)
    return why_unwanted_at(delivery.address)
