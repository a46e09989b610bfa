"""What stands between two people: one wants nothing to do with the other, or both live together."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils.translation import gettext_lazy as _


class Block(models.Model):
    """`blocker` does not want to meet `blocked` at a table. Nobody but the blocker may learn of it."""

    blocker = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks", verbose_name=_("blocked by")
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocked_by", verbose_name=_("blocked player")
    )
    at = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="accounts_block_once"),
            models.CheckConstraint(name="accounts_block_another", condition=~Q(blocker=F("blocked"))),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id} blocks {self.blocked_id}"


class Household(models.Model):
    """`asker` has said that he lives with `named`, or shares a device with him; it holds from `since`, when that one agreed,
    to `until`. Rows that have held stay: whether a game was among people of one household is asked of its own time."""

    asker = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="households_asked", verbose_name=_("asked by")
    )
    named = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="households_named", verbose_name=_("other player")
    )
    asked_at = models.DateTimeField(_("asked"))
    since = models.DateTimeField(_("since"), null=True)
    until = models.DateTimeField(_("until"), null=True)

    class Meta:
        verbose_name = _("household")
        verbose_name_plural = _("households")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # Whoever of the two named the other first: both at once make one row.
            models.UniqueConstraint(
                Least("asker", "named"),
                Greatest("asker", "named"),
                condition=Q(until__isnull=True),
                name="accounts_household_once",
            ),
            models.CheckConstraint(name="accounts_household_two", condition=~Q(asker=F("named"))),
        ]

    def __str__(self) -> str:
        return f"{self.asker_id} and {self.named_id}"
