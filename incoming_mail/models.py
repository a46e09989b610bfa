"""The rows of `incoming_mail`: emails that came in, tokens of emails that can be answered, and the settings for that."""

import base64
import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


def new_token() -> str:
    """A token of 26 lower-case letters and digits, which mail servers leave unchanged: 128 bits."""
    return base64.b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()


class MailState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    HANDLED = "handled", _("handled")
    DROPPED = "dropped", _("discarded")
    FAILED = "failed", _("failed")


class ArrivalWay(models.TextChoices):
    SMTP = "smtp", "SMTP"
    LMTP = "lmtp", "LMTP"
    WEBHOOK = "webhook", _("email service")


class IncomingMail(models.Model):
    """One email that came in. `raw` is the email until it is handled; then only its result is kept.

    `due_at` is when to handle it, and during an attempt the end of its lease. `reason` is a word: why it was dropped, or
    what came of it. `letter` recognises the same email in other bytes: a hash of sender and Message-ID.
    """

    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the received bytes")
    raw = models.BinaryField(blank=True)
    size = models.PositiveIntegerField()
    way = models.CharField(max_length=12, choices=ArrivalWay.choices)
    envelope_from = models.CharField(max_length=320, blank=True)
    envelope_to = models.JSONField(default=list, blank=True)
    received_at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=8, choices=MailState.choices, default=MailState.WAITING)
    due_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    handled_at = models.DateTimeField(null=True)
    handler = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=40, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="sent_mails", db_index=False
    )
    letter = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]
        verbose_name = _("incoming email")
        verbose_name_plural = _("incoming emails")
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="incoming_mail_due", condition=Q(state="waiting")),
            # how many somebody has sent within the hour; the same letter again
            models.Index(fields=["user", "received_at"], name="incoming_mail_user"),
            models.Index(fields=["letter"], name="incoming_mail_letter", condition=~Q(letter="")),
            # what is old enough to be thrown away
            models.Index(fields=["received_at"], name="incoming_mail_received"),
        ]

    def __str__(self) -> str:
        return f"{self.way} {self.received_at:%Y-%m-%d %H:%M}: {self.state}"


class ReplyToken(models.Model):
    """The token of one email that can be answered; its reply address contains it.

    It is good for one user, with the address and sign-in of the time when it was made (`proof`), and for what `handler`
    asked about `subject`. `holding` is what the user must still have, such as `tenure:7`; `number` is the question, as the
    log counts. `data` is what the answer refers to, such as the numbered list of moves; only that user may know it.
    """

    token = models.CharField(max_length=32, unique=True, default=new_token)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reply_tokens", db_index=False)
    handler = models.CharField(max_length=40)
    subject = models.CharField(max_length=80)
    holding = models.CharField(max_length=40, blank=True)
    number = models.PositiveIntegerField(default=0)
    data = models.JSONField(default=dict, blank=True)
    content = models.CharField(max_length=64, help_text="hash of everything the token allows")
    proof = models.CharField(
        max_length=64, help_text="hash of the recipient address and of the account's sign-in state"
    )
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("reply-by-email key")
        verbose_name_plural = _("reply-by-email keys")
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            # a mail that is written again, because the first attempt failed, has the same address
            models.UniqueConstraint(fields=["user", "content"], name="incoming_mail_token_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["holding"], name="incoming_mail_token_holding", condition=~Q(holding="")),
            models.Index(fields=["made_at"], name="incoming_mail_token_made"),
        ]

    def __str__(self) -> str:
        return f"{self.handler} {self.subject}"


class AddressToken(models.Model):
    """The token of one email to a person without an account, who may answer it from the address that it went to.

    Only a fingerprint of the address is kept: its owner did not give it to us. `holding` is what of `subject` must still be
    as the email said, in the words of `handler`.
    """

    token = models.CharField(max_length=32, unique=True, default=new_token)
    address = models.CharField(max_length=64, help_text="hash of the address")
    handler = models.CharField(max_length=40)
    subject = models.CharField(max_length=80)
    holding = models.CharField(max_length=40, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("address key")
        verbose_name_plural = _("address keys")
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            # a mail that is written again has the same address; also: what a deleted subject takes along
            models.UniqueConstraint(
                fields=["subject", "handler", "address", "holding"], name="incoming_mail_address_once"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["made_at"], name="incoming_mail_address_made")]

    def __str__(self) -> str:
        return f"{self.handler} {self.subject}"


class Preview(models.TextChoices):
    NEVER = "never", _("never: play at once")
    UNCOVERING = "uncovering", _("when the move reveals something hidden")
    ALWAYS = "always", _("always")


class ReplyWish(models.Model):
    """A setting for answering by email that differs from the default."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reply_wish")
    preview = models.CharField(max_length=10, choices=Preview.choices, default=Preview.UNCOVERING)

    def __str__(self) -> str:
        return self.preview
