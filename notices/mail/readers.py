"""Who reads a mail: where it goes, in which language and in which zone its times are told, and whether he wants it."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.conf import settings

from accounts.models import User
from notices.kinds import Kind
from notices.models import MutedAddress, Notice
from notices.wishes import wants


@dataclass(frozen=True, slots=True)
class Reader:
    """`user_id` is None for somebody who is known by address only; then `name` is empty."""

    address: str
    name: str
    language: str
    zone: ZoneInfo
    user_id: int | None = None


def reader_of(user: User) -> Reader:
    return Reader(user.email or "", user.display_name, user.language, user.zone, user.pk)


def reader_at(address: str, language: str) -> Reader:
    """Somebody of whom we know an address, and a language from whoever gave it to us."""
    return Reader(address, "", language, ZoneInfo(settings.TIME_ZONE))


def why_unwanted(notice: Notice, kind: Kind) -> str:
    """Why this person gets no such mail, as a short reason; empty if he may be written to."""
    if notice.user is not None:
        return _why_unwanted_by(notice.user, kind, notice.subject)
    if not notice.address:
        return "nobody"
    return "not wanted" if MutedAddress.objects.is_muted(notice.address) else ""


def _why_unwanted_by(user: User, kind: Kind, subject: str) -> str:
    """Addresses count only when their owner has shown that they are his."""
    if user.deleted_at is not None or not user.is_active or user.is_guest:
        return "no account"
    if not wants(user, kind.category, subject):
        return "not wanted"
    verified = EmailAddress.objects.filter(user=user, email__iexact=user.email or "", verified=True)
    return "" if user.email and verified.exists() else "not verified"
