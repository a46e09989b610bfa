"""The trail: one row for each act of staff."""

from __future__ import annotations

from datetime import UTC
from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from moderation.errors import AppendOnly


class Head(models.Model):
    """The end of the chain: how many rows there are and the link of the last. One row, locked by whoever adds to the trail, as the
    last lock of a transaction."""

    rows = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.rows} rows"


class TrailRows(models.QuerySet["TrailRow"]):
    """Rows to read; whoever has to erase words does it by `moderation.services.trail`."""

    def update(self, **_fields: Any) -> NoReturn:
        raise AppendOnly

    def delete(self) -> NoReturn:
        raise AppendOnly

    def bulk_update(self, *_args: Any, **_options: Any) -> NoReturn:
        raise AppendOnly


class TrailRow(models.Model):
    """Who did what to whom or what, why and when, and what of it was different before and after.

    `about` is the key of what it is about, such as `person:12`. `before` and `after` hold nothing that a game hides. The chain
    covers all of it but the words of the reason, of which it covers a salted digest.
    """

    number = models.PositiveIntegerField(_("number"), unique=True)
    at = models.DateTimeField(_("when"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("person"))
    act = models.CharField(_("action"), max_length=40)
    about = models.CharField(pgettext_lazy("whom", "about"), max_length=80, db_index=True)
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)
    reason = models.TextField(_("reason"), max_length=1000, blank=True)
    salt = models.CharField(max_length=32, blank=True)
    reason_digest = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)

    objects: ClassVar[models.Manager[TrailRow]] = TrailRows.as_manager()

    class Meta:
        ordering: ClassVar = ["number"]
        verbose_name = _("audit log entry")
        verbose_name_plural = _("audit log entries")
        default_permissions = ("view",)
        # What no model of its own stands for: who may do what (moderation.roles).
        permissions: ClassVar = [
            ("see_addresses", "Can see mail addresses"),
            ("see_networks", "Can see who came from one network"),
            ("extend_clock", "Can give a seat more time"),
            ("answer_for_seat", "Can answer for a seat"),
            ("replace_seat", "Can give a seat to somebody else or to a bot"),
            ("end_game", "Can cancel and annul games"),
            ("resend_mail", "Can send a mail once more"),
            ("mute_person", "Can mute people"),
            ("suspend_person", "Can suspend people"),
            ("rename_person", "Can rename people"),
            ("erase_person", "Can close and erase accounts"),
            ("merge_people", "Can merge accounts"),
            ("hand_over_tournament", "Can hand a tournament to another director"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.act}: {self.about}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Only a new row. Raises AppendOnly."""
        if not self._state.adding:
            raise AppendOnly
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly

    @property
    def covered(self) -> dict[str, Any]:
        """What the chain covers beside number, act and reason."""
        return {
            "at": self.at.astimezone(UTC).isoformat(),
            "by": self.by_id,
            "about": self.about,
            "before": self.before,
            "after": self.after,
        }
