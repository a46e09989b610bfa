"""Rounds, their tables and who sits there."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from arbiter.kept import from_json
from arbiter.results import GameResult
from games.models import Game
from tournaments.models.entry import Entry

from .tournament import Tournament


class RoundState(models.TextChoices):
    PAIRED = "paired", _("paired")  # its games are to begin at `begins_at`
    RUNNING = "running", _("running")
    CLOSED = "closed", _("closed")


class Round(models.Model):
    """One round, made whole in one transaction: `made_from` is what it was paired from, `made_by` the room of the
    arithmetic with its version, `why` the kept sentences of its explanation.

    One that `is_held` waits until a director begins it, and begins by itself at `begins_at`; then it counts as paired, and its
    players are told. Until then only directors see who plays whom and who rests."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField()
    stage = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=10, choices=RoundState.choices, default=RoundState.PAIRED)
    made_from = models.TextField(blank=True, editable=False)
    made_by = models.CharField(max_length=40, blank=True, editable=False)
    why = models.JSONField(default=list, editable=False)
    is_held = models.BooleanField(default=False, db_default=False)
    paired_at = models.DateTimeField()
    begins_at = models.DateTimeField()
    deadline_at = models.DateTimeField()
    was_extended = models.BooleanField(default=False)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["tournament", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["tournament", "number"], name="round_once")]

    def __str__(self) -> str:
        return f"round {self.number} of tournament {self.tournament_id}"


class TableState(models.TextChoices):
    WAITING = "waiting", _("about to start")
    RUNNING = "running", _("running")
    COUNTED = "counted", _("counted")
    ANNULLED = "annulled", _("voided")


class Table(models.Model):
    """One table of a round and its game. `result_text` is the kept `Result` that counts."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables", db_index=False)
    number = models.PositiveIntegerField()
    group = models.PositiveSmallIntegerField(default=0, help_text="0: no groups")
    leg = models.PositiveSmallIntegerField(default=1, help_text="number of the game within the match")
    deal = models.PositiveIntegerField(default=0, help_text="number of its deal in a duplicate tournament")
    game = models.OneToOneField(Game, models.PROTECT, null=True, related_name="tournament_table")
    state = models.CharField(max_length=10, choices=TableState.choices, default=TableState.WAITING)
    result_text = models.TextField(blank=True, editable=False)
    was_played = models.BooleanField(default=True)
    is_corrected = models.BooleanField(default=False)
    closing = models.CharField(max_length=10, blank=True, help_text="how it counts if its round closed before it ended")
    was_closed = models.BooleanField(default=False, help_text="what `closing` asks for was done to its game")
    late = models.JSONField(default=list, help_text="seats that were late when the round closed")
    counted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["round", "number", "leg"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number", "leg"], name="table_once"),
            models.CheckConstraint(
                name="table_counted_has_result",
                condition=~models.Q(state="counted") | ~models.Q(result_text=""),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["round"], name="table_waiting", condition=models.Q(state="waiting")),
            models.Index(
                fields=["id"], name="table_to_close", condition=~models.Q(closing="") & models.Q(was_closed=False)
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.number} of {self.round}"

    @property
    def result(self) -> GameResult | None:
        return from_json(GameResult, self.result_text) if self.result_text else None


class Chair(models.Model):
    """A player's seat at a table. A player sits once in a round, except at the games of one match."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="chairs", db_index=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="chairs", db_index=False)
    seat = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="chairs")
    leg = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering: ClassVar = ["table", "seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "seat"], name="chair_seat_once"),
            models.UniqueConstraint(fields=["round", "entry", "leg"], name="chair_entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: seat {self.seat} of {self.table}"


class Rest(models.Model):
    """A player without a game in a round, and the share of a win that it gives, as exact text."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="rests", db_index=False)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="rests")
    why = models.CharField(max_length=10, help_text="arbiter.progression.situation.Why")
    points = models.CharField(max_length=12, default="0")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["round", "entry"], name="rest_once")]

    def __str__(self) -> str:
        return f"{self.entry} rests in {self.round}"


class Over(models.Model):
    """The game of a table is over, written in the transaction that ends it; gone when its result is taken in."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"game {self.game_id} is over"
