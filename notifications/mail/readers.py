"""Who reads a message: where a mail goes, in which language, and in which zone its times are told."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.conf import settings

from accounts.models import User


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
