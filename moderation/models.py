"""What moderation writes down: measures, networks, notes, reports, tasks that failed, and the trail of what staff did."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import DatabaseError, models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from moderation.errors import AppendOnly


class MeasureKind(models.TextChoices):
    MUTE = "mute", _("mute")
    SUSPENSION = "suspension", _("suspension")


class MeasureQuerySet(models.QuerySet["Measure"]):
    def in_force(self, now: datetime) -> "MeasureQuerySet":
        return self.filter(Q(until=None) | Q(until__gt=now), ended_at=None)


class Measure(models.Model):
    """Somebody says nothing in chats, or does not come in at all, until its end or until it is lifted. `until` empty: until then.

    `appeal` is what the person answers, once; `answer` is the decision about it.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="measures", verbose_name=_("person")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=MeasureKind.choices)
    reason = models.TextField(_("reason"), max_length=1000)
    since = models.DateTimeField(_("since"))
    until = models.DateTimeField(_("until"), null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by"))
    ended_at = models.DateTimeField(_("ended"), null=True)
    appeal = models.TextField(_("appeal"), max_length=2000, blank=True)
    appealed_at = models.DateTimeField(_("appealed on"), null=True)
    answer = models.TextField(_("answer"), max_length=1000, blank=True)
    answered_at = models.DateTimeField(_("answered"), null=True)

    objects: ClassVar = MeasureQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        default_permissions = ("view",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "kind"], condition=Q(ended_at=None), name="measure_once"),
        ]
        indexes: ClassVar = [
            # the sweep: which are over
            models.Index(fields=["until"], name="measure_until", condition=Q(ended_at=None)),
            # what needs a hand: appeals
            models.Index(
                fields=["appealed_at"],
                name="measure_appealed",
                condition=Q(appealed_at__isnull=False, answered_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of user {self.user_id}"

    @property
    def is_appealed(self) -> bool:
        return self.appealed_at is not None and self.answered_at is None


class NetworkSight(models.Model):
    """Somebody was here from this network, last at `at`, as far as that is noted. Two people with the same key may live together,
    or share nothing but a train: a human judges."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=32)
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "key"], name="network_sight_once")]
        indexes: ClassVar = [
            models.Index(fields=["key"], name="network_sight_key"),
            models.Index(fields=["at"], name="network_sight_at"),
        ]

    def __str__(self) -> str:
        return f"user {self.user_id}, {self.at:%Y-%m-%d}"


class StaffNote(models.Model):
    """A word of one of the staff about a person, a game or a tournament, for other staff. It goes with the account
    that it is about."""

    about = models.CharField(pgettext_lazy("whom", "about"), max_length=80, db_index=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(_("when"))
    text = models.TextField(_("note"), max_length=2000)

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name = _("staff note")
        verbose_name_plural = _("staff notes")
        default_permissions = ("view", "add")

    def __str__(self) -> str:
        return f"{self.about}, {self.by_id}"


class ComplaintReason(models.TextChoices):
    CONDUCT = "conduct", _("rude behaviour or harassment")
    TOGETHER = "together", _("multiple accounts or collusion")
    STALLING = "stalling", _("stalling on purpose")
    NAME = "name", _("offensive name")
    OTHER = "other", _("something else")


class Complaint(models.Model):
    """`about` is the key of the person or the game, `context` what staff need to judge it, as it stood when it was reported, and
    never more than every spectator may know."""

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="complaints", verbose_name=_("reporter")
    )
    about = models.CharField(pgettext_lazy("whom", "about"), max_length=80)
    reason = models.CharField(_("reason"), max_length=12, choices=ComplaintReason.choices)
    words = models.TextField(_("in your own words"), max_length=2000, blank=True)
    context = models.JSONField(_("as reported"), default=list)
    at = models.DateTimeField(_("when"))
    settled_at = models.DateTimeField(_("resolved"), null=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("resolved by")
    )
    note = models.TextField(_("note"), max_length=1000, blank=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name = _("report of a player or game")
        verbose_name_plural = _("reports of players and games")
        default_permissions = ("view", "change")
        indexes: ClassVar = [
            models.Index(fields=["at"], name="complaint_open", condition=Q(settled_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.about}: {self.reason}"


class FailedTask(models.Model):
    """A task ended with an error. Only the kind of the error is kept: what it says stands in the
    log of the worker, and may name what is nobody's business here."""

    KEPT = timedelta(days=30)

    name = models.CharField(_("task"), max_length=100)
    error = models.CharField(_("error"), max_length=80)
    at = models.DateTimeField(_("when"), db_index=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name = _("failed task")
        verbose_name_plural = _("failed tasks")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.name}: {self.error}"

    @classmethod
    def note(cls, *, name: str, error: str, now: datetime) -> None:
        with suppress(DatabaseError):
            cls.objects.create(name=name[:100], error=error[:80], at=now)


class Head(models.Model):
    """The end of the chain: how many rows there are and the link of the last. One row, locked by each addition to the audit
    log, as the last lock of a transaction."""

    rows = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.rows} rows"


class TrailRows(models.QuerySet["TrailRow"]):
    """Rows to read. Only `moderation.trail` erases words."""

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

    objects: "ClassVar[models.Manager[TrailRow]]" = TrailRows.as_manager()

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
