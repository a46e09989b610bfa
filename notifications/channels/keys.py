"""The key with which this site introduces itself to push services (VAPID, RFC 8292): made once, and in every backup, because each
browser that has subscribed is bound to it."""

from __future__ import annotations

import base64
from functools import cache

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from notifications.models import Key

NAME = "vapid"


def vapid() -> Vapid02:
    """The key; made where there is none."""
    return _read(_text())


def public_key() -> str:
    """What a browser is told when it subscribes: the point of the curve, in URL-safe base64. Empty where no key is made yet."""
    text = _kept()
    if not text:
        return ""
    point = _read(text).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def make() -> None:
    """See to it that there is a key. A start does it, so that showing a page writes nothing."""
    _text()


def _kept() -> str:
    return Key.objects.filter(name=NAME).values_list("value", flat=True).first() or ""


def _text() -> str:
    if found := _kept():
        return found
    made = Vapid02()
    made.generate_keys()
    kept, _is_new = Key.objects.get_or_create(name=NAME, defaults={"value": made.private_pem().decode()})
    return kept.value


@cache
def _read(text: str) -> Vapid02:
    return Vapid02.from_pem(text.encode())
