"""The signature of what a webhook is sent: who has the secret knows that it is from here, and from when.

`X-StPete-Signature: t=1790000000,v1=<hex>`: v1 is HMAC-SHA256 of `<t>.<body>` under the secret as text. A receiver takes the
bytes of the body as they came, compares in constant time, and refuses a time that is more than five minutes off.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime

HEADER = "X-StPete-Signature"


def signature(secret: str, body: bytes, *, at: datetime) -> str:
    """The value of the header.

    >>> from datetime import UTC
    >>> signature("secret", b"{}", at=datetime(2026, 11, 22, tzinfo=UTC))[:16]
    't=1795305600,v1='
    """
    time = int(at.timestamp())
    told = hmac.new(secret.encode(), f"{time}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={time},v1={told}"
