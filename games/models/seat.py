"""Seats of a begun game: who holds them, and what their players have drafted or decided in advance; seats whose players
left, and the people who take over such seats."""

from collections.abc import Collection
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.own_hours import OwnHours


class PassMode(models.TextChoices):
    """Standing passes: they answer the ordinary turn, never another decision (UI-2 to UI-4)."""

    NONE = "", _("none")
    UNTIL_CHANGE = "until-change", _("until the tableau changes")  # UI-2
    PHASE = "phase", _("this phase")  # UI-3
    TIMEOUT = "timeout", _("this phase (time ran out)")  # until the player acts
    PLAN = "plan", _("conditional orders")  # what `Seat.planned` says


class TenureStart(models.TextChoices):
    BEGAN = "began", _("from the start")
    KEPT = "kept", _("bot for an absent player")
    RESIGNED = "resigned", _("bot after a resignation")
    DELETED = "deleted", _("bot after an account deletion")
    RETURNED = "returned", _("returned")
    SUBSTITUTE = "substitute", _("substitute")
    PLAY_OUT = "play-out", _("plays out the game")


LEFT = (TenureStart.KEPT, TenureStart.RESIGNED, TenureStart.DELETED)
"""A bot plays because the player of the seat has left."""


class TenureEnd(models.TextChoices):
    OPEN = "", _("holds the seat")
    RESIGNED = "resigned", _("resigned")
    KEPT = "kept", _("missed too many deadlines")
    DELETED = "deleted", _("deleted their account")
    RETURNED = "returned", _("the player returned")
    REPLACED = "replaced", _("replaced by a substitute")
    PLAY_OUT = "play-out", _("bots play out the game")


COUNTED = ("deadlines_met", "deadlines_missed", "answers", "answer_logs")
"""What a seat counts while it is held, and its tenure afterwards."""

CHANGING = [
    "waiting",
    "asked_number",
    "remaining",
    "running_since",
    "due_at",
    "hours",
    "misses",
    "bot_due_at",
    "pass_mode",
    "pass_phase",
    "planned",
    "ordered",
    "stopped",
    *COUNTED,
    "drafted",
]
"""What of a seat changes while the game runs."""

_changing = attrgetter(*CHANGING)


class Seat(models.Model):
    """Place `index` of a game, clockwise from 0.

    Clock: `remaining` is what the bank holds while it stands still; while it runs, `running_since` and `due_at` are set. While
    the game is paused nobody is waited for, and `remaining` is what the question has left, also with a pace per move.
    `asked_number` is the log number that put the present question to this seat; without `waiting` it means nothing.
    `bot_due_at` is when a bot is to answer; while one thinks it is the end of its lease.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", db_index=False)
    index = models.PositiveSmallIntegerField()
    waiting = models.BooleanField(default=False, help_text="the game waits for this seat")
    asked_number = models.PositiveIntegerField(default=0)
    remaining = models.DurationField(
        null=True, help_text="time bank while the clock is stopped; with time per move, the time kept by a pause"
    )
    running_since = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    hours = models.TextField(
        blank=True,
        default="",
        db_default="",
        help_text="when the clock of the present question runs (games.models.own_hours); empty: always",
    )
    misses = models.PositiveSmallIntegerField(default=0, help_text="deadlines missed in a row")
    bot_due_at = models.DateTimeField(null=True)
    pass_mode = models.CharField(max_length=12, choices=PassMode.choices, default=PassMode.NONE, blank=True)
    pass_phase = models.CharField(max_length=20, blank=True, help_text="engine.phase_key of the auto-pass")
    planned = models.TextField(
        blank=True,
        default="",
        db_default="",
        help_text="conditional orders, one on each line, in English words with ids of cards (engine.standing_words)",
    )
    ordered = models.TextField(
        blank=True,
        default="",
        db_default="",
        help_text="what orders have done: on each line the log number and the order",
    )
    stopped = models.TextField(
        blank=True,
        default="",
        db_default="",
        help_text="why orders stopped, until the player acts: a sentence of the engine",
    )
    deadlines_met = models.PositiveIntegerField(default=0, help_text="counted for the current seat holder")
    deadlines_missed = models.PositiveIntegerField(default=0, help_text="counted for the current seat holder")
    answers = models.PositiveIntegerField(default=0, db_default=0, help_text="own answers of the current seat holder")
    answer_logs = models.PositiveIntegerField(
        default=0, db_default=0, help_text="sum of 100 · log2 of their seconds (games.play.reliability)"
    )

    drafted = models.BooleanField(default=False, help_text="the player may have a draft only they can see")

    _stands: tuple[object, ...] | None = None

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar = ["index"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "index"], name="seat_once"),
            models.CheckConstraint(
                name="seat_clock_whole",
                condition=Q(running_since__isnull=True, due_at__isnull=True)
                | Q(running_since__isnull=False, due_at__isnull=False, waiting=True),
            ),
        ]
        indexes: ClassVar = [
            # the sweep: deadlines, bots
            models.Index(fields=["due_at"], name="seat_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["bot_due_at"], name="seat_bot_due", condition=Q(bot_due_at__isnull=False)),
            # the number in the header of every page
            models.Index(fields=["game"], name="seat_waiting", condition=Q(waiting=True)),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}, seat {self.index}"

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **options: Any) -> Self:
        seat = super().from_db(db, field_names, values, **options)
        if len(values) == len(cls._meta.concrete_fields):
            seat.remember()
        return seat

    def remember(self) -> None:
        """This is how the row stands in the database."""
        self._stands = _changing(self)

    @property
    def own_hours(self) -> OwnHours:
        """When the clock of the present question runs."""
        return OwnHours.from_text(self.hours)

    @property
    def has_changed(self) -> bool:
        """Whether it is no longer as it was read; true of one that was not."""
        return self._stands != _changing(self)


class Tenure(models.Model):
    """Who held a seat, from which log number to which, and why. The open one (`until` empty) says who holds it now."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="tenures")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="tenures")
    bot = models.CharField(max_length=20, blank=True)
    name = models.CharField(
        max_length=200, blank=True, default="", db_default="", help_text="who played, in an imported game: text alone"
    )
    since = models.DateTimeField(default=timezone.now)
    since_number = models.PositiveIntegerField(default=0)
    began = models.CharField(max_length=10, choices=TenureStart.choices, default=TenureStart.BEGAN)
    until = models.DateTimeField(null=True)
    until_number = models.PositiveIntegerField(null=True)
    ended = models.CharField(max_length=10, choices=TenureEnd.choices, default=TenureEnd.OPEN, blank=True)
    deadlines_met = models.PositiveIntegerField(default=0, help_text="counted on the seat while this is open")
    deadlines_missed = models.PositiveIntegerField(default=0, help_text="counted on the seat while this is open")
    answers = models.PositiveIntegerField(default=0, db_default=0, help_text="counted on the seat while this is open")
    answer_logs = models.PositiveIntegerField(
        default=0, db_default=0, help_text="counted on the seat while this is open"
    )
    summed = models.BooleanField(
        default=False, db_default=False, help_text="the player's DeadlineSum holds these deadlines"
    )

    class Meta:
        verbose_name = _("seat holder")
        verbose_name_plural = _("seat holders")
        ordering: ClassVar = ["seat", "since_number", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat"], name="tenure_one_open", condition=Q(until__isnull=True)),
            models.CheckConstraint(
                name="tenure_user_or_bot",
                condition=Q(user__isnull=False, bot="", name="")
                | (Q(user__isnull=True, name="") & ~Q(bot=""))
                | (Q(user__isnull=True, bot="") & ~Q(name="")),
            ),
        ]
        indexes: ClassVar = [
            # my games
            models.Index(fields=["user"], name="tenure_user_open", condition=Q(until__isnull=True)),
            # deadlines that no sum holds yet
            models.Index(fields=["user"], name="tenure_unsummed", condition=Q(summed=False)),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.bot or self.name or self.user}"

    @property
    def is_bot(self) -> bool:
        return bool(self.bot)


