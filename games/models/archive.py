"""What is made of finished games: the monthly checks of the archive and the games that failed them (`games.replay.checks`), the
files of all games (`games.dumps`), reviews of what decided a game (`games.review`), and puzzles."""

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.game import Game


class ArchiveCheck(models.Model):
    """One check of all finished games, some every night. `last` is the game replayed last."""

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    last = models.BigIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.started_at:%Y-%m-%d}: {self.games} games, {self.failures} failures"


class BrokenGame(models.Model):
    """A finished game that does not match the rules: at which ply, and why. Deleted once a replay succeeds."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="+")
    at = models.DateTimeField()
    ply = models.PositiveIntegerField()
    code = models.CharField(max_length=50)
    reason = models.TextField()
    is_older = models.BooleanField(help_text="played by earlier rules, which may be the reason")

    def __str__(self) -> str:
        return f"game {self.game_id}, move {self.ply}: {self.reason}"


class Dump(models.Model):
    """All public games in one file, made once a month, some games at a time (`games.dumps`). `last` is the game that was written
    last, `size` how long the file was then."""

    month = models.CharField(max_length=7, unique=True, help_text="2026-11")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    last = models.BigIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    size = models.BigIntegerField(default=0, help_text="bytes")
    sha256 = models.CharField(max_length=64, blank=True)
    parquet_size = models.BigIntegerField(
        default=0, db_default=0, help_text="bytes of the same as Parquet; 0: there is none"
    )
    parquet_sha256 = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        ordering: ClassVar = ["-month"]

    def __str__(self) -> str:
        return f"{self.month}: {self.games} games"


class Review(models.Model):
    """What decided a game, made by a task after its end. `figures` are plain JSON with moves in notation
    (`games.review.figures.Figures`), of which `version` says how they were made. One that has no figures and is not due could not
    be made."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="review")
    version = models.PositiveSmallIntegerField(default=0, help_text="how the figures were made; 0 while there are none")
    figures = models.JSONField(null=True)
    due_at = models.DateTimeField(null=True, help_text="when it is to be made")
    taken_until = models.DateTimeField(null=True, help_text="until when a worker is at it, unless it died")
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes: ClassVar = [
            # what is to be made, oldest first
            models.Index(fields=["due_at"], name="review_due", condition=Q(due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"review of game {self.game_id}"

    @classmethod
    def waiting(cls, now: datetime) -> "models.QuerySet[Review]":
        """Those that are due, none while a worker is at one: a game's review takes a while, and other heavy work comes between."""
        busy = cls.objects.filter(taken_until__gt=now, due_at__isnull=False)
        return cls.objects.filter(~models.Exists(busy), due_at__lte=now)


class Puzzle(models.Model):
    """A decision of a finished game as the puzzle of a day: what would you play for `seat` after `ply` moves? One row per game at
    most; it may be shown as long as its game may."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="puzzle")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    day = models.DateTimeField(unique=True, help_text="midnight UTC of the day it is the puzzle of")
    played = models.CharField(max_length=80, help_text="the move of the game")
    choices = models.JSONField(help_text="games.puzzles.proof.Choice as JSON, best first")
    futures = models.PositiveIntegerField(help_text="how often each choice was played out to the end")

    def __str__(self) -> str:
        return f"{self.day:%Y-%m-%d}: game {self.game_id} at {self.ply}"


class PuzzleAnswer(models.Model):
    """The one answer of an account to a puzzle. `streak` is how many days in a row it had solved one, up to this day."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="answers")
    move = models.CharField(max_length=80)
    is_right = models.BooleanField()
    streak = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "puzzle"], name="puzzle_answered_once"),
        ]
        indexes: ClassVar = [
            # the last puzzle that somebody solved
            models.Index(fields=["user", "-at"], name="puzzle_solved", condition=Q(is_right=True)),
        ]

    def __str__(self) -> str:
        return f"puzzle {self.puzzle_id}: {self.move}"
