"""Keys of mails that may be answered: made when the mail is written, looked at when an answer comes."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils.timezone import now as current_time

from accounts.models import User
from inbound.models import ReplyToken
from statements.prepared import Columns, Prepared

KEPT = timedelta(days=120)
"""How long a token is kept: a question is older than that only where nobody has a clock."""


TOKEN = Columns(ReplyToken)
_known = Prepared(
    lambda user, content: ReplyToken.objects.filter(user=user, content=content, revoked_at=None).values_list(
        *TOKEN.asked
    ),
    1,
    texts=1,
)


class Revoked(Exception):
    """The token is there but opens nothing any more: another address, another sign-in, or taken back."""


def issue(
    *,
    user: User,
    handler: str,
    subject: str,
    holding: str = "",
    number: int = 0,
    data: Mapping[str, object] | None = None,
) -> ReplyToken:
    """The token of a mail to `user`; the same for the same question, so that a mail written twice has one address."""
    proof, kept = _proof(user), dict(data or {})
    content = _hash(json.dumps([handler, subject, holding, number, kept, proof], sort_keys=True))
    for row in _known(user.pk, content):
        return TOKEN.take(row)
    made = ReplyToken(
        user=user,
        handler=handler,
        subject=subject,
        holding=holding,
        number=number,
        data=kept,
        content=content,
        proof=proof,
    )
    try:
        with transaction.atomic():
            made.save()
    except IntegrityError:  # two processes write the same mail, or it was revoked: then it stays so
        return ReplyToken.objects.get(user=user, content=content)
    return made


def find(token: str) -> ReplyToken:
    """Raises ReplyToken.DoesNotExist, or Revoked where it is no longer good for its person."""
    found = ReplyToken.objects.select_related("user").get(token=token)
    if found.revoked_at is not None or not hmac.compare_digest(found.proof, _proof(found.user)):
        raise Revoked
    return found


def use(token: ReplyToken, now: datetime) -> None:
    """Remember when it was answered first."""
    ReplyToken.objects.filter(pk=token.pk, used_at=None).update(used_at=now)


def revoke_holding(holding: str) -> None:
    """What these tokens were about is no longer their person's: a seat has changed hands."""
    ReplyToken.objects.filter(holding=holding, revoked_at=None).update(revoked_at=current_time())


def revoke_all(user: User) -> None:
    """Signed out everywhere: mails in an inbox that somebody else may read open nothing either."""
    ReplyToken.objects.filter(user=user, revoked_at=None).update(revoked_at=current_time())


def forget_old(now: datetime) -> int:
    return ReplyToken.objects.filter(made_at__lt=now - KEPT).delete()[0]


def _proof(user: User) -> str:
    """Changes with the address, and with whatever ends all sessions by the password: a new one, or none."""
    return _hash(f"{user.email or ''}\n{user.get_session_auth_hash()}")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
