"""The rows of `notifications`: what people want to hear of, what is due to be sent, the messages, and what became of them."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Any, ClassVar
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Channel(models.TextChoices):
    MAIL = "mail", _("email")
    PUSH = "push", _("push")
    HOOK = "hook", _("webhook")


class When(models.TextChoices):
    """How soon. `DEADLINES` is only used for all categories together, of a channel or of a subject."""

    AT_ONCE = "at_once", _("at once")
    FIRST = "first", _("first at once, then in a summary")
    DIGEST = "digest", _("in a summary at my hours")
    DEADLINES = "deadlines", _("deadlines only")
    NEVER = "never", pgettext_lazy("when", "never")


ALL = ""
"""The category of a setting for every category."""


class Preference(models.Model):
    """A wish that differs from what its category does by itself. `notifications.preferences` says which one goes first."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="preferences", db_index=False)
    category = models.CharField(max_length=40, blank=True, help_text="category, such as turns; empty: all categories")
    channel = models.CharField(max_length=10, choices=Channel.choices, default=Channel.MAIL)
    subject = models.CharField(max_length=80, blank=True, help_text="empty: the whole category")
    when = models.CharField(max_length=10, choices=When.choices)

    class Meta:
        verbose_name = _("notification setting")
        verbose_name_plural = _("notification settings")
        ordering: ClassVar = ["user", "category", "subject"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "category", "channel", "subject"], name="notifications_preference_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.category or 'everything'}: {self.when}"


class Notification(models.Model):
    """One thing to tell one user, or an address that has no account yet.

    `key` is unique in its app, so that a sweep may repeat it and a moved deadline makes a new one:
    `reminder:<game>:<seat>:<due at>`. `subject` is the key of what it is about, such as `game:12`. No foreign key leads to
    the other app, so an app that deletes a subject calls `notifications.services.forget`.
    """

    app = models.CharField(max_length=40, help_text="the app that declares the kind")
    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=120)
    subject = models.CharField(max_length=80, blank=True, help_text="what it is about, for example game:12")
    data = models.JSONField(default=dict, blank=True, help_text="further data of its kind")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="notifications")
    address = models.EmailField(blank=True, help_text="only without an account")
    language = models.CharField(max_length=5, blank=True, help_text="language for that address")
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(null=True, help_text="when it is scheduled; empty once sent or dropped")
    held = models.CharField(max_length=10, blank=True, help_text="why it was last postponed")
    deadline = models.DateTimeField(null=True, help_text="deadline of what it reminds of")
    planned_from = models.DateTimeField(null=True, help_text="when a reminder was due before quiet hours were applied")
    dropped = models.CharField(max_length=40, blank=True, help_text="why no email was sent")

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["app", "key"], name="notification_once")]
        indexes: ClassVar = [
            # the sweep: what is due
            models.Index(fields=["due_at"], name="notification_due", condition=Q(due_at__isnull=False)),
            # reminders that nobody has compared with quiet hours yet
            models.Index(
                fields=["id"],
                name="notification_unplanned",
                condition=Q(deadline__isnull=False, due_at__isnull=False, planned_from__isnull=True),
            ),
            # forget: what speaks of a subject that is gone
            models.Index(fields=["subject"], name="notification_subject"),
        ]

    def __str__(self) -> str:
        return self.key

    @classmethod
    def to(
        cls, user_id: int | None, app: str, kind: str, *key: object, subject: str = "", at: datetime, **fields: Any
    ) -> "Notification":
        """One for this user, unsaved and due at once unless `fields` say otherwise. Its kind and these parts are its key."""
        values = {"created_at": at, "due_at": at, **fields}
        text = ":".join(map(str, (kind, *key)))
        return cls(app=app, kind=str(kind), key=text, subject=subject, user_id=user_id, **values)


def new_token() -> str:
    """A token that says nothing about the email and cannot be guessed."""
    return secrets.token_urlsafe(16)


