"""Tokens of emails that can be answered, and our own addresses: `reply+TOKEN@domain` for an answer, `play@domain` for a
command."""

import hashlib
import hmac
import json
import re
from contextlib import nullcontext
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.utils.timezone import now as current_time

from accounts.models import User
from incoming_mail.models import AddressToken, ReplyToken
from notifications.mail import compose
from notifications.models import digest_of

PLAY = "play"
ROLES = ("postmaster", "abuse")
_REPLY = re.compile(r"reply\+([a-z2-7]{26})")


def is_configured() -> bool:
    """Whether the site receives email. If not, no email and no page offers it."""
    return bool(settings.INBOUND_DOMAIN)


def reply_address(token: str) -> str:
    return f"reply+{token}@{settings.INBOUND_DOMAIN}"


def play_address() -> str:
    """Where to write without answering an email; empty if no email is received."""
    return f"{PLAY}@{settings.INBOUND_DOMAIN}" if is_configured() else ""


def token_in(address: str) -> str:
    """The token of a reply address of ours; empty in any other."""
    found = _REPLY.fullmatch(_local_part(address))
    return found.group(1) if found else ""


def is_play(address: str) -> bool:
    return _local_part(address) == PLAY


def is_for_operator(address: str) -> bool:
    """Whether it is one of the addresses that every domain has; `postmaster` also without a domain."""
    return _local_part(address) in ROLES or (is_configured() and address.strip("<> ").lower() == "postmaster")


def is_ours(address: str) -> bool:
    """Whether people can write there: it looks like one of ours."""
    return is_play(address) or bool(token_in(address))


def is_let_in(address: str) -> bool:
    """Whether emails to it are accepted: ours, the operator's, and those to which servers report. All others are refused."""
    return is_ours(address) or is_for_operator(address) or compose.is_return_address(address)


def _local_part(address: str) -> str:
    """The part before our domain, in lower case; empty if the domain is another."""
    local, at, domain = address.strip().strip("<>").lower().rpartition("@")
    return local if at and is_configured() and domain == settings.INBOUND_DOMAIN else ""


KEPT = timedelta(days=120)
"""How long a token is kept; only questions of games without a clock are older."""


class Revoked(Exception):
    """The token is there but opens nothing any more: another address or another sign-in."""


def issue(made: ReplyToken) -> ReplyToken:
    """The token of an email to its user; the same for the same question, so that an email written twice has one address."""
    made.proof = _proof(made.user)
    allowed = [made.handler, made.subject, made.holding, made.number, made.data, made.proof]
    made.content = _hash(json.dumps(allowed, sort_keys=True))
    mine = ReplyToken.objects.filter(user=made.user, content=made.content)
    if (known := mine.filter(revoked_at=None).first()) is not None:
        return known
    try:
        with transaction.atomic() if connection.in_atomic_block else nullcontext():
            made.save(force_insert=True)
    except IntegrityError:  # two processes write the same mail, or it was revoked: then it stays so
        return mine.get()
    return made


def issue_to_address(*, address: str, handler: str, subject: str, holding: str = "") -> AddressToken:
    """The token of an email to an address without an account; the same for the same email."""
    made, _is_new = AddressToken.objects.get_or_create(
        address=digest_of(address), handler=handler, subject=subject, holding=holding
    )
    return made


def find(token: str) -> ReplyToken | AddressToken:
    """Raises AddressToken.DoesNotExist, or Revoked where it is no longer good for its person."""
    found = ReplyToken.objects.select_related("user").filter(token=token).first()
    if found is None:
        return AddressToken.objects.get(token=token)
    if not hmac.compare_digest(found.proof, _proof(found.user)):
        raise Revoked
    return found


def use(token: ReplyToken, now: datetime) -> None:
    ReplyToken.objects.filter(pk=token.pk, used_at=None).update(used_at=now)


def revoke_holding(holding: str) -> None:
    """What these tokens were about is no longer their person's: a seat has changed hands. Their handler says so to who answers."""
    ReplyToken.objects.filter(holding=holding, revoked_at=None).update(revoked_at=current_time())


def forget_subject(subject: str) -> None:
    """The subject is deleted, so people without an account cannot answer about it any more."""
    AddressToken.objects.filter(subject=subject).delete()


def _proof(user: User) -> str:
    """Changes with the address, and with whatever ends all sessions by the password: a new one, or none."""
    return _hash(f"{user.email or ''}\n{user.get_session_auth_hash()}")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
