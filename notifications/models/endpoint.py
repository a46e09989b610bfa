"""Where messages go beside mail: browsers that take pushes, and addresses of programs."""

from __future__ import annotations

import secrets
from typing import ClassVar
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .preference import Channel


def new_secret() -> str:
    """What signs the messages to a webhook: 256 bits, as text."""
    return secrets.token_urlsafe(32)


class Form(models.TextChoices):
    """What the body of a message to a webhook looks like."""

    JSON = "json", _("plain JSON, signed")
    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack"


class Endpoint(models.Model):
    """One place to send to. With a `subject`, such as `game:12`, it tells of that to whoever listens there, and `user` is who
    has set it; without, it tells `user` what he wants to be told.

    `failures` counts attempts that failed since the last that did not. Of a subject `seen` is what it looked like at the last
    look, `told` what was told last, and `due_at` when something new is to be told.
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