class DeliveryState(models.TextChoices):
    PENDING = "pending", _("pending")
    SENT = "sent", _("sent")
    DROPPED = "dropped", _("outdated")
    FAILED = "failed", _("failed")
    RETURNED = "returned", _("returned")


class Delivery(models.Model):
    """One message to one user by one channel, and what became of it. `due_at` is when to try, and during an attempt the end
    of its lease.

    `attempts` counts the claims, so it also says which claim is the latest. `subject` is what all its notifications are
    about, empty for several things. `endpoint` is an address without an account, or the number of an `Endpoint`; a message
    to the endpoint of a subject (a table, a tournament) has no user and no notifications.
    """

    notifications = models.ManyToManyField(Notification, related_name="deliveries")
    app = models.CharField(max_length=40)
    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=80, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="deliveries")
    channel = models.CharField(max_length=10, choices=Channel.choices, default=Channel.MAIL)
    endpoint = models.CharField(max_length=254, blank=True, help_text="target, if not the user's own address")
    state = models.CharField(max_length=8, choices=DeliveryState.choices, default=DeliveryState.PENDING)
    due_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    token = models.CharField(max_length=32, unique=True, default=new_token, help_text="local part of the Message-ID")
    dropped = models.CharField(max_length=40, blank=True, db_default="", default="", help_text="why it was not sent")
    sent_to = models.CharField(max_length=64, blank=True, help_text="hash of the address the email was sent to")
    created_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="notifications_delivery_due", condition=Q(state="pending"))
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.user or self.endpoint}"

    @property
    def last_answer(self) -> str:
        """What the latest attempt came to; empty before the first."""
        return self.attempted.values_list("answer", flat=True).last() or ""


class Attempt(models.Model):
    """The result of one attempt. A process that dies leaves none, only its claim."""

    delivery = models.ForeignKey(Delivery, models.CASCADE, related_name="attempted")
    at = models.DateTimeField()
    answer = models.CharField(max_length=300, help_text="response of the server, or why none was asked")

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.delivery_id}: {self.answer}"


def new_secret() -> str:
    """The secret that signs messages to a webhook: 256 bits, as text."""
    return secrets.token_urlsafe(32)


class Form(models.TextChoices):
    JSON = "json", _("plain JSON, signed")
    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack"


class Endpoint(models.Model):
    """A browser or webhook. With a `subject`, such as `game:12`, it gets the news of that, and `user` manages it; without,
    it gets the notifications of `user`.

    `failures` counts failed attempts since the last success. For a subject `seen` is its mark at the last look, `told` the
    mark of the last message, and `due_at` when to send the next one.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="endpoints")
    channel = models.CharField(max_length=10, choices=Channel.choices)
    subject = models.CharField(max_length=80, blank=True)
    form = models.CharField(max_length=10, choices=Form.choices, default=Form.JSON)
    url = models.CharField(max_length=1000)
    label = models.CharField(max_length=60, blank=True)
    secret = models.CharField(max_length=64, default=new_secret, help_text="signs requests to a webhook")
    p256dh = models.CharField(max_length=100, blank=True, help_text="public key of a browser")
    auth = models.CharField(max_length=40, blank=True, help_text="secret of a browser")
    created_at = models.DateTimeField(default=timezone.now)
    tried_at = models.DateTimeField(null=True, help_text="last manual test")
    worked_at = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0)
    failed_at = models.DateTimeField(null=True)
    last_error = models.CharField(max_length=300, blank=True)
    off_at = models.DateTimeField(null=True, help_text="when it was turned off after repeated failures")
    seen = models.CharField(max_length=80, blank=True)
    told = models.CharField(max_length=80, blank=True)
    due_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["url"], condition=Q(channel="push"), name="notifications_endpoint_once")
        ]
        indexes: ClassVar = [
            # the sweep: what is told of subjects
            models.Index(fields=["subject"], name="notifications_endpoint_subject", condition=~Q(subject="")),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.host}"

    @property
    def host(self) -> str:
        """All of the address that is no secret."""
        return urlsplit(self.url).hostname or ""

    @property
    def signs(self) -> bool:
        """Whether what is sent there is signed; chats look at no signature."""
        return self.channel == Channel.HOOK and self.form == Form.JSON


class Key(models.Model):
    """A key that this site has made for itself, in the database so that every backup has it."""

    name = models.CharField(max_length=20, unique=True)
    value = models.TextField()
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name


def usual_hours() -> list[int]:
    """Morning and evening."""
    return [8, 18]


class Hours(models.Model):
    """Hours of the day in the zone of `user`, from 0 to 23. Users without a row have the defaults.

    Quiet hours go from `quiet_from` to `quiet_until`, over midnight if that is smaller; both are empty without quiet hours.
    `gather_minutes` is how long notifications are collected after one was sent.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="hours", primary_key=True)
    digest = models.JSONField(default=usual_hours, help_text="hours at which collected notifications are sent")
    gather_minutes = models.PositiveSmallIntegerField(default=120)
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True)
    quiet_until = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "hours"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_until=None) | Q(quiet_from__lt=24, quiet_until__lt=24),
                name="notifications_hours_quiet",
            )
        ]

    def __str__(self) -> str:
        return f"hours of {self.user_id}"

    @property
    def quiet(self) -> tuple[int, int] | None:
        """First and last hour; None without quiet hours."""
        if self.quiet_from is None or self.quiet_until is None or self.quiet_from == self.quiet_until:
            return None
        return self.quiet_from, self.quiet_until

    @property
    def gather(self) -> timedelta:
        return timedelta(minutes=self.gather_minutes)


