"""Participants, invitations and followers of a tournament."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import new_token
from tournaments.models.league import League
from tournaments.models.tournament import Tournament


class EntryState(models.TextChoices):
    ENTERED = "entered", _("registered")
    WAITING = "waiting", _("on the waiting list")
    WITHDRAWN = "withdrawn", _("withdrawn")
    REMOVED = "removed", _("removed by a director")


class GaveUp(models.TextChoices):
    ANNUL = "annul", _("results voided")
    KEEP = "keep", _("results stand")


class Entry(models.Model):
    """A player in a tournament. `number` is the starting number, 1 for the best seed; late entries follow."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="entries", db_index=False)
    state = models.CharField(max_length=10, choices=EntryState.choices, default=EntryState.ENTERED)
    number = models.PositiveIntegerField(null=True, editable=False)
    lot = models.PositiveIntegerField(null=True, editable=False, help_text="drawn at the start, the lowest first")
    sealed = models.CharField(
        max_length=64,
        blank=True,
        db_default="",
        editable=False,
        help_text="hash of what their browser contributes to the lots",
    )
    opened = models.CharField(
        max_length=64,
        blank=True,
        db_default="",
        editable=False,
        help_text="what it contributed; empty until it is opened",
    )
    rating = models.FloatField(null=True, editable=False, help_text="at the start")
    first_round = models.PositiveSmallIntegerField(default=1)
    requested = models.JSONField(default=list, help_text="numbers of rounds for which a bye is requested")
    not_before = models.DateField(null=True, blank=True, help_text="not paired before this day")
    away_from = models.DateTimeField(null=True, blank=True)
    away_until = models.DateTimeField(null=True, blank=True, help_text="no deadline of their games is before this")
    is_idle = models.BooleanField(default=False, help_text="dropped out; not paired until they rejoin")
    gave_up = models.CharField(
        max_length=5,
        choices=GaveUp.choices,
        blank=True,
        editable=False,
        db_default="",
        default="",
        help_text="withdrew from a round-robin: what happened to the results",
    )
    entered_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["tournament", "number", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "user"], name="entry_once"),
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "state"], name="entry_user"),
            # the sweep: who is away
            models.Index(fields=["away_until"], name="entry_away", condition=Q(away_until__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.user} in tournament {self.tournament_id}"

    @property
    def is_in(self) -> bool:
        return self.state == EntryState.ENTERED


class Standing(models.Model):
    """A line of the standings. `values` are the tie-breaks in order, each as exact text; `best` and `worst` the
    places that the player can still reach, None if that is unknown or the tournament is over."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="standings", db_index=False)
    entry = models.OneToOneField(Entry, models.CASCADE, related_name="standing")
    place = models.PositiveIntegerField()
    order = models.PositiveIntegerField(help_text="row of the list, from 1; ties are ordered by number")
    shared_by = models.PositiveIntegerField(default=1)
    values = models.JSONField(default=list)
    decided_by = models.CharField(max_length=10, blank=True)
    best = models.PositiveIntegerField(null=True)
    worst = models.PositiveIntegerField(null=True)

    class Meta:
        ordering: ClassVar = ["tournament", "order"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["tournament", "order"], name="standing_line")]

    def __str__(self) -> str:
        return f"{self.place}: {self.entry}"


class TournamentInvitation(models.Model):
    """An invitation of a user, or of an address by `token`. It fulfils "invited only" and no other condition."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="invitations")
    inviter = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="tournament_invitations"
    )
    email = models.EmailField(blank=True, help_text="empty if invited by name")
    language = models.CharField(max_length=5, blank=True)
    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "user"], name="tournament_invitation_user", condition=models.Q(email="")
            ),
            models.UniqueConstraint(
                fields=["tournament", "email"], name="tournament_invitation_email", condition=~models.Q(email="")
            ),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk} to tournament {self.tournament_id}"


class Follow(models.Model):
    """A user follows a tournament or a league. Only they see it, and it is deleted with the account."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, related_name="follows_of")
    league = models.ForeignKey(League, models.CASCADE, null=True, related_name="follows_of")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(tournament__isnull=True, league__isnull=False)
                | Q(tournament__isnull=False, league__isnull=True),
                name="follow_of_one",
            ),
            models.UniqueConstraint(
                fields=["user", "tournament"], condition=Q(tournament__isnull=False), name="follow_tournament_once"
            ),
            models.UniqueConstraint(
                fields=["user", "league"], condition=Q(league__isnull=False), name="follow_league_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} follows {self.tournament_id or self.league_id}"
