"""A table that gathers players and later their game, and a deal that several games play."""

import secrets
from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import engine
from games.models.clock import Clock, PaceKind, Vacation
from games.models.conditions import Conditions
from games.models.proposal import Proposal
from games.models.title import TitleField


def new_secret() -> bytes:
    """The 32 random bytes from which the chance of one table follows, or of one deal (docs/deals.md)."""
    return secrets.token_bytes(32)


class DealManager(models.Manager["Deal"]):
    """Leaves the secret in the database; only positions and records ask for it (`defer(None)`)."""

    def get_queryset(self) -> "models.QuerySet[Deal]":
        return super().get_queryset().defer("secret")


class Deal(models.Model):
    """The chance of several games with the same options. Its secret is nobody's until it is released."""

    deal_id = models.CharField(max_length=100, unique=True, editable=False, help_text="name used in records")
    size = models.PositiveSmallIntegerField(editable=False, help_text="seats per game")
    options = models.JSONField(editable=False, help_text="engine.Options as JSON, the same in all its games")
    secret = models.BinaryField(default=new_secret, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    released_at = models.DateTimeField(null=True, editable=False, help_text="when its secret became public")

    objects: ClassVar[DealManager] = DealManager()

    class Meta:
        base_manager_name = "objects"

    def __str__(self) -> str:
        return self.deal_id

    @property
    def is_released(self) -> bool:
        return self.released_at is not None

    @property
    def engine_options(self) -> engine.Options:
        return engine.Options.from_dict(self.options)


class Status(models.TextChoices):
    """The life of a game. Only `RUNNING` games have open questions."""

    OPEN = "open", _("open")  # gathers players
    FULL = "full", _("about to start")  # all seats taken and agreed, in the 30 s guard
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    IMPORTED = "imported", _("imported")  # finished elsewhere: in no list of the site, found by the search
    CLOSED = "closed", _("closed")  # closed by its host, or expired; never began


OVER = (Status.FINISHED, Status.IMPORTED)
"""The status of a game that anybody may look at to its end."""


class Visibility(models.TextChoices):
    PUBLIC = "public", _("everyone in the lobby")
    LINK = "link", _("only people with the link")


def new_token() -> str:
    """A name for a link that cannot be guessed (128 bits)."""
    return secrets.token_urlsafe(16)


class GameQuerySet(models.QuerySet["Game"]):
    def with_secret(self) -> "GameQuerySet":
        """Load the secret, the contributions and the start too; only positions, records and proofs may."""
        return self.defer(None)


class GameManager(models.Manager.from_queryset(GameQuerySet)):  # type: ignore[misc]
    """Leaves all chance in the database unless it is asked for, so that it is in no page's memory by accident."""

    def get_queryset(self) -> GameQuerySet:
        games: GameQuerySet = super().get_queryset().defer("secret", "contributions", "start")
        return games


class Game(models.Model):
    """One table or game. `version` is the number of its last log row."""

    title = TitleField(_("title"), max_length=60, validators=[MaxLengthValidator(60)])
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="hosted_games",
        help_text="empty if created automatically",
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC)
    link_token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)

    options = models.JSONField(help_text="engine.Options as JSON")
    pace_kind = models.CharField(max_length=10, choices=PaceKind.choices, default=PaceKind.PER_MOVE)
    pace_base = models.DurationField(help_text="time per move, or the time bank at the start")
    pace_increment = models.DurationField(null=True, blank=True, help_text="added to the time bank with each own move")
    pace_cap = models.DurationField(null=True, blank=True, help_text="maximum of the time bank")
    pace_grace = models.DurationField(
        default=timedelta, db_default=timedelta(), help_text="of each question, before it costs the time bank anything"
    )
    nights = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="days that nights may add to a deadline; 0: clocks run at night"
    )
    vacation = models.CharField(
        max_length=10, choices=Vacation.choices, default=Vacation.NONE, db_default="", blank=True
    )
    misses_before_bot = models.PositiveSmallIntegerField(default=2, help_text="0: never")
    least_kept = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="share of deadlines kept that the table asks for, in per cent"
    )
    least_finished = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="share of games finished that the table asks for, in per cent"
    )
    answers_within = models.DurationField(
        null=True, blank=True, help_text="longest usual answer time that the table asks for"
    )
    rated = models.BooleanField(
        default=False, help_text="before the start the host's choice, then whether the game is rated"
    )
    undo_when_rated = models.BooleanField(
        default=False, db_default=False, help_text="players may agree to undo moves although the game is rated"
    )

    deal = models.ForeignKey(
        Deal,
        models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="games",
        help_text="empty: a deal of its own",
    )
    seats_given = models.BooleanField(
        default=False, editable=False, help_text="seats come from a pairing and are not drawn"
    )
    secret = models.BinaryField(default=new_secret, editable=False)
    commitment = models.CharField(max_length=64, editable=False, blank=True)
    seals = models.BooleanField(
        default=False,
        db_default=False,
        help_text="browsers of the players contribute to the deal: games.tables.contributions",
    )
    sealed_at = models.DateTimeField(
        null=True, editable=False, help_text="when nobody could leave any more and browsers opened their contributions"
    )
    beacon = models.JSONField(
        null=True, editable=False, help_text="public round that goes into the deal, named at `sealed_at`"
    )
    beacon_due_at = models.DateTimeField(null=True, editable=False, help_text="when to ask for the public round")
    contributions = models.JSONField(
        null=True,
        editable=False,
        help_text="what players contributed, in the order of joining: hash and what was opened",
    )
    start = models.JSONField(
        null=True,
        editable=False,
        help_text="a practice game: where it was continued from, and its deal; an imported one: its record (games.play.starts)",
    )
    rules_version = models.PositiveSmallIntegerField(default=1, editable=False)  # set when the game begins
    version = models.PositiveIntegerField(default=0, editable=False)
    ply = models.PositiveIntegerField(default=0, editable=False)
    said = models.PositiveIntegerField(
        default=0, editable=False, help_text="number of the last message in the table's chat"
    )
    said_by_watchers = models.PositiveIntegerField(
        default=0, editable=False, help_text="number of the last message in the spectators' chat"
    )
    is_silent = models.BooleanField(default=False, editable=False, help_text="chat is disabled")
    result = models.JSONField(null=True, blank=True, editable=False)
    imported = models.ForeignKey(
        "GameImport",
        models.PROTECT,
        null=True,
        editable=False,
        related_name="games",
        db_index=False,
        help_text="the file that brought the game; its record is the start",
    )
    glance = models.JSONField(
        null=True, editable=False, help_text="summary for lists while the game runs: games.play.glances"
    )

    created_at = models.DateTimeField(default=timezone.now, editable=False)
    options_changed_at = models.DateTimeField(null=True, blank=True, editable=False)
    starts_at = models.DateTimeField(null=True, blank=True, editable=False)
    expires_at = models.DateTimeField(null=True, blank=True, editable=False)
    started_at = models.DateTimeField(null=True, blank=True, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)
    breaks_off_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="when the game is abandoned for lack of players; empty while somebody plays",
    )
    paused_at = models.DateTimeField(null=True, editable=False, help_text="paused since; empty while the clocks run")
    resumed_at = models.DateTimeField(null=True, editable=False, help_text="end of the last pause")
    paused_until = models.DateTimeField(
        null=True, editable=False, help_text="end of a pause that the players agreed on; empty if a director ends it"
    )
    quick_until = models.DateTimeField(null=True, editable=False, help_text="quick play that the players agreed on")
    proposal = models.JSONField(null=True, editable=False, help_text="the open proposal: games.models.proposal")
    proposal_until = models.DateTimeField(null=True, editable=False, help_text="when the open proposal expires")
    annulled_at = models.DateTimeField(null=True, editable=False, help_text="the game does not count")
    rematch_of = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="rematches")

    objects: ClassVar[GameManager] = GameManager()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        base_manager_name = "objects"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="game_running_has_begun",
                condition=~models.Q(status__in=["running", "finished"]) | models.Q(started_at__isnull=False),
            ),
            models.CheckConstraint(
                name="game_paused_runs",
                condition=models.Q(paused_at__isnull=True) | models.Q(status="running"),
            ),
            models.CheckConstraint(
                name="game_deal_seats_given",
                condition=models.Q(deal__isnull=True) | models.Q(seats_given=True),
            ),
        ]
        indexes: ClassVar = [
            # the lobby
            models.Index(
                fields=["-created_at"], name="game_open", condition=models.Q(status="open", visibility="public")
            ),
            # the sweep: tables to start, tables to expire
            models.Index(fields=["starts_at"], name="game_starts_at", condition=models.Q(status="full")),
            models.Index(fields=["expires_at"], name="game_expires_at", condition=models.Q(status="open")),
            models.Index(fields=["beacon_due_at"], name="game_beacon_due_at", condition=models.Q(status="full")),
            # the sweep: games that nobody plays
            models.Index(
                fields=["breaks_off_at"],
                name="game_breaks_off_at",
                condition=models.Q(status="running", breaks_off_at__isnull=False),
            ),
            # the sweep: proposals that expire, pauses that end
            models.Index(
                fields=["proposal_until"],
                name="game_proposal_until",
                condition=models.Q(status="running", proposal_until__isnull=False),
            ),
            models.Index(
                fields=["paused_until"],
                name="game_paused_until",
                condition=models.Q(status="running", paused_until__isnull=False),
            ),
            # the archive
            models.Index(fields=["-finished_at"], name="game_finished", condition=models.Q(status="finished")),
            # the search among imported games, and the games of one file
            models.Index(fields=["-finished_at"], name="game_over_imported", condition=models.Q(status="imported")),
            models.Index(fields=["imported"], name="game_imported", condition=models.Q(imported__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.title}"

    def get_absolute_url(self) -> str:
        return reverse("games:game", args=[self.pk])

    @property
    def clock(self) -> Clock:
        return Clock.of(self)

    @property
    def conditions(self) -> Conditions:
        return Conditions(self.least_kept, self.least_finished, self.answers_within)

    @property
    def engine_options(self) -> engine.Options:
        return engine.Options.from_dict(self.options)

    @property
    def players(self) -> int:
        return int(self.options["players"])

    @property
    def is_solo(self) -> bool:
        """One player alone, for points (SOLO-1)."""
        return self.players == 1

    @property
    def is_closed(self) -> bool:
        """Nobody but who ever held one of its seats may see anything of it. Only of a game `games.play.visibility.marked`."""
        return bool(getattr(self, "closed", False))

    @property
    def is_running(self) -> bool:
        return self.status == Status.RUNNING

    @property
    def stands_still(self) -> bool:
        """Nobody plays it: bots do nothing until somebody comes back or `breaks_off_at` has come."""
        return self.is_running and self.breaks_off_at is not None

    @property
    def is_paused(self) -> bool:
        """An organiser or the players have stopped all clocks: nobody moves, bots neither."""
        return self.paused_at is not None

    @property
    def proposed(self) -> Proposal | None:
        """What all players are asked to agree to."""
        return Proposal.from_json(self.proposal) if self.proposal and self.is_running else None

    @property
    def is_annulled(self) -> bool:
        return self.annulled_at is not None

    @property
    def is_finished(self) -> bool:
        return self.status in OVER

    @property
    def waits_for_contributions(self) -> bool:
        """Full, and closed until the browsers have opened what they contribute, or `starts_at` has come."""
        return self.status == Status.FULL and self.sealed_at is not None

    @property
    def has_expired(self) -> bool:
        """A table that closed by itself: its time stands there still. A host who closes one takes the time away."""
        return self.status == Status.CLOSED and self.expires_at is not None

    @property
    def takes_guests(self) -> bool:
        """Whether people without an account may sit down here: nothing of the game is in a list or a rating."""
        return self.visibility == Visibility.LINK and not self.rated

    @property
    def has_begun(self) -> bool:
        return self.status in (Status.RUNNING, *OVER)


class FinishedSet(models.Model):
    """A set with which a finished game was played: so the archive finds the latest games with a rare set as quickly as others."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="finished_sets")
    name = models.CharField(max_length=20)
    edition = models.PositiveSmallIntegerField()
    over_at = models.DateTimeField(help_text="when the game finished")

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["name", "over_at", "game"], name="finished_set"),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}: {self.name}"
