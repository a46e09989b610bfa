"""A push message for one browser, encrypted so that the push service cannot read it (RFC 8291) and signed with our key (RFC
8292).

The primitives are those of cryptography, the signature is that of py-vapid. The one Python library that combines the former
is published as source only, and our installation takes only hashed wheels.
"""

import base64
import os
from collections.abc import Mapping
from datetime import datetime, timedelta
from email.utils import parseaddr
from functools import cache

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from notifications.channels.http import Target
from notifications.models import Endpoint, Key

VAPID = "vapid"


def vapid() -> Vapid02:
    return _parsed(make_key())


def public_key() -> str:
    """What a browser needs to subscribe: the public point, in URL-safe base64. Empty where there is no key yet."""
    text = _kept()
    if not text:
        return ""
    point = _parsed(text).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def _kept() -> str:
    return Key.objects.filter(name=VAPID).values_list("value", flat=True).first() or ""


def make_key() -> str:
    """The key as text; made where there is none. A start does it, so that showing a page writes nothing."""
    if found := _kept():
        return found
    made = Vapid02()
    made.generate_keys()
    kept, _is_new = Key.objects.get_or_create(name=VAPID, defaults={"value": made.private_pem().decode()})
    return kept.value


@cache
def _parsed(text: str) -> Vapid02:
    return Vapid02.from_pem(text.encode())


LIVES = timedelta(days=2)
"""How long a push service keeps it for a device that is off."""

RECORD = 4096


def headers(target: Target, *, now: datetime) -> Mapping[str, str]:
    claims = {
        "aud": f"{'https' if target.is_https else 'http'}://{target.name}",
        "exp": int((now + timedelta(hours=12)).timestamp()),
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
    }
    return {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(LIVES.total_seconds())),
        "Urgency": "normal",
        **vapid().sign(claims),
    }


def encrypt(text: bytes, endpoint: Endpoint) -> bytes:
    """One record for the browser that has this endpoint. Raises ValueError for keys that are none."""
    return _encrypt(
        text, decode(endpoint.p256dh), decode(endpoint.auth), ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    )


def _encrypt(text: bytes, theirs: bytes, auth: bytes, own: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    receiver = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
    sender = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = own.exchange(ec.ECDH(), receiver)
    secret = _derive(shared, auth, b"WebPush: info\0" + theirs + sender, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return head + AESGCM(key).encrypt(nonce, text + b"\x02", None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def decode(text: str) -> bytes:
    """URL-safe base64 without its end."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def are_keys(p256dh: str, auth: str) -> bool:
    """Whether a browser could have made these."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(p256dh))
        return len(decode(auth)) == 16
    except ValueError:
        return False
