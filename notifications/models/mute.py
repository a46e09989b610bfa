"""Addresses of people without an account who do not want to be invited again."""

import hashlib
from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


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
    """One address without an account to which no invitation is sent any more."""

    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[MutedAddressManager] = MutedAddressManager()

    class Meta:
        verbose_name = _("muted address")
        verbose_name_plural = _("muted addresses")

    def __str__(self) -> str:
        return self.digest[:12]