class Draft(models.Model):
    """The acts of a turn that are still to be sent: in no log, and for the eyes of the seat's player alone.

    They answer the question put with the row `asked_number`, and are worth nothing for any other. `Seat.drafted` says that there
    may be such a row. Written by `games.play.moves`, thrown away by `Advance` and with the tenure.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="draft")
    asked_number = models.PositiveIntegerField(help_text="the question it answers")
    moves = models.JSONField(default=list, help_text="texts of moves, in order")

    class Meta:
        ordering: ClassVar = ["seat"]

    def __str__(self) -> str:
        return f"{self.seat}: {len(self.moves)}"


class OrderTemplate(models.Model):
    """Conditional orders that a player keeps for other games, as they wrote them."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="order_templates", db_index=False)
    name = models.CharField(max_length=40)
    text = models.TextField(max_length=2000)

    class Meta:
        verbose_name = _("order template")
        verbose_name_plural = _("order templates")
        ordering: ClassVar = ["user", "name"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "name"], name="order_template_once")]

    def __str__(self) -> str:
        return self.name


class Preset(models.Model):
    """What the player of a seat has decided for questions to come; `engine.presets_for` says what there is to decide.
    Nobody else may see it. One that does not last bears the `engine.phase_key` of the phase it is for."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="presets", db_index=False)
    name = models.CharField(max_length=60)
    value = models.CharField(max_length=60)
    phase = models.CharField(max_length=20, blank=True, help_text="the phase it applies to; empty: until changed")
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["seat", "name"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["seat", "name"], name="preset_once")]

    def __str__(self) -> str:
        return f"{self.seat}: {self.name}"


NEVER = datetime(1970, 1, 1, tzinfo=UTC)


class SeatOffer(models.Model):
    """A bot's seat that another player can take from `opens_at` on. Deleted when the seat changes hands."""

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="offer")
    opens_at = models.DateTimeField(help_text="from then on others may take the seat")
    look_at = models.DateTimeField(null=True, help_text="when volunteers are asked next; empty: all were asked")
    asked = models.PositiveSmallIntegerField(default=0, help_text="how often volunteers were asked")

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["-opens_at"], name="seat_offer_opens"),  # the lobby
            models.Index(fields=["look_at"], name="seat_offer_look", condition=Q(look_at__isnull=False)),  # the sweep
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}: open from {self.opens_at}"


class Volunteer(models.Model):
    """A player's wishes for open seats: time per move, players, expansions. `asked_at` lets volunteers take turns."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="volunteer")
    fastest = models.DurationField(help_text="the shortest time per move")
    slowest = models.DurationField(help_text="the longest time per move")
    players = models.CharField(max_length=4, help_text="numbers of players, such as 234")
    with_sets = models.BooleanField(help_text="also with expansions")
    most_a_month = models.PositiveSmallIntegerField(help_text="seats in 30 days")
    asked_at = models.DateTimeField(default=NEVER)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["asked_at"], name="volunteer_asked")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.most_a_month} a month"
