"""The way out of mails: an address that says by itself who wants no more of what (RFC 8058).

The token names a user or an invited address and a category, signed; it grants nothing else, opens no session and never
runs out, because mails are kept for years.
"""

from dataclasses import dataclass

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from accounts.models import User
from games.mail.categories import Category
from games.models import Invitation, MutedAddress


class _ShortSigner(Signer):
    """132 bits of signature: enough, and the header stays short enough to survive relays that fold long lines."""

    def signature(self, value: str | bytes, key: str | bytes | None = None) -> str:
        return super().signature(value, key)[:22]


def _signer() -> Signer:
    return _ShortSigner(sep=".", salt="games.mail.unsubscribe")


@dataclass(frozen=True, slots=True)
class Way:
    """What a token says: which user, or which invitation to an address without account, wants none of this category."""

    category: Category
    user_id: int | None = None
    invitation_id: int | None = None

    def token(self) -> str:
        who = f"u{self.user_id}" if self.user_id is not None else f"i{self.invitation_id}"
        return _signer().sign(f"{who}-{self.category.value}")

    def url(self) -> str:
        return settings.SITE_URL + reverse("games:unsubscribe", args=[self.token()])


def read(token: str) -> Way | None:
    """What the token says; None for one that we did not make."""
    try:
        who, _dash, category = _signer().unsign(token).partition("-")
    except BadSignature:
        return None
    number = int(who[1:])
    if who[0] == "u":
        return Way(Category(category), user_id=number)
    return Way(Category(category), invitation_id=number)


def unsubscribe(way: Way) -> None:
    """Stop these mails. Saying it twice, or for somebody who is gone, changes nothing."""
    if way.user_id is not None:
        User.objects.filter(pk=way.user_id).update(**{way.category.preference: False})
        return
    for address in (
        Invitation.objects.filter(pk=way.invitation_id or 0).exclude(email="").values_list("email", flat=True)
    ):
        MutedAddress.objects.mute(address)
