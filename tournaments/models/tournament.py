"""A tournament: what is played, how, and where it stands."""

import secrets
from datetime import timedelta
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import engine
from arbiter.kept import from_json, to_json
from arbiter.progression.plan import Conditions, Plan
from games.models.clock import Clock, PaceKind, Vacation
from games.models.game import new_token


class TournamentState(models.TextChoices):
    DRAFT = "draft", _("in preparation")
    OPEN = "open", _("open for registration")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    ABANDONED = "abandoned", _("cancelled")


class Reach(models.TextChoices):
    PUBLIC = "public", _("everyone")
    LINK = "link", _("anyone with the link")
    PRIVATE = "private", _("players and directors only")


def new_seed() -> str:
    """Chance of a tournament, 16 bytes in hexadecimal; secret until it is over."""
    return secrets.token_hex(16)


class WithPace(models.Model):
    """The time control of the games of a tournament or a league."""

    pace_kind = models.CharField(max_length=10, choices=PaceKind.choices, default=PaceKind.PER_MOVE)
    pace_base = models.DurationField()
    pace_increment = models.DurationField(null=True, blank=True)
    pace_cap = models.DurationField(null=True, blank=True)
    pace_grace = models.DurationField(default=timedelta, db_default=timedelta())
    nights = models.PositiveSmallIntegerField(default=0, db_default=0)
    vacation = models.CharField(
        max_length=10, choices=Vacation.choices, default=Vacation.PLANNED, db_default="planned", blank=True
    )

    class Meta:
        abstract = True

    @property
    def clock(self) -> Clock:
        return Clock.of(self)

    @clock.setter
    def clock(self, clock: Clock) -> None:
        for name, value in clock.columns.items():
            setattr(self, name, value)


class Tournament(WithPace):
    """One tournament. Its plan and conditions are kept values; `version` rises with every change."""

    title = models.CharField(_("name"), max_length=80)
    about = models.TextField(_("description"), max_length=5000, blank=True)
    state = models.CharField(max_length=10, choices=TournamentState.choices, default=TournamentState.DRAFT)
    reach = models.CharField(max_length=10, choices=Reach.choices, default=Reach.PUBLIC)
    link_token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="created_tournaments", editable=False
    )

    options = models.JSONField(help_text="engine.Options as JSON; the number of players is per table")
    misses_before_bot = models.PositiveSmallIntegerField(default=2, help_text="0: never")
    is_rated = models.BooleanField(_("rated"), default=True)
    has_chat = models.BooleanField(default=True, help_text="chat is enabled at its tables")

    plan_text = models.TextField(help_text="arbiter.progression.plan.Plan as text")
    conditions_text = models.TextField(help_text="arbiter.progression.plan.Conditions as text")
    most_entrants = models.PositiveIntegerField(null=True, blank=True, help_text="empty: no limit")
    hold = models.DurationField(null=True, blank=True, editable=False, help_text="the next round is on hold")
    starts_when_full = models.BooleanField(default=False, help_text="an open cup: starts with `most_entrants`")
    follows = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="next", help_text="the previous cup"
    )

    seed = models.CharField(max_length=32, default=new_seed, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False, help_text="increases with every change")
    last_act = models.PositiveIntegerField(default=0, editable=False)
    head = models.CharField(max_length=64, blank=True, editable=False, help_text="hash of the last action")
    standings_due = models.BooleanField(default=False, editable=False)

    created_at = models.DateTimeField(default=timezone.now, editable=False)
    closes_at = models.DateTimeField(null=True, blank=True, help_text="end of registration; empty: at the start")
    starts_at = models.DateTimeField(null=True, blank=True, help_text="empty: started by a director")
    started_at = models.DateTimeField(null=True, blank=True, editable=False)
    paused_at = models.DateTimeField(null=True, blank=True, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="tournament_running_has_started",
                condition=~models.Q(state__in=["running", "finished"]) | models.Q(started_at__isnull=False),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["state", "starts_at"], name="event_state"),
            models.Index(fields=["id"], name="tournament_standings_due", condition=models.Q(standings_due=True)),
        ]

    def __str__(self) -> str:
        return f"tournament {self.pk} {self.title}"

    def get_absolute_url(self) -> str:
        return reverse("tournaments:tournament", args=[self.pk])

    @property
    def plan(self) -> Plan:
        return _plan(self.plan_text)

    @plan.setter
    def plan(self, plan: Plan) -> None:
        self.plan_text = to_json(plan)

    @property
    def has_bracket(self) -> bool:
        """Whether it is a knockout in pairs from the start: a bracket is what there is to look at, not standings."""
        return self.plan.has_bracket

    @property
    def conditions(self) -> Conditions:
        return _conditions(self.conditions_text)

    @conditions.setter
    def conditions(self, conditions: Conditions) -> None:
        self.conditions_text = to_json(conditions)

    def options_for(self, players: int) -> engine.Options:
        """The options of a table of so many seats. Raises engine's error where the sets do not allow so many."""
        return engine.Options.from_dict({**self.options, "players": players})

    @cached_property
    def open_rounds(self) -> list[Any]:
        """Its `Round`s that are not closed, as they were when first asked for."""
        return list(self.rounds.exclude(state="closed").defer("made_from", "why").order_by("number"))

    @property
    def is_open(self) -> bool:
        return self.state == TournamentState.OPEN

    @property
    def is_running(self) -> bool:
        return self.state == TournamentState.RUNNING

    @property
    def is_finished(self) -> bool:
        return self.state == TournamentState.FINISHED

    @property
    def is_over(self) -> bool:
        return self.state in (TournamentState.FINISHED, TournamentState.ABANDONED)


@lru_cache(maxsize=256)
def _plan(text: str) -> Plan:
    """A kept plan, read once a process."""
    return from_json(Plan, text)


@lru_cache(maxsize=256)
def _conditions(text: str) -> Conditions:
    return from_json(Conditions, text)


class Director(models.Model):
    """A director of a tournament. There can be several, so that it never depends on one account."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="directors", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="directed")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["tournament", "user"], name="director_once")]

    def __str__(self) -> str:
        return f"{self.user} directs tournament {self.tournament_id}"


DIRECTORS = models.Prefetch("directors", Director.objects.select_related("user").order_by("pk"))
"""For a page that names the directors: permissions read them then instead of asking once more."""
