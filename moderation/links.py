"""The link by which somebody who cannot sign in reads why, and answers. It opens nothing else."""

from __future__ import annotations

from django.core import signing
from django.urls import reverse

from moderation.models import Measure

SALT = "moderation.measure"


def token_of(measure: Measure) -> str:
    return signing.Signer(salt=SALT).sign(f"{measure.pk}-{measure.user_id}").replace(":", ".")


def url_of(measure: Measure) -> str:
    return reverse("moderation:measure", args=[token_of(measure)])


def measure_of(token: str) -> Measure | None:
    """None for what nobody has signed, or a measure that is gone."""
    said, dot, signature = token.partition(".")
    try:
        number, user = signing.Signer(salt=SALT).unsign(f"{said}:{signature}").split("-") if dot else ("", "")
    except signing.BadSignature:
        return None
    if not number:
        return None
    found: Measure | None = Measure.objects.select_related("user").filter(pk=int(number), user=int(user)).first()
    return found
