"""Devices on which somebody is signed in: one row for each session, without the address of a network."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

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