def digest_of(address: str) -> str:
    """How a muted address is kept: as a fingerprint, because it was not its owner who gave it to us."""
    return hashlib.sha256(address.strip().lower().encode()).hexdigest()


class MutedAddressManager(models.Manager["MutedAddress"]):
    def is_muted(self, address: str) -> bool:
        return self.filter(digest=digest_of(address)).exists()

    def mute(self, address: str) -> None:
        """Leave this address in peace from now on. Saying it twice is as good as once."""
        self.get_or_create(digest=digest_of(address))


class MutedAddress(models.Model):
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[MutedAddressManager] = MutedAddressManager()

    class Meta:
        verbose_name = _("muted address")
        verbose_name_plural = _("muted addresses")

    def __str__(self) -> str:
        return self.digest[:12]


class AddressScore(models.Model):
    """How badly emails to one address fare (`notifications.deliverability`), by fingerprint, since it may be the address of
    a stranger.

    `score` was measured at `scored_at` and halves with time. Nothing is sent there while `stopped_at` is set.
    """

    digest = models.CharField(max_length=64, unique=True)
    score = models.FloatField(default=0)
    scored_at = models.DateTimeField(default=timezone.now)
    stopped_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "scores of addresses"

    def __str__(self) -> str:
        return self.digest[:12]


class Trouble(models.TextChoices):
    HARD = "hard", _("rejected permanently")
    SOFT = "soft", _("rejected temporarily")
    BLOCKED = "blocked", _("rejected because of the site")
    DELAYED = "delayed", _("delayed")
    COMPLAINT = "complaint", _("marked as spam")


class Report(models.Model):
    """One report about one email, so that it counts once. `Attempt` has what servers said."""

    fingerprint = models.CharField(max_length=64, unique=True, help_text="hash of the report's raw bytes")
    delivery = models.ForeignKey(Delivery, models.CASCADE, related_name="reports")
    trouble = models.CharField(max_length=9, choices=Trouble.choices)
    status = models.CharField(max_length=11, blank=True, help_text="for example 5.1.1 (RFC 3463)")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.delivery_id}: {self.trouble}"


class Tally(models.Model):
    name = models.CharField(max_length=40)
    label = models.CharField(max_length=40, blank=True)
    count = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["name", "label"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["name", "label"], name="notifications_tally_once")]
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.name} {self.label}: {self.count}"
