"""What a person is signed in with: devices, one row for each session, without the address of a network; browsers that are known
again; and the API tokens of programs.
"""

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from typing import ClassVar, Final

from django.conf import settings
from django.db import OperationalError, models
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from api.scopes import Scope as Scope

BROWSERS: Final = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def label_of(agent: str) -> str:
    """What somebody knows a browser by, from what it says of itself; empty for one that says nothing known.

    >>> label_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    found = (next((name for sign, name in signs if sign in agent), "") for signs in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found))


class KnownBrowser(models.Model):
    """A browser on which a person has signed in, known again by a random secret in a cookie of its own. Kept as a fingerprint.

    It stays when they sign out there, and ends where they end a device in their list or set a new password elsewhere.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="known_browsers", verbose_name=_("user")
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    signed_in_at = models.DateTimeField(help_text="the last time")

    class Meta:
        verbose_name_plural = "known browsers"

    def __str__(self) -> str:
        return f"{self.user_id} on a browser, last at {self.signed_in_at}"


class Device(models.Model):
    """A session of a person: on which browser, since when, and the day on which something was last sent in it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="devices", verbose_name=_("user"))
    session_key = models.CharField(max_length=40, unique=True, editable=False)
    label = models.CharField(_("browser"), max_length=40, blank=True)
    began_at = models.DateTimeField(_("signed in"))
    seen_on = models.DateField(_("last used"))
    browser = models.ForeignKey(
        KnownBrowser, models.SET_NULL, null=True, editable=False, related_name="devices", verbose_name=_("browser")
    )

    class Meta:
        verbose_name = _("device")
        verbose_name_plural = _("devices")

    def __str__(self) -> str:
        return f"{self.user_id} on {self.label or 'something'}"


MOST = 20
"""Tokens one person may have."""
SHOWN = 8
"""Letters of a token by which its owner knows it again."""


def hash_of(key: str) -> str:
    """What is kept of a token. One round is enough: a token is 238 bits of chance, no word that could be guessed."""
    return hashlib.sha256(key.encode()).hexdigest()


class ApiTokenManager(models.Manager["ApiToken"]):
    def issue(
        self, *, user: models.Model, name: str, scopes: Iterable[Scope], now: datetime, expires_at: datetime | None
    ) -> "tuple[ApiToken, str]":
        """A new token, and its text, which nobody can read from it again. `stp_` tells scanners of code what it is."""
        key = f"stp_{get_random_string(40)}"
        token = self.create(
            user_id=user.pk,
            name=name,
            prefix=key[:SHOWN],
            hash=hash_of(key),
            scopes=" ".join(scopes),
            created_at=now,
            expires_at=expires_at,
        )
        return token, key

    def alive(self, hash: str, now: datetime) -> "models.QuerySet[ApiToken]":
        return self.filter(hash=hash).filter(Q(expires_at=None) | Q(expires_at__gt=now))


class ApiToken(models.Model):
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens", verbose_name=_("player")
    )
    name = models.CharField(_("name"), max_length=40)
    prefix = models.CharField(_("starts with"), max_length=SHOWN)
    hash = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.CharField(_("permissions"), max_length=100, help_text="scopes separated by spaces")
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("valid until"), null=True, blank=True)
    last_used_on = models.DateField(_("last used"), null=True, blank=True, editable=False)

    objects: ClassVar[ApiTokenManager] = ApiTokenManager()

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return f"{self.prefix}…"

    def opens(self, scope: Scope) -> bool:
        return scope in self.scopes.split()

    @property
    def is_over(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()

    def note_use(self, *, now: datetime) -> None:
        """Remember the day of the last use: one write a day, however often a program asks.

        Where nothing can be written, such as on a full disk, a program that only looks goes on.
        """
        if self.last_used_on == now.date():
            return
        with suppress(OperationalError):
            ApiToken.objects.filter(pk=self.pk).update(last_used_on=now.date())
