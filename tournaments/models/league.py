"""Leagues, their seasons and the groups of each, every one of which is played as a tournament."""

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from .act import Link
from .tournament import Tournament, WithPace


class League(WithPace):
    """A league: how its groups play, and by which calendar its seasons follow each other.

    `up` of each group are promoted, `down` of each relegated, where that balances (arbiter.formats.pyramids). The
    registration for the next season opens half-way through the one that is played.
    """

    title = models.CharField(_("name"), max_length=50)
    about = models.TextField(_("description"), max_length=5000, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="created_leagues", editable=False
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True, help_text="no further season follows")

    options = models.JSONField(help_text="engine.Options as JSON")
    is_rated = models.BooleanField(_("rated"), default=True)
    in_pairs = models.BooleanField(default=False)
    group_size = models.PositiveSmallIntegerField(default=7)
    games = models.PositiveSmallIntegerField(default=4, help_text="games per player in a season, at tables")
    up = models.PositiveSmallIntegerField(default=1)
    down = models.PositiveSmallIntegerField(default=2)
    season_time = models.DurationField(default=timedelta(days=90))
    pause = models.DurationField(default=timedelta(days=7), help_text="break between two seasons")
    last_act = models.PositiveIntegerField(default=0, editable=False)
    head = models.CharField(max_length=64, blank=True, editable=False, help_text="hash of the last action")

    class Meta:
        ordering: ClassVar = ["title", "id"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("tournaments:league", args=[self.pk])

    @cached_property
    def open_season(self) -> "Season | None":
        """The season that takes entries, as it was when this was first asked for."""
        found: Season | None = self.seasons.filter(state=SeasonState.OPEN).first()
        if found is not None:
            found.league = self
        return found


class LeagueDirector(models.Model):
    league = models.ForeignKey(League, models.CASCADE, related_name="directors", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["league", "user"], name="league_director_once")]

    def __str__(self) -> str:
        return f"{self.user} directs {self.league}"


LEAGUE_DIRECTORS = models.Prefetch("directors", LeagueDirector.objects.select_related("user").order_by("pk"))
"""For a page that names the directors: permissions read them then instead of asking once more."""


class LeagueAct(Link):
    """One act in the log of a league. What is done in its groups stands in the logs of their tournaments."""

    league = models.ForeignKey(League, models.CASCADE, related_name="acts", db_index=False)

    class Meta:
        verbose_name = _("league action")
        verbose_name_plural = _("league actions")
        ordering: ClassVar = ["league", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["league", "number"], name="league_act_once")]

    def __str__(self) -> str:
        return f"act {self.number} of league {self.league_id}: {self.kind}"


class SeasonState(models.TextChoices):
    OPEN = "open", _("open for registration")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


class Season(models.Model):
    """One season. While it is open people sign up; `put_off` counts how often too few had done so at its start.

    `was_reminded`: those who played last and have not signed up were told that it starts soon.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="seasons", db_index=False)
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=SeasonState.choices, default=SeasonState.OPEN)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(help_text="deadline of its games")
    put_off = models.PositiveSmallIntegerField(default=0)
    takes_entries = models.BooleanField(default=True, help_text="registration is open")
    was_reminded = models.BooleanField(default=False)
    moves = models.JSONField(
        default=dict, help_text="account to the reason for its place: arbiter.formats.leagues.Move"
    )
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["league", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["league", "number"], name="season_once")]
        indexes: ClassVar = [models.Index(fields=["state", "starts_at"], name="season_state")]

    def __str__(self) -> str:
        return f"{self.league}, season {self.number}"

    @property
    def players(self) -> "models.QuerySet[Signup]":
        """Registered players who were not removed and still have an account, in the order of registration."""
        return self.signups.filter(taken_off_at=None, user__deleted_at=None).order_by("at", "pk")


class Signup(models.Model):
    """A player registered for a season. Only a director can bring back a player whom a director removed."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="signups", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="signups")
    at = models.DateTimeField(default=timezone.now)
    taken_off_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["at", "id"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["season", "user"], name="signup_once")]

    def __str__(self) -> str:
        return f"{self.user} for {self.season}"


class Division(models.Model):
    season = models.ForeignKey(Season, models.CASCADE, related_name="divisions", db_index=False)
    level = models.PositiveSmallIntegerField()
    group = models.PositiveSmallIntegerField()
    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="division")

    class Meta:
        ordering: ClassVar = ["season", "level", "group"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["season", "level", "group"], name="division_once")]

    def __str__(self) -> str:
        return f"{self.season}: {self.level}.{self.group}"
