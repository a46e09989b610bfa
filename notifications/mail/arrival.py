"""The link of a test mail: who follows it and presses the button has shown that mails arrive. It opens no session."""

from datetime import timedelta

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.urls import reverse

from accounts.models import User
from notifications.models.mute import digest_of

VALID = timedelta(days=7)


def _signer() -> TimestampSigner:
    return TimestampSigner(sep=".", salt="notifications.mail.arrival")


def url(user: User) -> str:
    """The address for the mail that goes to this user's present address."""
    token = _signer().sign(f"{user.pk}-{digest_of(user.email or '')[:20]}")
    return settings.SITE_URL + reverse("notifications:arrived", args=[token])


def read(token: str) -> User | None:
    """Whose present address it proves; None for a token that is old, of another address, or not ours."""
    try:
        number, _dash, digest = _signer().unsign(token, max_age=VALID).partition("-")
    except BadSignature:
        return None
    user = User.objects.filter(pk=int(number), is_active=True, deleted_at=None).first()
    return user if user is not None and digest_of(user.email or "")[:20] == digest else None
